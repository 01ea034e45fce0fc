package charsniff

import (
	"fmt"
	"strings"
)

// Encoding is one of the 40 encodings of the [Encoding Standard], and an [encoding.Encoding] of golang.org/x/text.
//
// [Encoding Standard]: https://encoding.spec.whatwg.org/#names-and-labels
// [encoding.Encoding]: https://pkg.go.dev/golang.org/x/text/encoding#Encoding
type Encoding uint8

// The encodings, in the order of the standard.
const (
	UTF8 Encoding = iota
	IBM866
	ISO8859_2
	ISO8859_3
	ISO8859_4
	ISO8859_5
	ISO8859_6
	ISO8859_7
	ISO8859_8
	ISO8859_8I
	ISO8859_10
	ISO8859_13
	ISO8859_14
	ISO8859_15
	ISO8859_16
	KOI8R
	KOI8U
	Macintosh
	Windows874
	Windows1250
	Windows1251
	Windows1252
	Windows1253
	Windows1254
	Windows1255
	Windows1256
	Windows1257
	Windows1258
	XMacCyrillic
	GBK
	GB18030
	Big5
	EUCJP
	ISO2022JP
	ShiftJIS
	EUCKR
	Replacement
	UTF16BE
	UTF16LE
	XUserDefined
	encodingCount
)

var encodingNames = [encodingCount]string{
	"UTF-8", "IBM866", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8",
	"ISO-8859-8-I", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "KOI8-R", "KOI8-U",
	"macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
	"windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "GBK", "gb18030", "Big5", "EUC-JP",
	"ISO-2022-JP", "Shift_JIS", "EUC-KR", "replacement", "UTF-16BE", "UTF-16LE", "x-user-defined",
}

// Encodings returns all encodings, in the order of the standard.
func Encodings() []Encoding {
	all := make([]Encoding, encodingCount)
	for n := range all {
		all[n] = Encoding(n)
	}
	return all
}

// String returns the standard's name of the encoding: "Shift_JIS".
func (e Encoding) String() string {
	if e < encodingCount {
		return encodingNames[e]
	}
	return fmt.Sprintf("Encoding(%d)", uint8(e))
}

// Lookup returns the encoding that a label names, as the standard's [get an encoding] says: "latin1" is windows-1252.
//
// [get an encoding]: https://encoding.spec.whatwg.org/#concept-encoding-get
func Lookup(label string) (Encoding, bool) {
	if len(label) > longestLabel {
		// White space around it may make it longer.
		if label = trim(label); len(label) > longestLabel {
			return 0, false
		}
	}
	if strings.IndexByte(label, 0) >= 0 {
		// For C, a string would end there.
		return 0, false
	}
	i := acquire()
	defer i.release()
	if i.passString(&i.strings, label) != nil {
		return 0, false
	}
	number, err := i.call(fnLabel, uint64(i.strings.pointer))
	e := Encoding(number)
	return e, err == nil && e < encodingCount
}

// No label is longer, in bytes.
const longestLabel = 64

func trim(label string) string {
	isSpace := func(c byte) bool { return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ' }
	for label != "" && isSpace(label[0]) {
		label = label[1:]
	}
	for label != "" && isSpace(label[len(label)-1]) {
		label = label[:len(label)-1]
	}
	return label
}

// OutputEncoding returns the encoding that forms and URLs of a page in this encoding use ([get an output encoding]):
// UTF-8 for UTF-16BE, UTF-16LE and replacement, else the same.
//
// [get an output encoding]: https://encoding.spec.whatwg.org/#get-an-output-encoding
func (e Encoding) OutputEncoding() Encoding {
	switch e {
	case UTF16BE, UTF16LE, Replacement:
		return UTF8
	}
	return e
}

// MarshalText returns the name.
func (e Encoding) MarshalText() ([]byte, error) {
	if e >= encodingCount {
		return nil, fmt.Errorf("charsniff: no encoding has the number %d", uint8(e))
	}
	return []byte(encodingNames[e]), nil
}

// UnmarshalText takes a label.
func (e *Encoding) UnmarshalText(label []byte) error {
	found, ok := Lookup(string(label))
	if !ok {
		return fmt.Errorf("charsniff: %q names no encoding", label)
	}
	*e = found
	return nil
}
