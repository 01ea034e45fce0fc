package charsniff

import (
	"fmt"
	"math"
	"strings"
	"sync/atomic"
)

// Reading says by whose rules a resource is read.
type Reading uint8

const (
	// Crawler takes headers and declarations as claims, and lets the bytes decide.
	Crawler Reading = iota
	// Standard is the Web standards' reading.
	Standard
	// Chromium reads as that browser does.
	Chromium
	// Firefox reads as that browser does, but with the library's detector.
	Firefox
)

var readingNames = [...]string{"crawler", "standard", "chromium", "firefox"}

// String returns the name: "crawler".
func (r Reading) String() string {
	if int(r) < len(readingNames) {
		return readingNames[r]
	}
	return fmt.Sprintf("Reading(%d)", uint8(r))
}

// Facts are what is known of a resource besides its bytes and headers. The zero value is a page that a crawler reads. A
// fact that the row does not consult is ignored; [Context.Explain] says so.
type Facts struct {
	// Context is the row of the table of contexts: "html", "xml", "css-from-document", "classic-script", "text-document",
	// "fetch-json" and so on. If it is "", the headers decide; where they do not tell the kind of resource, it is "html".
	Context string
	// Reading says by whose rules the resource is read.
	Reading Reading
	// OverrideEncoding is the encoding that the user chose, a known definite encoding, or XMLHttpRequest's override
	// charset, as a label. One that names no encoding hides the header's charset from XMLHttpRequest; elsewhere it is as
	// if absent.
	OverrideEncoding string
	// OverrideMIMEType is the MIME type that the caller says the resource has, as XMLHttpRequest's overrideMimeType() does:
	// its charset comes before the header's.
	OverrideMIMEType string
	// ReferenceCharset is the label on the reference: <script charset>, <link charset>.
	ReferenceCharset string
	// Parent is the encoding of the parent document, for a page in a frame. It counts unless CrossOrigin is true.
	Parent Encoding
	// CrossOrigin says that the parent is of another origin, so that its encoding does not count.
	CrossOrigin bool
	// History is the encoding that the resource had on an earlier visit.
	History Encoding
	// StyleSheet is the encoding of the importing style sheet.
	StyleSheet Encoding
	// Document is the encoding of the document that refers to the resource.
	Document Encoding
	// DefaultEncoding is the encoding to use where nothing else decides: HTML's user-specified default encoding, which
	// comes before that of the locale.
	DefaultEncoding Encoding
	// Locale is the user's locale, a BCP 47 tag: "ja".
	Locale string
	// TLD is the top-level domain of the host, a hint for the detector: "jp". Of a longer domain only the last label is used.
	TLD string
	// URL is the resource's; of it, only the top-level domain of the host is used.
	URL string
	// MIMEType is the MIME type, used where no Content-Type header came and the row depends on it.
	MIMEType string
	// StringType is, for the row "x500-string", the string's type: "utf8", "bmp", "teletex" or "ascii".
	StringType string
	// Detection is how far the detector may go: "off", "legacy" (never UTF-8) or "full"; "" is the reading's own.
	Detection string
	// Only these encodings may be the detector's answer, if any are given. Declarations still count.
	Only []Encoding
	// Except these encodings, which may not be the detector's answer.
	Except []Encoding
	// Prefer one of these encodings where the bytes leave the detector's answer open.
	Prefer []Encoding
	// DetectISO2022JP allows the detector to answer ISO-2022-JP in HTML too.
	DetectISO2022JP bool
	// DetectionCeiling is how many bytes from the start the detector may look at; 0 is no limit.
	DetectionCeiling int
	// PrescanLimit is how many bytes from the start the prescan may read; 0 is the standard's 1,024.
	PrescanLimit int
	// InWorker says, for the row "module-script", that the script is a worker's.
	InWorker bool
	// Truncated says that the bytes end before the resource does.
	Truncated bool
	// Repair decodes malformed sequences in UTF-8 that are legacy text, and UTF-8 that was encoded twice, as what they
	// were meant to be. Streams and readers do not repair.
	Repair bool
	// Lossy replaces malformed sequences by U+FFFD even where they would be an error.
	Lossy bool
	// Encoding is, for the row "text-decoder", its encoding.
	Encoding Encoding
	// Fatal says, for the row "text-decoder", that malformed input is an error.
	Fatal bool
	// IgnoreBOM says, for the row "text-decoder", that a byte order mark is kept as U+FEFF.
	IgnoreBOM bool
}

// Context is where bytes are going, and what is known of them. It does not change, and any number of goroutines may use
// it. A nil *Context is that of the zero [Facts].
type Context struct {
	id    uint64
	facts Facts
	// Encodings of the facts, by name of the C function that takes them.
	encodings []encodingFact
	lists     []encodingList
}

type encodingList struct {
	function string
	// A byte each.
	encodings []byte
}

type encodingFact struct {
	function string
	encoding Encoding
}

// numbersOf returns encodings as the module takes them, a byte each.
func numbersOf(encodings []Encoding) ([]byte, error) {
	numbers := make([]byte, len(encodings))
	for n, e := range encodings {
		if err := e.check(); err != nil {
			return nil, err
		}
		numbers[n] = e.number()
	}
	return numbers, nil
}

var contextCount atomic.Uint64

var defaultContext = &Context{}

// NewContext returns the context of facts. An error names the fact that is wrong, and its value.
func NewContext(facts Facts) (*Context, error) {
	c := &Context{id: contextCount.Add(1), facts: facts}
	encodings := []struct {
		name     string
		encoding Encoding
		function string
	}{
		{"Parent", facts.Parent, "charsniff_context_parent"},
		{"History", facts.History, "charsniff_context_history"},
		{"StyleSheet", facts.StyleSheet, "charsniff_context_style_sheet"},
		{"Document", facts.Document, "charsniff_context_document"},
		{"DefaultEncoding", facts.DefaultEncoding, "charsniff_context_default_encoding"},
		{"Encoding", facts.Encoding, ""},
	}
	for _, fact := range encodings {
		if fact.encoding == NoEncoding {
			continue
		}
		if !fact.encoding.isOne() {
			return nil, fmt.Errorf("charsniff: Facts.%s: %s is no encoding", fact.name, fact.encoding)
		}
		if fact.function != "" {
			c.encodings = append(c.encodings, encodingFact{fact.function, fact.encoding})
		}
	}
	lists := []struct {
		name, function string
		encodings      []Encoding
	}{
		{"Only", "charsniff_context_only", facts.Only},
		{"Except", "charsniff_context_except", facts.Except},
		{"Prefer", "charsniff_context_prefer", facts.Prefer},
	}
	for _, list := range lists {
		for _, e := range list.encodings {
			if !e.isOne() {
				return nil, fmt.Errorf("charsniff: Facts.%s: %s is no encoding", list.name, e)
			}
		}
		numbers, err := numbersOf(list.encodings)
		if err != nil {
			return nil, err
		}
		if len(numbers) > 0 {
			c.lists = append(c.lists, encodingList{list.function, numbers})
		}
	}
	strings_ := []struct{ name, value string }{
		{"Context", facts.Context}, {"OverrideEncoding", facts.OverrideEncoding},
		{"OverrideMIMEType", facts.OverrideMIMEType}, {"ReferenceCharset", facts.ReferenceCharset}, {"Locale", facts.Locale}, {"TLD", facts.TLD}, {"URL", facts.URL},
		{"MIMEType", facts.MIMEType}, {"StringType", facts.StringType}, {"Detection", facts.Detection},
	}
	for _, fact := range strings_ {
		if strings.IndexByte(fact.value, 0) >= 0 {
			return nil, fmt.Errorf("charsniff: Facts.%s: %q contains a NUL", fact.name, fact.value)
		}
	}
	switch {
	case facts.PrescanLimit < 0:
		return nil, fmt.Errorf("charsniff: Facts.PrescanLimit: %d is negative", facts.PrescanLimit)
	case facts.DetectionCeiling < 0:
		return nil, fmt.Errorf("charsniff: Facts.DetectionCeiling: %d is negative", facts.DetectionCeiling)
	case int(facts.Reading) >= len(readingNames):
		return nil, fmt.Errorf("charsniff: Facts.Reading: no reading has the number %d", facts.Reading)
	case facts.Context == "text-decoder" && facts.Encoding == NoEncoding:
		return nil, fmt.Errorf("charsniff: Facts.Encoding: the row \"text-decoder\" needs one")
	case facts.Context != "text-decoder" && (facts.Encoding != NoEncoding || facts.Fatal || facts.IgnoreBOM):
		return nil, fmt.Errorf("charsniff: Facts.Encoding, Fatal and IgnoreBOM are facts of the row \"text-decoder\", not of %q", facts.Context)
	}
	i, err := acquire()
	if err != nil {
		return nil, err
	}
	defer i.release()
	if _, err := i.context(c, given{}); err != nil {
		return nil, err
	}
	return c, nil
}

// Facts returns what the context was made of.
func (c *Context) Facts() Facts {
	if c == nil {
		return Facts{}
	}
	return c.facts
}

// contextKey names a context in an instance.
type contextKey struct {
	id uint64
	// The row that the headers tell, where they decide about it; else -1.
	kind int16
}

// noKind is charsniff_kind's number of no row.
const noKind = 255

// context returns the handle of a context in this instance, for headers that were passed to it.
func (i *instance) context(c *Context, headers given) (uint32, error) {
	if c == nil {
		c = defaultContext
	}
	key := contextKey{c.id, -1}
	if c.facts.Context == "" {
		key.kind = noKind
		if headers.count > 0 {
			kind, err := i.call(fnKindForHeaders, headers.pointer, headers.count)
			if err != nil {
				return 0, err
			}
			key.kind = int16(uint8(kind))
		}
	}
	if handle, ok := i.contexts[key]; ok {
		return handle, nil
	}
	if len(i.contexts) >= keptContexts {
		for key, handle := range i.contexts {
			if _, err := i.call(fnContextFree, uint64(handle)); err != nil {
				return 0, err
			}
			delete(i.contexts, key)
		}
	}
	handle, err := i.newContext(c, key.kind)
	if err != nil {
		return 0, err
	}
	i.contexts[key] = handle
	return handle, nil
}

// newContext makes a context in this instance, of the row of this number where the facts name none.
func (i *instance) newContext(c *Context, kind int16) (uint32, error) {
	facts := &c.facts
	var handle uint64
	var err error
	switch {
	case facts.Context == "text-decoder":
		handle, err = i.call(fnContextForTextDecoder, uint64(facts.Encoding.number()))
	case facts.Context != "":
		handle, err = i.callWithString(fnContextNew, facts.Context)
	case kind == noKind:
		handle, err = i.callWithString(fnContextNew, "html")
	default:
		handle, err = i.call(fnContextOf, uint64(kind))
	}
	if err != nil {
		return 0, err
	}
	if handle == 0 {
		return 0, fmt.Errorf("charsniff: Facts.Context: no row is named %q", facts.Context)
	}
	if err := i.addFacts(c, handle); err != nil {
		_, _ = i.call(fnContextFree, handle)
		return 0, err
	}
	return uint32(handle), nil
}

func (i *instance) addFacts(c *Context, handle uint64) error {
	facts := &c.facts
	// setText adds a fact that is text, and returns whether it is one of those that the function knows.
	setText := func(function, value string) (bool, error) {
		if value == "" {
			return true, nil
		}
		if err := i.passString(&i.strings, value); err != nil {
			return false, err
		}
		known, err := i.callNamed(function, handle, uint64(i.strings.pointer))
		return known&1 != 0, err
	}
	texts := []struct{ function, value string }{
		{"charsniff_context_override_encoding", facts.OverrideEncoding},
		{"charsniff_context_override_mime_type", facts.OverrideMIMEType},
		{"charsniff_context_reference_charset", facts.ReferenceCharset},
		{"charsniff_context_locale", facts.Locale},
		{"charsniff_context_tld", facts.TLD},
		{"charsniff_context_url", facts.URL},
		{"charsniff_context_mime_type", facts.MIMEType},
	}
	for _, fact := range texts {
		if _, err := setText(fact.function, fact.value); err != nil {
			return err
		}
	}
	names := []struct{ function, field, value string }{
		{"charsniff_context_detection", "Detection", facts.Detection},
		{"charsniff_context_string_type", "StringType", facts.StringType},
	}
	for _, fact := range names {
		known, err := setText(fact.function, fact.value)
		if err != nil {
			return err
		}
		if !known {
			return fmt.Errorf("charsniff: Facts.%s: unknown value %q", fact.field, fact.value)
		}
	}
	for _, fact := range c.encodings {
		if _, err := i.callNamed(fact.function, handle, uint64(fact.encoding.number()), flag(!facts.CrossOrigin)); err != nil {
			return err
		}
	}
	for _, list := range c.lists {
		if err := i.passEncodings(list.function, handle, list.encodings); err != nil {
			return err
		}
	}
	flags := []struct {
		function string
		is       bool
	}{
		{"charsniff_context_detect_iso_2022_jp", facts.DetectISO2022JP},
		{"charsniff_context_in_worker", facts.InWorker},
		{"charsniff_context_truncated", facts.Truncated},
		{"charsniff_context_repair", facts.Repair},
		{"charsniff_context_lossy", facts.Lossy},
		{"charsniff_context_fatal", facts.Fatal},
		{"charsniff_context_ignore_bom", facts.IgnoreBOM},
	}
	for _, fact := range flags {
		if fact.is {
			if _, err := i.callNamed(fact.function, handle, 1); err != nil {
				return err
			}
		}
	}
	limits := []struct {
		function string
		bytes    int
	}{
		{"charsniff_context_detection_ceiling", facts.DetectionCeiling},
		{"charsniff_context_prescan_limit", facts.PrescanLimit},
	}
	for _, fact := range limits {
		if fact.bytes != 0 {
			if _, err := i.callNamed(fact.function, handle, uint64(min(fact.bytes, math.MaxUint32))); err != nil {
				return err
			}
		}
	}
	return i.addReading(facts.Reading, handle)
}

// passEncodings calls a function that takes an object and encodings, a byte each.
func (i *instance) passEncodings(function string, handle uint64, encodings []byte) error {
	if err := i.passString(&i.strings, string(encodings)); err != nil {
		return err
	}
	_, err := i.callNamed(function, handle, uint64(i.strings.pointer), uint64(len(encodings)))
	return err
}

func (i *instance) addReading(reading Reading, handle uint64) error {
	if err := i.passString(&i.strings, reading.String()); err != nil {
		return err
	}
	_, err := i.callNamed("charsniff_context_reading", handle, uint64(i.strings.pointer))
	return err
}
