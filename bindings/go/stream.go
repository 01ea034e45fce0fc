package charsniff

import (
	"errors"
	"fmt"
	"io"
)

// escaped returns the code point of a character: "u+00e9".
func escaped(r rune) string { return fmt.Sprintf("u+%04x", r) }

// ErrFinished is returned by a [Stream] that gets bytes, or is asked to decide, after its end.
var ErrFinished = errors.New("charsniff: the stream is finished")

// Stream is a resource that arrives in chunks: it decides as soon as it can, and decodes as the bytes come. It holds back
// no more than it needs to decide. One goroutine at a time may use it; [Reader] is simpler.
type Stream struct {
	resident  *resident
	sniffed   Sniffed
	decided   bool
	hadErrors bool
	finished  bool
	failed    error
}

// NewStream returns a stream of a resource that came with these headers, in the crawler's reading.
func NewStream(header map[string][]string) *Stream { return defaultContext.NewStream(header) }

// NewStream is [NewStream] in this context.
func (c *Context) NewStream(header map[string][]string) *Stream {
	s := &Stream{}
	s.failed = s.open(c, header)
	return s
}

func (s *Stream) open(c *Context, header map[string][]string) error {
	i, err := acquire()
	if err != nil {
		return err
	}
	defer i.release()
	handle, headers, err := i.give(c, header)
	if err != nil {
		return err
	}
	stream, err := i.call(fnStreamNew, headers.pointer, headers.count, handle)
	made := &resident{}
	if err := made.settle(i, fnStreamFree, stream, err); err != nil {
		return err
	}
	s.resident = made
	return nil
}

// step calls a function that gives text, appends that, and notes what is known by now.
func (s *Stream) step(to []byte, fn function, chunk []byte) ([]byte, error) {
	if s.failed != nil {
		return to, s.failed
	}
	if s.resident == nil {
		return to, ErrFinished
	}
	i := s.resident.enter()
	defer i.release()
	if err := i.pass(chunk); err != nil {
		s.failed = err
		return to, err
	}
	var result uint64
	var err error
	if fn == fnStreamPush {
		result, err = i.call(fn, s.resident.handle, uint64(i.in.pointer), uint64(len(chunk)), uint64(i.result))
	} else {
		result, err = i.call(fn, s.resident.handle, uint64(i.result))
	}
	if err == nil && result != resultInputEmpty && result != resultMalformed {
		err = errBroken
	}
	if err != nil {
		s.failed = err
		return to, err
	}
	if pointer, length := i.u32(0), i.u32(4); length > 0 {
		to = append(to, i.view(pointer, length)...)
	}
	if err = s.note(i); err == nil && result == resultMalformed {
		if _, err = i.call(fnStreamError, s.resident.handle, uint64(i.result), uint64(i.result)+4); err == nil {
			err = &DecodeError{s.sniffed.Encoding, int(i.u32(0)), int(i.u32(4))}
		}
	}
	s.failed = err
	return to, err
}

// note asks for the verdict, and whether there were errors.
func (s *Stream) note(i *instance) error {
	known, err := i.call(fnStreamSniffed, s.resident.handle, uint64(i.result))
	if err != nil {
		return err
	}
	if known&1 != 0 {
		if s.sniffed, err = i.sniffed(0); err != nil {
			return err
		}
		s.decided = true
	}
	had, err := i.call(fnStreamHadErrors, s.resident.handle)
	s.hadErrors = had&1 != 0
	return err
}

// push appends the text that is known by now.
func (s *Stream) push(to, chunk []byte) ([]byte, error) {
	for {
		part := chunk[:min(len(chunk), chunkSize)]
		var err error
		if to, err = s.step(to, fnStreamPush, part); err != nil {
			return to, err
		}
		if chunk = chunk[len(part):]; len(chunk) == 0 {
			return to, nil
		}
	}
}

// Push takes the next bytes, and returns the text that is known by now. Where the row allows no malformed sequence, as
// "xml" in the standard's reading, it returns a [*DecodeError] from the first one on; after Finish and Close,
// [ErrFinished].
func (s *Stream) Push(chunk []byte) (string, error) {
	text, err := s.push(nil, chunk)
	return string(text), err
}

// Decide decides by the bytes so far, for a caller who cannot wait any longer. More bytes may follow.
func (s *Stream) Decide() (string, error) {
	text, err := s.step(nil, fnStreamDecide, nil)
	return string(text), err
}

// Finish ends the resource, and returns the rest of its text, which is empty when it is called again.
func (s *Stream) Finish() (string, error) {
	text, err := s.finish(nil)
	return string(text), err
}

func (s *Stream) finish(to []byte) ([]byte, error) {
	if s.finished && s.failed == nil {
		return to, nil
	}
	to, err := s.step(to, fnStreamFinish, nil)
	s.finished = s.resident != nil
	s.Close()
	return to, err
}

// Close frees what the stream holds, as Finish and the garbage collector do, too. Text that was not yet returned is
// lost.
func (s *Stream) Close() { shut(&s.resident) }

// Change is what a declaration means for a text that is being read.
type Change uint8

const (
	// Keep means nothing: the encoding is certain, it is UTF-16, or the label names no encoding.
	Keep Change = iota
	// Confirm means that the declaration names the encoding, which is certain now.
	Confirm
	// Switch means that the rest is in another encoding.
	Switch
	// StartAgain means that the resource must be read again from its start: the text so far is void, and all bytes are to
	// be pushed again.
	StartAgain
)

var changeNames = [...]string{"keep", "confirm", "switch", "start-again"}

// String returns the name: "start-again".
func (c Change) String() string {
	if int(c) < len(changeNames) {
		return changeNames[c]
	}
	return fmt.Sprintf("Change(%d)", uint8(c))
}

// ChangeTheEncoding [changes the encoding] when the parser that reads the text meets a <meta> with this label, and
// returns text that was held back.
//
// [changes the encoding]: https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
func (s *Stream) ChangeTheEncoding(label string) (Change, string) {
	if s.resident == nil {
		return Keep, ""
	}
	i := s.resident.enter()
	defer i.release()
	if i.passString(&i.strings, label) != nil {
		return Keep, ""
	}
	change, err := i.call(fnStreamChange, s.resident.handle, uint64(i.strings.pointer), uint64(i.result))
	if err != nil {
		s.failed = err
		return Keep, ""
	}
	text := ""
	if pointer, length := i.u32(0), i.u32(4); length > 0 {
		text = string(i.view(pointer, length))
	}
	if Change(change) == StartAgain {
		s.failed, s.decided = nil, false
	}
	if err := s.note(i); err != nil {
		s.failed = err
	}
	return Change(change), text
}

// Sniffed returns the verdict, if there is one yet.
func (s *Stream) Sniffed() (Sniffed, bool) { return s.sniffed, s.decided }

// HadErrors says whether malformed sequences were replaced by U+FFFD so far.
func (s *Stream) HadErrors() bool { return s.hadErrors }

// Reader gives a resource's text, as UTF-8, while it reads its bytes. One goroutine at a time may use it.
type Reader struct {
	source io.Reader
	stream *Stream
	// The room for bytes; text that was not read yet.
	buffer, text []byte
	position     int
	err          error
}

// NewReader returns a reader of the text of a resource that came with these headers, in the crawler's reading.
func NewReader(body io.Reader, header map[string][]string) *Reader {
	return defaultContext.NewReader(body, header)
}

// NewReader is [NewReader] in this context.
func (c *Context) NewReader(body io.Reader, header map[string][]string) *Reader {
	return &Reader{source: body, stream: c.NewStream(header)}
}

// fill reads bytes once, and keeps the text that they give.
func (r *Reader) fill() {
	if r.buffer == nil {
		r.buffer = make([]byte, chunkSize)
	}
	n, err := r.source.Read(r.buffer)
	if r.position == len(r.text) {
		r.text, r.position = r.text[:0], 0
	}
	var failed error
	if n > 0 {
		r.text, failed = r.stream.push(r.text, r.buffer[:n])
	}
	switch {
	case failed != nil || err == nil:
	case err == io.EOF:
		r.text, failed = r.stream.finish(r.text)
	default:
		// The body was cut off. What arrived is text all the same, which comes before the error.
		r.text, failed = r.stream.step(r.text, fnStreamDecide, nil)
	}
	if failed != nil {
		err = failed
	}
	if r.err = err; err != nil {
		r.buffer = nil
		r.stream.Close()
	}
}

// Read gives the next text. In contexts in which malformed sequences are errors it returns a [*DecodeError] at the
// first. An error of the source comes after the text of the bytes that arrived before it.
func (r *Reader) Read(to []byte) (int, error) {
	if len(to) == 0 {
		return 0, nil
	}
	for r.position == len(r.text) {
		if r.err != nil {
			return 0, r.err
		}
		r.fill()
	}
	n := copy(to, r.text[r.position:])
	r.position += n
	return n, nil
}

// Sniffed reads on until there is a verdict, and returns that. It takes no text away from Read.
func (r *Reader) Sniffed() (Sniffed, error) {
	for {
		if sniffed, ok := r.stream.Sniffed(); ok {
			return sniffed, nil
		}
		if r.err != nil {
			return Sniffed{}, r.err
		}
		r.fill()
	}
}

// HadErrors says whether malformed sequences were replaced by U+FFFD so far.
func (r *Reader) HadErrors() bool { return r.stream.HadErrors() }

// Close frees what the reader holds, and closes the source if that is an [io.Closer].
func (r *Reader) Close() error {
	r.stream.Close()
	if r.err == nil {
		r.err = io.ErrClosedPipe
	}
	if closer, ok := r.source.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
