package charsniff

// The library's vectors, which every binding must pass: ../../fixtures/vectors/README.md describes them. If one fails
// although the sources of the library are right, charsniff.wasm is out of date: `go generate` makes it again.

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const fixtures = "../../fixtures"

// vectors reads a file of vectors, which exists in the repository only.
func vectors[T any](t *testing.T, name string) []T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fixtures, "vectors", name))
	if os.IsNotExist(err) {
		t.Skipf("no %s: the vectors are in the repository only", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return all
}

// octets are bytes, in JSON a string with a character for each, or pieces of such strings, each of which may repeat.
type octets []byte

func (o *octets) UnmarshalJSON(text []byte) error {
	var whole string
	if json.Unmarshal(text, &whole) == nil {
		for _, character := range whole {
			*o = append(*o, byte(character))
		}
		return nil
	}
	var pieces []json.RawMessage
	if err := json.Unmarshal(text, &pieces); err != nil {
		return err
	}
	for _, piece := range pieces {
		var once octets
		count := 1
		if piece[0] == '"' {
			if err := json.Unmarshal(piece, &once); err != nil {
				return err
			}
		} else if err := json.Unmarshal(piece, &[]any{&once, &count}); err != nil {
			return err
		}
		for range count {
			*o = append(*o, once...)
		}
	}
	return nil
}

type factsVector struct {
	Context, OverrideEncoding, OverrideMIMEType, ReferenceCharset    string
	Locale, TLD, URL, MIMEType, StringType, Detection                string
	Parent, History, StyleSheet, Document, DefaultEncoding, Encoding Encoding
	SameOrigin                                                       *bool
	DetectISO2022JP, InWorker, Truncated, Fatal, IgnoreBOM           bool
	DetectionCeiling, PrescanLimit                                   int
}

// UnmarshalJSON takes names with underscores; an unknown name is an error.
func (f *factsVector) UnmarshalJSON(text []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for name, value := range all {
		name = strings.ReplaceAll(name, "_", "")
		field := reflect.ValueOf(f).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
		if !field.IsValid() {
			return fmt.Errorf("unknown fact %q", name)
		}
		if err := json.Unmarshal(value, field.Addr().Interface()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

var readings = map[string]Reading{"standard": Standard, "chromium": Chromium, "firefox": Firefox, "crawler": Crawler}

func (f factsVector) context(t *testing.T, reading string) *Context {
	t.Helper()
	if reading == "firefox" && f.Detection == "" {
		f.Detection = "legacy"
	}
	c, err := NewContext(Facts{
		Context: f.Context, Reading: readings[reading], OverrideEncoding: f.OverrideEncoding,
		OverrideMIMEType: f.OverrideMIMEType, DefaultEncoding: f.DefaultEncoding,
		ReferenceCharset: f.ReferenceCharset, Parent: f.Parent, CrossOrigin: f.SameOrigin != nil && !*f.SameOrigin,
		History: f.History, StyleSheet: f.StyleSheet, Document: f.Document, Locale: f.Locale, TLD: f.TLD, URL: f.URL,
		MIMEType: f.MIMEType, StringType: f.StringType, Detection: f.Detection, DetectISO2022JP: f.DetectISO2022JP,
		DetectionCeiling: f.DetectionCeiling, PrescanLimit: f.PrescanLimit, InWorker: f.InWorker, Truncated: f.Truncated,
		Encoding: f.Encoding, Fatal: f.Fatal, IgnoreBOM: f.IgnoreBOM,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// byReading returns the answer of each reading.
func byReading[T any](answers map[string]T) map[string]T {
	all := make(map[string]T)
	for names, answer := range answers {
		if names == "all" {
			names = "standard chromium firefox crawler"
		}
		for _, name := range strings.Fields(names) {
			all[name] = answer
		}
	}
	return all
}

type textVector struct {
	Text        string
	HadErrors   bool `json:"had_errors"`
	ErrorOffset int  `json:"error_offset"`
	ErrorLength int  `json:"error_length"`
}

func asVector(text string, hadErrors bool, err error) textVector {
	if malformed, ok := err.(*DecodeError); ok {
		return textVector{ErrorOffset: malformed.Offset, ErrorLength: malformed.Length}
	}
	if err != nil {
		text = err.Error()
	}
	return textVector{Text: text, HadErrors: hadErrors}
}

func line(s Sniffed) string { return fmt.Sprint(s, " ", s.BOMLength) }

func TestVectorsOfResources(t *testing.T) {
	type vector struct {
		ID           string
		Facts        *factsVector
		Headers      [][2]string
		File         string
		Bytes        octets
		Verdicts     map[string]string
		Texts        map[string]textVector
		Explanations map[string]json.RawMessage
	}
	verdicts, texts, explanations, refuted := 0, 0, 0, 0
	for _, v := range vectors[vector](t, "resources.json") {
		if v.Facts == nil {
			v.Facts = &factsVector{Context: "html"}
		}
		if v.File != "" {
			bytes, err := os.ReadFile(filepath.Join(fixtures, v.File))
			if err != nil {
				t.Fatal(err)
			}
			v.Bytes = bytes
		}
		var header map[string][]string
		if v.Headers != nil {
			header = make(map[string][]string)
		}
		for _, pair := range v.Headers {
			name := map[string]string{"content-type": "Content-Type", "content-language": "Content-Language"}[strings.ToLower(pair[0])]
			header[name] = append(header[name], pair[1])
		}
		for reading, want := range byReading(v.Verdicts) {
			verdicts++
			if got := line(must(v.Facts.context(t, reading).Sniff(v.Bytes, header))); got != want {
				t.Errorf("%s as %s: %s, not %s", v.ID, reading, got, want)
			}
		}
		for reading, want := range byReading(v.Texts) {
			texts++
			c := v.Facts.context(t, reading)
			decoded, err := c.TryDecode(v.Bytes, header)
			if got := asVector(decoded.Text, decoded.HadErrors, err); got != want {
				t.Errorf("%s as %s: TryDecode: %+v, not %+v", v.ID, reading, got, want)
			}
			if decoded := must(c.Decode(v.Bytes, header)); err == nil && (decoded.Text != want.Text || decoded.HadErrors != want.HadErrors) {
				t.Errorf("%s as %s: Decode: %+v, not %+v", v.ID, reading, decoded, want)
			}
			for _, size := range []int{1, 13} {
				text, s, err := streamed(c.NewStream(header), v.Bytes, size)
				if got := asVector(text, s.HadErrors(), err); got != want {
					t.Errorf("%s as %s, %d bytes at a time: %+v, not %+v", v.ID, reading, size, got, want)
				}
			}
		}
		for reading, want := range byReading(v.Explanations) {
			explanations++
			c := v.Facts.context(t, reading)
			explanation := must(c.Explain(v.Bytes, header))
			claims := refutedOf(explanation.Refuted)
			if got := must(c.Sniff(v.Bytes, header)).Refuted; !reflect.DeepEqual(got, claims) {
				t.Errorf("%s as %s: refuted %v, not %v", v.ID, reading, got, claims)
			}
			refuted += len(claims)
			got, err := json.Marshal(explanation)
			// Marshal escapes the same characters in both.
			wanted, _ := json.Marshal(want)
			if err != nil || string(got) != string(wanted) {
				t.Errorf("%s as %s, explained:\n%s, not\n%s", v.ID, reading, got, wanted)
			}
		}
	}
	t.Logf("vectors: %d verdicts, %d texts, %d explanations", verdicts, texts, explanations)
	if refuted == 0 {
		t.Error("nothing was refuted")
	}
}

// refutedOf returns an explanation's refuted declarations as a verdict has them.
func refutedOf(claims []RefutedClaim) (all []Refuted) {
	for _, claim := range claims {
		one := Refuted{Source: Source(slices.Index(sourceNames[:], claim.Source))}
		one.Encoding, _ = Lookup(claim.Encoding)
		if claim.Label != nil {
			one.Label = *claim.Label
		}
		all = append(all, one)
	}
	return all
}

func streamed(s *Stream, bytes []byte, size int) (string, *Stream, error) {
	var text []byte
	var err error
	for len(bytes) > 0 && err == nil {
		n := min(size, len(bytes))
		text, err = s.push(text, bytes[:n])
		bytes = bytes[n:]
	}
	if err == nil {
		text, err = s.finish(text)
	}
	return string(text), s, err
}

func TestVectorsOfChanges(t *testing.T) {
	type step struct {
		Step, Label, Change, Text string
		Bytes                     octets
		Encoding                  *string
		Error                     *[2]int
		AfterEnd                  bool `json:"after_end"`
	}
	type vector struct {
		ID      string
		Facts   factsVector
		Reading string
		Steps   []step
	}
	steps := 0
	for _, v := range vectors[vector](t, "changes.json") {
		s := v.Facts.context(t, v.Reading).NewStream(nil)
		for number, want := range v.Steps {
			got := step{Step: want.Step, Label: want.Label, Bytes: want.Bytes}
			var err error
			switch want.Step {
			case "push":
				got.Text, err = s.Push(want.Bytes)
			case "decide":
				got.Text, err = s.Decide()
			case "finish":
				got.Text, err = s.Finish()
			case "change":
				var change Change
				change, got.Text = s.ChangeTheEncoding(want.Label)
				got.Change = change.String()
			default:
				t.Fatalf("%s: unknown step %q", v.ID, want.Step)
			}
			if malformed, ok := err.(*DecodeError); ok {
				got.Error = &[2]int{malformed.Offset, malformed.Length}
			}
			got.AfterEnd = err == ErrFinished
			if sniffed, ok := s.Sniffed(); ok {
				name := sniffed.Encoding.String()
				got.Encoding = &name
			}
			if !reflect.DeepEqual(got, want) {
				g, _ := json.Marshal(got)
				w, _ := json.Marshal(want)
				t.Errorf("%s, step %d:\n%s, not\n%s", v.ID, number, g, w)
			}
			steps++
		}
	}
	t.Logf("vectors: %d steps of streams", steps)
}

func TestVectorsOfDetections(t *testing.T) {
	type vector struct {
		ID      string
		Bytes   octets
		Content string
		Guess   *struct {
			Encoding    string
			Probability float64
			RunnersUp   [][2]any `json:"runners_up"`
		}
	}
	isNear := func(got float32, want float64) bool { return math.Abs(float64(got)-want) <= 0.001 }
	all := vectors[vector](t, "detections.json")
	for _, v := range all {
		guess, ok, err := Detect(v.Bytes)
		if ok != (v.Guess != nil) || err != nil {
			t.Errorf("%s: %v, %v", v.ID, ok, err)
		}
		if content := must(ContentOf(v.Bytes)).String(); content != v.Content {
			t.Errorf("%s: %s, not %s", v.ID, content, v.Content)
		}
		if v.Guess == nil {
			continue
		}
		same := guess.Encoding.String() == v.Guess.Encoding && isNear(guess.Probability, v.Guess.Probability) &&
			len(guess.RunnersUp) == len(v.Guess.RunnersUp)
		for n, want := range v.Guess.RunnersUp {
			same = same && guess.RunnersUp[n].Encoding.String() == want[0] && isNear(guess.RunnersUp[n].Probability, want[1].(float64))
		}
		if !same {
			t.Errorf("%s: %v, not %v", v.ID, guess, *v.Guess)
		}
	}
	t.Logf("vectors: %d detections", len(all))
}

func TestVectorsOfEncodings(t *testing.T) {
	type vector struct {
		Encoding       string
		Labels         []string
		OutputEncoding string `json:"output_encoding"`
		Decode         []struct {
			Bytes octets
			Text  string
			Error *[2]int
		}
		Encode []struct {
			Text      string
			Bytes     octets
			HadErrors bool `json:"had_errors"`
		}
		Pairs, Characters uint32
	}
	hash := func(bytes []byte) uint32 {
		h := fnv.New32a()
		h.Write(bytes)
		return h.Sum32()
	}
	pairs := everyPair()
	characters := everyCharacter()
	all := vectors[vector](t, "encodings.json")
	if len(all) != len(Encodings()) {
		t.Errorf("%d encodings, not %d", len(Encodings()), len(all))
	}
	for number, v := range all {
		e := Encodings()[number]
		if e.String() != v.Encoding || e.OutputEncoding().String() != v.OutputEncoding {
			t.Errorf("%s, output %s, not %s, %s", e, e.OutputEncoding(), v.Encoding, v.OutputEncoding)
		}
		for _, label := range v.Labels {
			if found, ok := Lookup(label); !ok || found != e {
				t.Errorf("%q: %s, not %s", label, found, e)
			}
		}
		for _, d := range v.Decode {
			if text, hadErrors, err := e.Decode(d.Bytes); text != d.Text || hadErrors != (d.Error != nil) || err != nil {
				t.Errorf("%s: %q: %q, %v, not %q", e, d.Bytes, text, hadErrors, d.Text)
			}
		}
		for _, d := range v.Encode {
			if bytes, hadErrors, err := e.Encode(d.Text); string(bytes) != string(d.Bytes) || hadErrors != d.HadErrors || err != nil {
				t.Errorf("%s: %q: %q, %v, not %q", e, d.Text, bytes, hadErrors, d.Bytes)
			}
		}
		if text, _, err := e.Decode(pairs); hash([]byte(text)) != v.Pairs || err != nil {
			t.Errorf("%s: pairs", e)
		}
		if bytes, _, err := e.Encode(characters); hash(bytes) != v.Characters || err != nil {
			t.Errorf("%s: characters", e)
		}
	}
	t.Logf("vectors: %d encodings", len(all))
}

// everyPair is each byte above 7F before each byte, each pair before a line feed.
func everyPair() []byte {
	var pairs []byte
	for lead := 0x80; lead <= 0xFF; lead++ {
		for trail := 0; trail <= 0xFF; trail++ {
			pairs = append(pairs, byte(lead), byte(trail), '\n')
		}
	}
	return pairs
}

// everyCharacter is each scalar value up to U+2FFFF.
func everyCharacter() string {
	var text strings.Builder
	for c := rune(0); c <= 0x2FFFF; c++ {
		if c < 0xD800 || c > 0xDFFF {
			text.WriteRune(c)
		}
	}
	return text.String()
}
