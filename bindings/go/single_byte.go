package charsniff

import (
	"encoding/binary"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// table is what each byte of a single-byte encoding is in UTF-8. Bytes below 80 are themselves.
type table [128]struct {
	text      [3]byte
	length    uint8
	malformed bool
}

var tables [encodingCount]atomic.Pointer[table]

// isSingleByte says whether an encoding has a table.
func (e Encoding) isSingleByte() bool {
	return UTF8 < e && e < GBK || e == XUserDefined
}

// table returns the table of a single-byte encoding. The library makes it, at first use.
func (e Encoding) table() (*table, error) {
	if made := tables[e].Load(); made != nil {
		return made, nil
	}
	made := &table{}
	for n := range made {
		text, malformed, err := e.decode([]byte{0x80 + byte(n)})
		if err != nil {
			return nil, err
		}
		made[n].length = uint8(copy(made[n].text[:], text))
		made[n].malformed = malformed
	}
	tables[e].Store(made)
	return made, nil
}

// decode decodes into dst, as far as that goes, and returns how much was written and read.
func (t *table) decode(dst, src []byte) (nDst, nSrc int, hadErrors bool) {
	for nSrc < len(src) {
		// ASCII, eight bytes at a time.
		for len(src)-nSrc >= 8 && len(dst)-nDst >= 8 {
			eight := binary.LittleEndian.Uint64(src[nSrc:])
			if eight&0x8080808080808080 != 0 {
				break
			}
			binary.LittleEndian.PutUint64(dst[nDst:], eight)
			nDst += 8
			nSrc += 8
		}
		if len(dst)-nDst < 8*utf8.UTFMax {
			return t.decodeSlowly(dst, src, nDst, nSrc, hadErrors)
		}
		// Eight bytes of any kind, with room for each.
		for end := min(nSrc+8, len(src)); nSrc < end; nSrc++ {
			b := src[nSrc]
			if b < utf8.RuneSelf {
				dst[nDst] = b
				nDst++
				continue
			}
			c := &t[b&0x7F]
			*(*[3]byte)(dst[nDst:]) = c.text
			nDst += int(c.length)
			hadErrors = hadErrors || c.malformed
		}
	}
	return nDst, nSrc, hadErrors
}

// decodeSlowly goes on where there is little room.
func (t *table) decodeSlowly(dst, src []byte, nDst, nSrc int, hadErrors bool) (int, int, bool) {
	for ; nSrc < len(src); nSrc++ {
		b := src[nSrc]
		text := src[nSrc : nSrc+1]
		if b >= utf8.RuneSelf {
			c := &t[b&0x7F]
			text = c.text[:c.length]
			hadErrors = hadErrors || c.malformed
		}
		if len(text) > len(dst)-nDst {
			break
		}
		nDst += copy(dst[nDst:], text)
	}
	return nDst, nSrc, hadErrors
}

// text decodes a whole text.
func (t *table) text(body []byte) (string, bool) {
	var text strings.Builder
	text.Grow(len(body) + len(body)/4)
	hadErrors := false
	for room := make([]byte, 3*4096+8*utf8.UTFMax); len(body) > 0; {
		nDst, nSrc, had := t.decode(room, body[:min(len(body), 4096)])
		text.Write(room[:nDst])
		hadErrors = hadErrors || had
		body = body[nSrc:]
	}
	return text.String(), hadErrors
}

// tableDecoder is a transform.Transformer for a single-byte encoding.
type tableDecoder struct {
	transform.NopResetter
	encoding Encoding
}

// Transform decodes.
func (d tableDecoder) Transform(dst, src []byte, _ bool) (nDst, nSrc int, err error) {
	t, err := d.encoding.table()
	if err != nil {
		return 0, 0, err
	}
	nDst, nSrc, _ = t.decode(dst, src)
	if nSrc < len(src) {
		err = transform.ErrShortDst
	}
	return nDst, nSrc, err
}
