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

	"github.com/charsniff/charsniff/bindings/go"
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
// is looked at.
func DetermineEncoding(content []byte, contentType string) (e encoding.Encoding, name string, certain bool) {
	sniffed := page().Sniff(content, header(contentType))
	e, name = named(sniffed.Encoding)
	return e, name, sniffed.Confidence == charsniff.Certain
}

// The functions of this package are for pages, whatever their Content-Type says.
var page = sync.OnceValue(func() *charsniff.Context {
	c, err := charsniff.NewContext(charsniff.Facts{Context: "html", Reading: charsniff.Standard})
	if err != nil {
		panic(err)
	}
	return c
})

func header(contentType string) map[string][]string {
	if contentType == "" {
		return nil
	}
	return charsniff.ContentType(contentType)
}

// NewReader returns a reader of a page's text as UTF-8. The error is always nil, also for an empty page.
func NewReader(r io.Reader, contentType string) (io.Reader, error) {
	return page().NewReader(r, header(contentType)), nil
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
