package bench

import (
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

// Of the 32,768 pairs of a byte above 7F and any byte, each before a line feed: the number that golang.org/x/text decodes
// to another text than the Encoding Standard, in the encodings in which there are such pairs.
var departures = map[charsniff.Encoding]int{
	charsniff.ISO8859_2:   11264,
	charsniff.ISO8859_3:   11264,
	charsniff.ISO8859_4:   11264,
	charsniff.ISO8859_5:   11264,
	charsniff.ISO8859_6:   11264,
	charsniff.ISO8859_7:   11264,
	charsniff.ISO8859_8:   11264,
	charsniff.ISO8859_8I:  11264,
	charsniff.ISO8859_10:  11264,
	charsniff.ISO8859_13:  11264,
	charsniff.ISO8859_14:  11264,
	charsniff.ISO8859_15:  11264,
	charsniff.ISO8859_16:  11264,
	charsniff.Windows874:  8303,
	charsniff.Windows1250: 1895,
	charsniff.Windows1251: 383,
	charsniff.Windows1252: 1895,
	charsniff.Windows1253: 5180,
	charsniff.Windows1254: 2639,
	charsniff.Windows1255: 4464,
	charsniff.Windows1257: 3740,
	charsniff.Windows1258: 3375,
	charsniff.GBK:         2193,
	charsniff.GB18030:     2193,
	charsniff.Big5:        522,
	charsniff.EUCJP:       3264,
	charsniff.ISO2022JP:   256,
	charsniff.ShiftJIS:    2372,
	charsniff.UTF16BE:     1024,
	charsniff.UTF16LE:     512,
}

func TestWhereXTextDepartsFromTheStandard(t *testing.T) {
	for _, e := range charsniff.Encodings() {
		theirs, err := htmlindex.Get(e.String())
		if err != nil {
			t.Logf("%s: golang.org/x/text has none", e)
			continue
		}
		different := 0
		for lead := 0x80; lead <= 0xFF; lead++ {
			for trail := 0; trail <= 0xFF; trail++ {
				pair := string([]byte{byte(lead), byte(trail), '\n'})
				want, _, _ := e.Decode([]byte(pair))
				got, err := theirs.NewDecoder().String(pair)
				if got != want || err != nil {
					if different++; different == 1 {
						t.Logf("%s: %q is %q, and in golang.org/x/text %q (%v)", e, pair, want, got, err)
					}
				}
			}
		}
		if different != departures[e] {
			t.Errorf("%s: %d pairs differ, not %d", e, different, departures[e])
		}
	}
}
