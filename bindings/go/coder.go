package charsniff

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

var _ encoding.Encoding = UTF8

// The maximum length of a chunk's text: a byte becomes at most three bytes of UTF-8, and there may be bytes held back
// before.
const decodedSize = 3*chunkSize + 64

// decode decodes bytes, in chunks, so that the instance does not grow with them.
func (e Encoding) decode(body []byte) (string, bool, error) {
	if err := e.check(); err != nil {
		return "", false, err
	}
	i, err := acquire()
	if err != nil {
		return "", false, err
	}
	defer i.release()
	decoder, err := i.call(fnDecoderNew, uint64(e.number()))
	if err == nil && decoder == 0 {
		err = errBroken
	}
	if err != nil {
		return "", false, err
	}
	defer func() { _, _ = i.call(fnDecoderFree, decoder) }()
	var text strings.Builder
	text.Grow(len(body) + len(body)/4)
	hadErrors := false
	for last := false; !last; {
		chunk := body[:min(len(body), chunkSize)]
		last = len(chunk) == len(body)
		p, err := i.convert(fnDecoderToUTF8, decoder, chunk, decodedSize, last)
		if err != nil {
			return "", false, err
		}
		text.Write(i.view(i.out.pointer, uint32(p.written)))
		hadErrors = hadErrors || p.hadErrors
		body = body[p.read:]
		last = last && p.result == resultInputEmpty
	}
	return text.String(), hadErrors, nil
}

// Encode encodes text in the output encoding of e, as the standard's [encode] for HTML: a character that the encoding
// lacks becomes a decimal reference, and hadErrors says whether there was one. Bytes that are not UTF-8 become
// U+FFFD.
//
// [encode]: https://encoding.spec.whatwg.org/#encode
func (e Encoding) Encode(text string) (body []byte, hadErrors bool, err error) {
	if err := e.check(); err != nil {
		return nil, false, err
	}
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	if e.OutputEncoding() == UTF8 {
		return []byte(text), false, nil
	}
	i, err := acquire()
	if err != nil {
		return nil, false, err
	}
	defer i.release()
	encoder, err := i.call(fnEncoderNew, uint64(e.number()))
	if err == nil && encoder == 0 {
		err = errBroken
	}
	if err != nil {
		return nil, false, err
	}
	defer func() { _, _ = i.call(fnEncoderFree, encoder) }()
	body = make([]byte, 0, len(text))
	for last := false; !last; {
		end := min(len(text), chunkSize)
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end--
		}
		last = end == len(text)
		p, err := i.convert(fnEncoderFromUTF8, encoder, []byte(text[:end]), decodedSize, last)
		if err != nil {
			return nil, false, err
		}
		body = append(body, i.view(i.out.pointer, uint32(p.written))...)
		hadErrors = hadErrors || p.hadErrors
		text = text[p.read:]
		last = last && p.result == resultInputEmpty
	}
	return body, hadErrors, nil
}

// NewDecoder returns a decoder to UTF-8, for one goroutine. Malformed sequences become U+FFFD, and a byte order mark of
// this encoding at the start is removed.
func (e Encoding) NewDecoder() *encoding.Decoder {
	if e.isSingleByte() {
		return &encoding.Decoder{Transformer: tableDecoder{encoding: e}}
	}
	return &encoding.Decoder{Transformer: &decoder{encoding: e}}
}

// NewEncoder returns an encoder from UTF-8, for one goroutine. For a character that the encoding lacks it returns an
// error, unless [encoding.HTMLEscapeUnsupported] or [encoding.ReplaceUnsupported] wraps it. Those of UTF16BE and UTF16LE
// write UTF-16 without a byte order mark, that of Replacement UTF-8.
func (e Encoding) NewEncoder() *encoding.Encoder {
	switch e {
	case UTF8, Replacement:
		return unicode.UTF8.NewEncoder()
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder()
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()
	}
	return &encoding.Encoder{Transformer: &encoder{encoding: e}}
}

// decoder is a transform.Transformer over a decoder in the module.
type decoder struct {
	encoding Encoding
	resident *resident
}

// open returns the instance of the decoder or encoder, locked, and its handle.
func open(r **resident, make, free function, e Encoding) (*instance, uint64, error) {
	if *r != nil {
		return (*r).enter(), (*r).handle, nil
	}
	if err := e.check(); err != nil {
		return nil, 0, err
	}
	i, err := acquire()
	if err != nil {
		return nil, 0, err
	}
	handle, err := i.call(make, uint64(e.number()))
	made := &resident{}
	if err = made.settle(i, free, handle, err); err != nil {
		i.release()
		return nil, 0, err
	}
	*r = made
	return i, handle, nil
}

// shut frees it, if there is one.
func shut(r **resident) {
	if *r != nil {
		(*r).leave()
		*r = nil
	}
}

// Reset begins another text.
func (d *decoder) Reset() { shut(&d.resident) }

// Transform decodes.
func (d *decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	if d.resident == nil && len(src) == 0 {
		return 0, 0, nil
	}
	i, handle, err := open(&d.resident, fnDecoderNewBOM, fnDecoderFree, d.encoding)
	if err != nil {
		return 0, 0, err
	}
	nDst, nSrc, err = i.decodeTo(dst, src, handle, atEOF)
	i.release()
	if atEOF && err != transform.ErrShortDst {
		d.Reset()
	}
	return nDst, nSrc, err
}

func (i *instance) decodeTo(dst, src []byte, handle uint64, atEOF bool) (nDst, nSrc int, err error) {
	for {
		chunk := src[nSrc:min(len(src), nSrc+chunkSize)]
		last := nSrc+len(chunk) == len(src)
		p, err := i.convert(fnDecoderToUTF8, handle, chunk, min(len(dst)-nDst, decodedSize), atEOF && last)
		if err != nil {
			return nDst, nSrc, err
		}
		nDst += copy(dst[nDst:], i.view(i.out.pointer, uint32(p.written)))
		nSrc += p.read
		switch {
		case p.result == resultInputEmpty && last:
			return nDst, nSrc, nil
		case p.result == resultOutputFull && p.read == 0 && p.written == 0:
			return nDst, nSrc, transform.ErrShortDst
		}
	}
}

// encoder is a transform.Transformer over an encoder in the module.
type encoder struct {
	encoding Encoding
	resident *resident
}

// Reset begins another text.
func (t *encoder) Reset() { shut(&t.resident) }

// unsupported is the error for a character that an encoding lacks. [encoding.ReplaceUnsupported] and
// [encoding.HTMLEscapeUnsupported] know such errors by their method.
type unsupported struct {
	encoding  Encoding
	character rune
}

func (u unsupported) Error() string {
	return "charsniff: " + u.encoding.String() + " lacks " + strings.ToUpper(escaped(u.character))
}

func (unsupported) Replacement() byte { return encoding.ASCIISub }

// Transform encodes.
func (t *encoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	if t.resident == nil && len(src) == 0 {
		return 0, 0, nil
	}
	i, handle, err := open(&t.resident, fnEncoderNew, fnEncoderFree, t.encoding)
	if err != nil {
		return 0, 0, err
	}
	nDst, nSrc, err = i.encodeTo(dst, src, handle, t.encoding, atEOF)
	i.release()
	if atEOF && err == nil {
		t.Reset()
	}
	return nDst, nSrc, err
}

const replacementCharacter = "\uFFFD"

func (i *instance) encodeTo(dst, src []byte, handle uint64, e Encoding, atEOF bool) (nDst, nSrc int, err error) {
	for {
		rest := src[nSrc:]
		chunk, skip := rest[:validPrefix(rest[:min(len(rest), chunkSize)])], 0
		if len(chunk) == 0 && len(rest) > 0 {
			if !atEOF && !utf8.FullRune(rest) {
				return nDst, nSrc, transform.ErrShortSrc
			}
			// A byte that is no UTF-8 is U+FFFD, as everywhere in Go.
			chunk, skip = []byte(replacementCharacter), 1
		}
		last := atEOF && (skip == 1 && len(rest) == 1 || skip == 0 && len(chunk) == len(rest))
		p, err := i.convert(fnEncoderFromUTF8Fatal, handle, chunk, min(len(dst)-nDst, decodedSize), last)
		if err != nil {
			return nDst, nSrc, err
		}
		nDst += copy(dst[nDst:], i.view(i.out.pointer, uint32(p.written)))
		read := p.read
		if skip == 1 && read > 0 {
			read = 1
		}
		switch {
		case p.result == resultUnmappable:
			if skip == 1 {
				return nDst, nSrc, unsupported{e, p.unmappable}
			}
			return nDst, nSrc + read - utf8.RuneLen(p.unmappable), unsupported{e, p.unmappable}
		case p.result == resultOutputFull && p.read == 0 && p.written == 0:
			return nDst, nSrc, transform.ErrShortDst
		}
		nSrc += read
		if p.result == resultInputEmpty && nSrc == len(src) {
			return nDst, nSrc, nil
		}
	}
}

// validPrefix returns how many bytes from the start are whole characters of UTF-8.
func validPrefix(text []byte) int {
	if utf8.Valid(text) {
		return len(text)
	}
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		n += size
	}
	return n
}
