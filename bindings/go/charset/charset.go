// Package charset has the functions of golang.org/x/net/html/charset, so that an import path is all that changes.
//
// A page is read by the standard: its first 1,024 bytes are searched for a declaration, and without one, the encoding
// is detected. For a crawler's reading, in which the bytes decide, use package charsniff itself.
package charset

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

// htmlEncoding writes references for what an encoding lacks.
type htmlEncoding struct{ charsniff.Encoding }

func (e htmlEncoding) NewEncoder() *encoding.Encoder {
	return encoding.HTMLEscapeUnsupported(e.Encoding.NewEncoder())
}

func named(e charsniff.Encoding) (encoding.Encoding, string) {
	return htmlEncoding{e}, strings.ToLower(e.String())
}

// Lookup returns the encoding that a label names, and its name in small letters; nil and "" if there is none. Encoders
// write references for what the encoding lacks.
func Lookup(label string) (e encoding.Encoding, name string) {
	found, ok := charsniff.Lookup(label)
	if !ok {
		return nil, ""
	}
	return named(found)
}

// DetermineEncoding returns the encoding of a page, its name in small letters, and whether that is certain. All of content
// is looked at. Where the library cannot run, the name is "", and the encoding's decoder and encoder return the error.
func DetermineEncoding(content []byte, contentType string) (e encoding.Encoding, name string, certain bool) {
	context, err := page()
	var sniffed charsniff.Sniffed
	if err == nil {
		sniffed, err = context.Sniff(content, header(contentType))
	}
	if err != nil {
		return failed{err}, "", false
	}
	e, name = named(sniffed.Encoding)
	return e, name, sniffed.Confidence == charsniff.Certain
}

// failed is what stands for an encoding where none can be determined.
type failed struct{ err error }

func (f failed) NewDecoder() *encoding.Decoder { return &encoding.Decoder{Transformer: f} }
func (f failed) NewEncoder() *encoding.Encoder { return &encoding.Encoder{Transformer: f} }

func (f failed) Reset() {}

func (f failed) Transform(_, _ []byte, _ bool) (nDst, nSrc int, err error) { return 0, 0, f.err }

// The functions of this package are for pages, whatever their Content-Type says.
var page = sync.OnceValues(func() (*charsniff.Context, error) {
	return charsniff.NewContext(charsniff.Facts{Context: "html", Reading: charsniff.Standard})
})

func header(contentType string) map[string][]string {
	if contentType == "" {
		return nil
	}
	return charsniff.ContentType(contentType)
}

// NewReader returns a reader of a page's text as UTF-8. An empty page is no error.
func NewReader(r io.Reader, contentType string) (io.Reader, error) {
	context, err := page()
	if err != nil {
		return nil, err
	}
	return context.NewReader(r, header(contentType)), nil
}

// NewReaderLabel returns a reader that decodes from the encoding that a label names, or an error if it names none. It is
// an [encoding/xml.Decoder]'s CharsetReader.
func NewReaderLabel(label string, input io.Reader) (io.Reader, error) {
	e, _ := Lookup(label)
	if e == nil {
		return nil, fmt.Errorf("charset: %q names no encoding", label)
	}
	return transform.NewReader(input, e.NewDecoder()), nil
}
