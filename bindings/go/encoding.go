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

const (
	// NoEncoding is the zero value: no encoding is given, or none is known.
	NoEncoding Encoding = iota
	// The encodings, in the order of the standard.
	UTF8
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
	"none", "UTF-8", "IBM866", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8",
	"ISO-8859-8-I", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "KOI8-R", "KOI8-U",
	"macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
	"windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "GBK", "gb18030", "Big5", "EUC-JP",
	"ISO-2022-JP", "Shift_JIS", "EUC-KR", "replacement", "UTF-16BE", "UTF-16LE", "x-user-defined",
}

// Encodings returns all encodings, in the order of the standard.
func Encodings() []Encoding {
	all := make([]Encoding, 0, encodingCount-1)
	for e := UTF8; e < encodingCount; e++ {
		all = append(all, e)
	}
	return all
}

// isOne says whether e is one of the encodings.
func (e Encoding) isOne() bool { return NoEncoding < e && e < encodingCount }

// number is the module's number of an encoding; of anything else, a number that no encoding has.
func (e Encoding) number() uint8 { return uint8(e) - 1 }

// encodingOf returns the encoding of the module's number, or NoEncoding.
func encodingOf(number uint8) Encoding {
	if e := Encoding(number + 1); e.isOne() {
		return e
	}
	return NoEncoding
}

// String returns the standard's name of the encoding, "Shift_JIS"; of NoEncoding, "none".
func (e Encoding) String() string {
	if e < encodingCount {
		return encodingNames[e]
	}
	return fmt.Sprintf("Encoding(%d)", uint8(e))
}

// Lookup returns the encoding that a label names, as the standard's [get an encoding] says: "latin1" is windows-1252. ok
// is false if it names none; also if the library cannot run, which [Load] tells.
//
// [get an encoding]: https://encoding.spec.whatwg.org/#concept-encoding-get
func Lookup(label string) (e Encoding, ok bool) {
	e, _ = lookup(label)
	return e, e != NoEncoding
}

// lookup returns NoEncoding if the label names none; the error is the engine's.
func lookup(label string) (Encoding, error) {
	if len(label) > longestLabel {
		// White space around it may make it longer.
		if label = trim(label); len(label) > longestLabel {
			return NoEncoding, nil
		}
	}
	if strings.IndexByte(label, 0) >= 0 {
		// For C, a string would end there.
		return NoEncoding, nil
	}
	i, err := acquire()
	if err != nil {
		return NoEncoding, err
	}
	defer i.release()
	if err := i.passString(&i.strings, label); err != nil {
		return NoEncoding, err
	}
	number, err := i.call(fnLabel, uint64(i.strings.pointer))
	if err != nil {
		return NoEncoding, err
	}
	return encodingOf(uint8(number)), nil
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

// check returns an error if e is no encoding.
func (e Encoding) check() error {
	if !e.isOne() {
		return fmt.Errorf("charsniff: %s is no encoding", e)
	}
	return nil
}

// MarshalText returns the name; nothing for NoEncoding.
func (e Encoding) MarshalText() ([]byte, error) {
	if e == NoEncoding {
		return []byte{}, nil
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	return []byte(encodingNames[e]), nil
}

// UnmarshalText takes a label; an empty one is NoEncoding.
func (e *Encoding) UnmarshalText(label []byte) error {
	found, err := lookup(string(label))
	if err != nil {
		return err
	}
	if found == NoEncoding && len(label) > 0 {
		return fmt.Errorf("charsniff: %q names no encoding", label)
	}
	*e = found
	return nil
}
