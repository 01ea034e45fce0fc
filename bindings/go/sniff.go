// Package charsniff tells which character encoding a Web resource is in, and how sure that is, the way the Web platform
// does, and decodes it. It is the Rust library charsniff as WebAssembly: pure Go, without cgo.
//
// Without a [Context], a resource is read in the crawler's reading: headers and declarations are claims, and the bytes
// decide. No bytes are an error, unless the context makes malformed sequences one; other errors say that the library
// cannot run here ([Load]), or that it has no memory. Functions take headers as a [net/http.Header]; any
// map[string][]string with its keys in that form will do, and so will nil.
//
// All functions and methods may be called by any number of goroutines, except where a type's documentation says
// otherwise.
package charsniff

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Confidence says whether a declaration later in the resource can change a verdict.
type Confidence uint8

const (
	// Tentative means that a declaration later in the resource can change it.
	Tentative Confidence = iota
	// Certain means that nothing can.
	Certain
)

// String returns "tentative" or "certain".
func (c Confidence) String() string {
	if c == Certain {
		return "certain"
	}
	return "tentative"
}

// Source is what decided.
type Source uint8

// The sources, in the order of the pipeline.
const (
	FromBOM Source = iota
	FromOverride
	FromTransport
	FromMeta
	FromXMLDeclaration
	FromAtCharset
	FromComment
	FromReference
	FromParent
	FromHistory
	FromStyleSheet
	FromDocument
	FromDetector
	FromLocale
	FromDefault
	sourceCount
)

var sourceNames = [sourceCount]string{
	"bom", "override", "transport", "meta", "xml-declaration", "at-charset", "comment", "reference", "parent",
	"history", "style-sheet", "document", "detector", "locale", "default",
}

// String returns the name: "xml-declaration".
func (s Source) String() string {
	if s < sourceCount {
		return sourceNames[s]
	}
	return fmt.Sprintf("Source(%d)", uint8(s))
}

// Sniffed is the verdict on a resource's encoding.
type Sniffed struct {
	Encoding   Encoding
	Confidence Confidence
	Source     Source
	// BOMLength is the length in bytes of the byte order mark at the start that is not part of the text: 0, 2, 3 or 4.
	BOMLength int
	// Isomorphic says that bytes stand for U+0000 to U+00FF, as in header values; Encoding is then windows-1252.
	Isomorphic bool
	// UTF32 says that the bytes are UTF-32, which only a crawler reads; Encoding is then UTF-16 in the same byte order.
	UTF32 bool
	// Refuted are the declarations that the bytes refute, in the pipeline's order, at most three; nil outside the
	// crawler's reading.
	Refuted []Refuted
}

// Refuted is a declaration that was passed over, since the bytes show another encoding.
type Refuted struct {
	// Source is what declared it, and Encoding the encoding that it names.
	Source   Source
	Encoding Encoding
	// Label is the label, with a character for each byte; of a misspelled one, the first 23 bytes. It is empty for a byte
	// order mark and for an encoding that the caller gave.
	Label string
}

// String returns the source, the encoding and the label: "meta windows-1252 \"latin1\"".
func (r Refuted) String() string {
	text := r.Source.String() + " " + r.Encoding.String()
	if r.Label != "" {
		text += fmt.Sprintf(" %q", r.Label)
	}
	return text
}

// String returns the encoding, the confidence and the source: "windows-1251 tentative meta".
func (s Sniffed) String() string {
	name := s.Encoding.String()
	if s.Isomorphic {
		name = "isomorphic"
	}
	if s.UTF32 {
		name = strings.Replace(name, "UTF-16", "UTF-32", 1)
	}
	return name + " " + s.Confidence.String() + " " + s.Source.String()
}

// Decoded is the text of a resource.
type Decoded struct {
	Sniffed
	Text string
	// HadErrors says whether malformed sequences were replaced by U+FFFD.
	HadErrors bool
	// Repairs are what Decode repaired in a context with Facts.Repair, in the order of the bytes: at most 1,000.
	Repairs []Repair
}

// Repair says which bytes of a resource were damaged, and what their text became.
type Repair struct {
	// Start and End are the offset of the first byte, and that behind the last.
	Start, End int
	// Damage is "malformed", "doubly-encoded", "c1-control" or "misread".
	Damage string
	// Encodings are the one that malformed bytes are in, or those that the text was wrongly decoded from, the last one first.
	Encodings []string
	// Was is the text of the bytes without the repair, Became with it.
	Was, Became string
}

// damages are the names of charsniff_damage.
var damages = []string{"malformed", "doubly-encoded", "c1-control", "misread"}

// DecodeError says where a resource is malformed, in a context in which that is an error.
type DecodeError struct {
	Encoding Encoding
	// Offset and Length are where the sequence starts and how long it is, in bytes.
	Offset, Length int
}

func (e *DecodeError) Error() string {
	return fmt.Sprintf("charsniff: malformed %s: %d bytes at offset %d", e.Encoding, e.Length, e.Offset)
}

// Explanation is a verdict and what every stage of the pipeline found. Its JSON is that of the command.
type Explanation struct {
	Verdict
	// Probability says how likely it is that the verdict's encoding gives the right text, from 0 to 1, whichever stage
	// decided; nil for binary data.
	Probability *float32 `json:"probability,omitempty"`
	// Margin says how much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it.
	Margin *float32 `json:"margin,omitempty"`
	// RunnerUp is the likeliest encoding that gives another text, or nil.
	RunnerUp *NamedCandidate `json:"runner-up,omitempty"`
	// Language is the language that the text is most likely in, a BCP 47 tag, or nil.
	Language *string `json:"language,omitempty"`
	// Script is the script of the language, or of the text, an ISO 15924 code, or nil.
	Script *string `json:"script,omitempty"`
	// Platform is Chromium's verdict with the same detector, if the reading is the crawler's.
	Platform *Verdict `json:"platform,omitempty"`
	// Context is the row of the table of contexts.
	Context string `json:"context"`
	// Stages are the nine stages in their order.
	Stages []StageReport `json:"stages"`
	json   []byte
	table  string
}

// NamedCandidate is [Candidate] in words.
type NamedCandidate struct {
	Encoding    string  `json:"encoding"`
	Probability float32 `json:"probability"`
}

// Verdict is the verdict of an explanation, in words.
type Verdict struct {
	Encoding   string `json:"encoding"`
	Confidence string `json:"confidence"`
	Source     string `json:"source"`
	BOM        bool   `json:"bom"`
	// Fatal says that a malformed sequence is an error in this row and reading.
	Fatal bool `json:"fatal"`
	// Label is the label that decided, with a character for each byte, or nil.
	Label *string `json:"label"`
	// Refuted are the declarations that the bytes refute, at most three, where the reading is the crawler's.
	Refuted []RefutedClaim `json:"refuted"`
}

// RefutedClaim is [Refuted] in words.
type RefutedClaim struct {
	Source   string  `json:"source"`
	Encoding string  `json:"encoding"`
	Label    *string `json:"label"`
}

// StageReport is what a stage found.
type StageReport struct {
	Stage string `json:"stage"`
	// Consulted says whether the context consults the stage.
	Consulted bool `json:"consulted"`
	// Label is the label, even if it names no encoding, with a character for each byte; Offset, where it starts, in bytes.
	Label  *string `json:"label"`
	Offset *int    `json:"offset"`
	// Encoding is the one that the stage would choose.
	Encoding *string `json:"encoding"`
	// Outcome is "decided", "too-late", "refuted", "ignored" or "nothing".
	Outcome string `json:"outcome"`
	// Remark is for people.
	Remark *string `json:"remark"`
}

// MarshalJSON returns the explanation as the library writes it.
func (e *Explanation) MarshalJSON() ([]byte, error) { return e.json, nil }

// String returns a table for people, with a row for each stage.
func (e *Explanation) String() string { return e.table }

// ContentType returns headers of one Content-Type.
func ContentType(value string) map[string][]string {
	return map[string][]string{"Content-Type": {value}}
}

// Sniff tells which encoding a resource is in, in the crawler's reading. body is the resource or its start.
//
// Of the headers, Content-Type and Content-Language are used. Of the body, at most the first 512 MiB are.
func Sniff(body []byte, header map[string][]string) (Sniffed, error) {
	return defaultContext.Sniff(body, header)
}

// Decode returns the text of a resource, in the crawler's reading. Malformed sequences become U+FFFD.
func Decode(body []byte, header map[string][]string) (Decoded, error) {
	return defaultContext.Decode(body, header)
}

// Explain returns the verdict of [Sniff] and what every stage found.
func Explain(body []byte, header map[string][]string) (*Explanation, error) {
	return defaultContext.Explain(body, header)
}

// Sniff is [Sniff] in this context.
func (c *Context) Sniff(body []byte, header map[string][]string) (Sniffed, error) {
	i, err := acquire()
	if err != nil {
		return Sniffed{}, err
	}
	defer i.release()
	return i.sniff(c, body, header)
}

// How much is looked at first, in bytes: passing more takes longer than looking at it, where it is labelled.
const startSize = 4096

func (i *instance) sniff(c *Context, body []byte, header map[string][]string) (Sniffed, error) {
	handle, headers, err := i.give(c, header)
	if err != nil {
		return Sniffed{}, err
	}
	body = body[:min(len(body), maxInput)]
	if len(body) > startSize && c != nil && c.facts.Reading != Crawler {
		if err := i.pass(body[:startSize]); err != nil {
			return Sniffed{}, err
		}
		decided, err := i.call(fnSniffStart, uint64(i.in.pointer), startSize, headers.pointer, headers.count, handle, uint64(i.result))
		if err != nil {
			return Sniffed{}, err
		}
		if decided&1 != 0 {
			return i.sniffed(0)
		}
	}
	if err := i.pass(body); err != nil {
		return Sniffed{}, err
	}
	_, err = i.call(fnSniff, uint64(i.result), uint64(i.in.pointer), uint64(len(body)), headers.pointer, headers.count, handle)
	if err != nil {
		return Sniffed{}, err
	}
	return i.sniffed(0)
}

const (
	// The sizes in bytes of a charsniff_sniffed and of a charsniff_refuted.
	sniffedSize = 88
	refutedSize = 26
)

// sniffed reads a verdict at an offset in the room for results.
func (i *instance) sniffed(offset uint32) (Sniffed, error) {
	bytes := i.view(i.result+offset, sniffedSize)
	if len(bytes) < sniffedSize || encodingOf(bytes[0]) == NoEncoding {
		return Sniffed{}, errBroken
	}
	sniffed := Sniffed{
		Encoding:   encodingOf(bytes[0]),
		Source:     Source(bytes[1]),
		Confidence: Confidence(bytes[2]),
		Isomorphic: bytes[3] != 0,
		UTF32:      bytes[sniffedSize-1] != 0,
		BOMLength:  int(binary.LittleEndian.Uint32(bytes[4:])),
	}
	for n := range int(bytes[8]) {
		claim := bytes[9+n*refutedSize:][:refutedSize]
		label := make([]rune, claim[2])
		for at := range label {
			label[at] = rune(claim[3+at])
		}
		sniffed.Refuted = append(sniffed.Refuted, Refuted{Source(claim[0]), encodingOf(claim[1]), string(label)})
	}
	return sniffed, nil
}

// given are headers that were passed to an instance: where the first charsniff_header is, and how many there are.
type given struct{ pointer, count uint64 }

// give passes headers, and returns the handle of the context that they and c tell.
func (i *instance) give(c *Context, header map[string][]string) (handle uint64, headers given, err error) {
	if headers, err = i.passHeaders(header); err != nil {
		return 0, given{}, err
	}
	context, err := i.context(c, headers)
	return uint64(context), headers, err
}

// The headers that the library reads.
var usedHeaders = [...]string{"Content-Type", "Content-Language"}

// passHeaders passes an array of charsniff_header: pointers to a name and a value each.
func (i *instance) passHeaders(header map[string][]string) (given, error) {
	if len(header) == 0 {
		return given{}, nil
	}
	number, size := 0, 0
	for _, name := range usedHeaders {
		for _, value := range header[name] {
			number++
			size += len(name) + len(value) + 2
		}
	}
	if number == 0 {
		return given{}, nil
	}
	if err := i.reserve(&i.headers, number*8+size); err != nil {
		return given{}, err
	}
	room := i.view(i.headers.pointer, uint32(number*8+size))
	at, text := 0, number*8
	put := func(value string) {
		binary.LittleEndian.PutUint32(room[at:], i.headers.pointer+uint32(text))
		at += 4
		text += copy(room[text:], value)
		room[text] = 0
		text++
	}
	for _, name := range usedHeaders {
		for _, value := range header[name] {
			put(name)
			put(value)
		}
	}
	return given{uint64(i.headers.pointer), uint64(number)}, nil
}

// Decode is [Decode] in this context. Malformed sequences become U+FFFD in every row.
func (c *Context) Decode(body []byte, header map[string][]string) (Decoded, error) {
	if c != nil && c.facts.Repair {
		return c.decode(fnDecode, body, header, true)
	}
	sniffed, err := c.Sniff(body, header)
	if err != nil {
		return Decoded{}, err
	}
	text, hadErrors, err := sniffed.text(body)
	if err != nil {
		return Decoded{}, err
	}
	return Decoded{Sniffed: sniffed, Text: text, HadErrors: hadErrors}, nil
}

// text decodes by a verdict.
func (s Sniffed) text(body []byte) (text string, hadErrors bool, err error) {
	body = body[min(s.BOMLength, len(body)):]
	if s.Isomorphic {
		text := make([]rune, len(body))
		for n, b := range body {
			text[n] = rune(b)
		}
		return string(text), false, nil
	}
	if s.UTF32 {
		text, hadErrors := utf32(body, s.Encoding == UTF16BE)
		return text, hadErrors, nil
	}
	return s.Encoding.Decode(body)
}

// utf32 decodes UTF-32. Four bytes are a scalar value; anything else becomes U+FFFD.
func utf32(body []byte, isBigEndian bool) (text string, hadErrors bool) {
	var order binary.ByteOrder = binary.LittleEndian
	if isBigEndian {
		order = binary.BigEndian
	}
	var decoded strings.Builder
	for ; len(body) > 0; body = body[min(4, len(body)):] {
		point := uint32(utf8.RuneError)
		isUnit := len(body) >= 4
		if isUnit {
			point = order.Uint32(body)
		}
		if !isUnit || point > utf8.MaxRune || !utf8.ValidRune(rune(point)) {
			point, hadErrors = utf8.RuneError, true
		}
		decoded.WriteRune(rune(point))
	}
	return decoded.String(), hadErrors
}

// TryDecode is [Context.Decode], but where the row allows no malformed sequence, as "xml" in the standard's reading, it
// returns a [*DecodeError] for the first one.
func (c *Context) TryDecode(body []byte, header map[string][]string) (Decoded, error) {
	return c.decode(fnTryDecode, body, header, false)
}

// atRepairs is where the list of repairs is in the room for results, behind a charsniff_decoded.
const atRepairs = resultSize - 4

// decode lets the module decode all of a resource.
func (c *Context) decode(fn function, body []byte, header map[string][]string, lists bool) (Decoded, error) {
	if len(body) > maxInput {
		return Decoded{}, fmt.Errorf("charsniff: %d bytes are too many at once: use a Reader", len(body))
	}
	i, err := acquire()
	if err != nil {
		return Decoded{}, err
	}
	defer i.release()
	handle, headers, err := i.give(c, header)
	if err != nil {
		return Decoded{}, err
	}
	if err := i.pass(body); err != nil {
		return Decoded{}, err
	}
	arguments := []uint64{uint64(i.in.pointer), uint64(len(body)), headers.pointer, headers.count, handle, uint64(i.result)}
	var result uint64
	if lists {
		result, err = i.callNamed("charsniff_decode_with_repairs", append(arguments, uint64(i.result+atRepairs))...)
	} else {
		result, err = i.call(fn, arguments...)
	}
	if err != nil {
		return Decoded{}, err
	}
	// charsniff_decoded: the text (a pointer and a length), the verdict, how many errors, where the error is.
	sniffed, err := i.sniffed(8)
	if err != nil {
		return Decoded{}, err
	}
	switch result {
	case resultInputEmpty:
		decoded := Decoded{Sniffed: sniffed, HadErrors: i.u32(8+sniffedSize) != 0}
		list := i.u32(atRepairs)
		if decoded.Text, err = i.takeString(i.result); err == nil && lists {
			decoded.Repairs, err = i.takeRepairs(list)
		}
		return decoded, err
	case resultMalformed:
		return Decoded{Sniffed: sniffed}, &DecodeError{sniffed.Encoding, int(i.u32(12 + sniffedSize)), int(i.u32(16 + sniffedSize))}
	}
	return Decoded{}, errBroken
}

// takeRepairs copies a list of repairs and frees it.
func (i *instance) takeRepairs(list uint32) ([]Repair, error) {
	if list == 0 {
		return nil, nil
	}
	count, err := i.callNamed("charsniff_repairs_count", uint64(list))
	if err != nil {
		return nil, err
	}
	repairs := make([]Repair, 0, count)
	for n := range count {
		if _, err := i.callNamed("charsniff_repairs_get", uint64(list), n, uint64(i.result)); err != nil {
			return nil, err
		}
		// charsniff_repair: start, end, damage, the encodings and their number, two texts.
		damage := min(int(i.u32(8)), len(damages)-1)
		repair := Repair{Start: int(i.u32(0)), End: int(i.u32(4)), Damage: damages[damage]}
		repair.Was, repair.Became = string(i.view(i.u32(20), i.u32(24))), string(i.view(i.u32(28), i.u32(32)))
		// The memory may move while the module runs.
		for _, number := range bytes.Clone(i.view(i.u32(12), i.u32(16))) {
			name, err := i.callNamed("charsniff_encoding_name", uint64(number))
			if err != nil {
				return nil, err
			}
			repair.Encodings = append(repair.Encodings, i.name(uint32(name)))
		}
		repairs = append(repairs, repair)
	}
	_, err = i.callNamed("charsniff_repairs_free", uint64(list))
	return repairs, err
}

// name copies a string that ends with a NUL.
func (i *instance) name(at uint32) string {
	var name []byte
	for {
		byte, ok := i.memory.ReadByte(at)
		if !ok || byte == 0 {
			return string(name)
		}
		name = append(name, byte)
		at++
	}
}

// takeString copies a charsniff_string and frees it.
func (i *instance) takeString(at uint32) (string, error) {
	fields := i.view(at, 8)
	if len(fields) < 8 {
		return "", errBroken
	}
	pointer, length := binary.LittleEndian.Uint32(fields), binary.LittleEndian.Uint32(fields[4:])
	if pointer == 0 {
		return "", errBroken
	}
	text := string(i.view(pointer, length))
	_, err := i.call(fnStringFree, uint64(at))
	return text, err
}

// Explain is [Explain] in this context.
func (c *Context) Explain(body []byte, header map[string][]string) (*Explanation, error) {
	i, err := acquire()
	if err != nil {
		return nil, err
	}
	defer i.release()
	return i.explain(c, body, header)
}

func (i *instance) explain(c *Context, body []byte, header map[string][]string) (*Explanation, error) {
	handle, headers, err := i.give(c, header)
	if err != nil {
		return nil, err
	}
	body = body[:min(len(body), maxInput)]
	if err := i.pass(body); err != nil {
		return nil, err
	}
	explanation, err := i.call(fnExplain, uint64(i.in.pointer), uint64(len(body)), headers.pointer, headers.count, handle)
	if err != nil {
		return nil, err
	}
	if explanation == 0 {
		return nil, errBroken
	}
	if _, err := i.call(fnExplanationJSON, explanation, uint64(i.result)); err != nil {
		return nil, err
	}
	text, err := i.takeString(i.result)
	if err != nil {
		return nil, err
	}
	if _, err := i.callNamed("charsniff_explanation_text", uint64(i.result), explanation); err != nil {
		return nil, err
	}
	table := string(i.view(i.u32(0), i.u32(4)))
	if _, err := i.call(fnExplanationFree, explanation); err != nil {
		return nil, err
	}
	e := &Explanation{json: []byte(text), table: table}
	if err := json.Unmarshal(e.json, (*plainExplanation)(e)); err != nil {
		return nil, err
	}
	return e, nil
}

// plainExplanation is an explanation without its methods, which encoding/json would call.
type plainExplanation Explanation

// Decode decodes bytes that are in this encoding. Malformed sequences become U+FFFD, and hadErrors says whether there
// were any. A byte order mark is text.
func (e Encoding) Decode(body []byte) (text string, hadErrors bool, err error) {
	if e == UTF8 && utf8.Valid(body) {
		return string(body), false, nil
	}
	if !e.isSingleByte() {
		return e.decode(body)
	}
	t, err := e.table()
	if err != nil {
		return "", false, err
	}
	text, hadErrors = t.text(body)
	return text, hadErrors, nil
}

// Content says whether bytes are text.
type Content uint8

const (
	// Text is text whose characters depend on the encoding.
	Text Content = iota
	// ASCII is text that is the same in nearly every encoding.
	ASCII
	// Binary is an image, an archive, a program and the like.
	Binary
)

// String returns the name: "ascii".
func (c Content) String() string {
	switch c {
	case Text:
		return "text"
	case ASCII:
		return "ascii"
	case Binary:
		return "binary"
	}
	return fmt.Sprintf("Content(%d)", uint8(c))
}

// ContentOf tells whether bytes are text. The first 1,445 decide whether they are binary.
func ContentOf(body []byte) (Content, error) {
	i, err := acquire()
	if err != nil {
		return Text, err
	}
	defer i.release()
	body = body[:min(len(body), maxInput)]
	if err := i.pass(body); err != nil {
		return Text, err
	}
	content, err := i.call(fnContent, uint64(i.in.pointer), uint64(len(body)))
	return Content(content), err
}
