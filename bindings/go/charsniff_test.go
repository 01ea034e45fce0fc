package charsniff

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// must is for calls whose error can only be the engine's.
func must[T any](got T, err error) T {
	if err != nil {
		panic(err)
	}
	return got
}

func TestErrorsNameTheWrongFact(t *testing.T) {
	wrong := map[string]Facts{
		`charsniff: Facts.Context: no row is named "page"`:            {Context: "page"},
		`charsniff: Facts.Parent: Encoding(77) is no encoding`:        {Parent: 77},
		`charsniff: Facts.Only: none is no encoding`:                  {Only: []Encoding{GBK, NoEncoding}},
		`charsniff: Facts.Except: Encoding(255) is no encoding`:       {Except: []Encoding{255}},
		`charsniff: Facts.Detection: unknown value "all"`:             {Detection: "all"},
		`charsniff: Facts.StringType: unknown value "octets"`:         {Context: "x500-string", StringType: "octets"},
		`charsniff: Facts.PrescanLimit: -1 is negative`:               {PrescanLimit: -1},
		`charsniff: Facts.DetectionCeiling: -5 is negative`:           {DetectionCeiling: -5},
		`charsniff: Facts.Reading: no reading has the number 9`:       {Reading: 9},
		`charsniff: Facts.TLD: "a\x00b" contains a NUL`:               {TLD: "a\x00b"},
		`charsniff: Facts.Encoding: the row "text-decoder" needs one`: {Context: "text-decoder"},
		`charsniff: Facts.Encoding: Encoding(99) is no encoding`:      {Context: "text-decoder", Encoding: 99},
		`charsniff: Facts.Encoding, Fatal and IgnoreBOM are facts of the row "text-decoder", not of "css-from-document"`: {
			Context: "css-from-document", Fatal: true,
		},
	}
	for want, facts := range wrong {
		if c, err := NewContext(facts); err == nil || err.Error() != want || c != nil {
			t.Errorf("%+v: %v, not %s", facts, err, want)
		}
	}
}

func TestTheContextFollowsFromTheMIMEType(t *testing.T) {
	css := []byte("@charset \"koi8-r\"; a {}")
	if got := must(Sniff(css, ContentType("text/css"))); got.Encoding != KOI8R || got.Source != FromAtCharset {
		t.Errorf("as text/css: %s", got)
	}
	if got := must(Explain(css, ContentType("text/css; charset=none"))).Context; got != "css-from-document" {
		t.Errorf("row %q", got)
	}
	if got := must(Explain(css, nil)).Context; got != "html" {
		t.Errorf("row %q without a Content-Type", got)
	}
	c, err := NewContext(Facts{Context: "html"})
	if err != nil {
		t.Fatal(err)
	}
	if got := must(c.Explain(css, ContentType("text/css"))).Context; got != "html" {
		t.Errorf("row %q, where the caller said html", got)
	}
	var none *Context
	if got := must(none.Sniff(css, ContentType("text/css"))); got.Encoding != KOI8R {
		t.Errorf("without a context: %s", got)
	}
}

// All sizes of chunks and of buffers, and a source that gives one byte at a time.
func TestCodersAtEveryBoundary(t *testing.T) {
	text := "Hello, 世界! これは漢字です。ｱｲｳ"
	for _, e := range []Encoding{ShiftJIS, EUCJP, ISO2022JP, UTF8, UTF16BE, UTF16LE, GB18030} {
		encoded, err := e.NewEncoder().String(text)
		if e == ISO2022JP {
			// ISO-2022-JP has no half-width katakana; it encodes the full-width ones instead.
			text := strings.NewReplacer("ｱ", "ア", "ｲ", "イ", "ｳ", "ウ").Replace(text)
			if decoded, _ := e.NewDecoder().String(encoded); decoded != text {
				t.Errorf("%s: %q, %v", e, decoded, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(e, err)
		}
		for size := 4; size < 20; size++ {
			dst, got := make([]byte, size), ""
			decoder := e.NewDecoder()
			for src, step := []byte(encoded), 1; ; {
				n := min(step, len(src))
				nDst, nSrc, err := decoder.Transform(dst, src[:n], n == len(src))
				got += string(dst[:nDst])
				src = src[nSrc:]
				step = 1 + (step+1)%size
				if err == nil && len(src) == 0 {
					break
				}
				if err != nil && err != transform.ErrShortDst && err != transform.ErrShortSrc {
					t.Fatal(e, err)
				}
			}
			if got != text {
				t.Errorf("%s, %d bytes of room: %q", e, size, got)
			}
		}
		slow := transform.NewReader(iotest.OneByteReader(strings.NewReader(encoded)), e.NewDecoder())
		if got, err := io.ReadAll(slow); string(got) != text || err != nil {
			t.Errorf("%s, a byte at a time: %q, %v", e, got, err)
		}
		back := transform.NewReader(iotest.OneByteReader(strings.NewReader(text)), e.NewEncoder())
		if got, err := io.ReadAll(back); string(got) != encoded || err != nil {
			t.Errorf("%s, encoded a byte at a time: %q, %v", e, got, err)
		}
	}
}

func TestEncodersAndWhatTheyLack(t *testing.T) {
	if _, err := Windows1252.NewEncoder().String("a Ж"); err == nil || !strings.Contains(err.Error(), "windows-1252 lacks U+0416") {
		t.Error(err)
	}
	escaped, err := encoding.HTMLEscapeUnsupported(Windows1252.NewEncoder()).String("aЖ\xE9é")
	if escaped != "a&#1046;&#65533;\xE9" || err != nil {
		t.Errorf("%q, %v", escaped, err)
	}
	replaced, err := encoding.ReplaceUnsupported(EUCKR.NewEncoder()).String("aϿ한")
	if replaced != "a\x1A\xC7\xD1" || err != nil {
		t.Errorf("%q, %v", replaced, err)
	}
	if body, had, err := ISO2022JP.Encode("日é"); string(body) != "\x1B$BF|\x1B(B&#233;" || !had || err != nil {
		t.Errorf("%q, %v", body, had)
	}
	if body, had, err := UTF16LE.Encode("é"); string(body) != "é" || had || err != nil {
		t.Errorf("the output encoding of UTF-16LE is UTF-8: %q", body)
	}
}

func TestDecodersRemoveTheirByteOrderMark(t *testing.T) {
	for e, body := range map[Encoding]string{UTF8: "\xEF\xBB\xBFa", UTF16BE: "\xFE\xFF\x00a", UTF16LE: "\xFF\xFEa\x00"} {
		if text, err := e.NewDecoder().String(body); text != "a" || err != nil {
			t.Errorf("%s: %q, %v", e, text, err)
		}
		if text, _, err := e.Decode([]byte(body)); text != "\uFEFFa" || err != nil {
			t.Errorf("%s: %q", e, text)
		}
	}
}

// A malformed page of several megabytes is decoded in chunks, and an instance does not keep the memory that it took.
func TestLargeInput(t *testing.T) {
	page := []byte("<meta charset=euc-jp>" + strings.Repeat("<p>\xB2\xD0\xC0\xB1\xFF</p>", 500_000))
	// For a crawler, so many malformed sequences would be a sign of another encoding.
	c, err := NewContext(Facts{Reading: Standard})
	if err != nil {
		t.Fatal(err)
	}
	decoded := must(c.Decode(page, nil))
	if want := 500_000; strings.Count(decoded.Text, "火星\uFFFD") != want || !decoded.HadErrors || decoded.Encoding != EUCJP {
		t.Errorf("%s: %d, not %d", decoded.Sniffed, strings.Count(decoded.Text, "火星\uFFFD"), want)
	}
	text, err := io.ReadAll(c.NewReader(bytes.NewReader(page), nil))
	if string(text) != decoded.Text || err != nil {
		t.Errorf("read: %d bytes, not %d; %v", len(text), len(decoded.Text), err)
	}
	if huge := make([]byte, retiredSize+1); !must(Sniff(huge, nil)).Encoding.isOne() {
		t.Error("no verdict")
	}
	for n := range engine.slots {
		if i := engine.slots[n].Load(); i != nil && i.memory.Size() > retiredSize {
			t.Errorf("instance %d keeps %d bytes", n, i.memory.Size())
		}
	}
}

func TestManyGoroutines(t *testing.T) {
	pages := []struct {
		body []byte
		want string
	}{
		{[]byte("<meta charset=windows-1251>\xCC\xE0\xF0\xF1"), "<meta charset=windows-1251>Марс"},
		{[]byte("<meta charset=sjis>\x89\xCE\x90\xAF"), "<meta charset=sjis>火星"},
		{[]byte("\xEF\xBB\xBFМарс"), "Марс"},
	}
	var all sync.WaitGroup
	for n := range 8 * runtime.GOMAXPROCS(0) {
		all.Add(1)
		go func() {
			defer all.Done()
			for round := range 200 {
				page := pages[(n+round)%len(pages)]
				if got := must(Decode(page.body, nil)).Text; got != page.want {
					t.Errorf("%q, not %q", got, page.want)
				}
				// A new context each time: contexts are freed.
				c, err := NewContext(Facts{TLD: fmt.Sprint("tld", n, "-", round)})
				if err != nil {
					t.Error(err)
					return
				}
				text, err := io.ReadAll(c.NewReader(iotest.HalfReader(bytes.NewReader(page.body)), nil))
				if string(text) != page.want || err != nil {
					t.Errorf("read %q, not %q; %v", text, page.want, err)
				}
			}
		}()
	}
	all.Wait()
	for n := range engine.slots {
		if i := engine.slots[n].Load(); i != nil && (i.live != 0 || len(i.contexts) > keptContexts) {
			t.Errorf("instance %d: %d live, %d contexts", n, i.live, len(i.contexts))
		}
	}
}

// Streams and decoders that are never closed are freed by the garbage collector.
func TestAbandonedStreamsAreFreed(t *testing.T) {
	live := func() (count int) {
		for n := range engine.slots {
			if i := engine.slots[n].Load(); i != nil {
				i.mu.Lock()
				count += i.live
				i.mu.Unlock()
			}
		}
		return count
	}
	for range 100 {
		if _, err := NewStream(nil).Push([]byte("<p>")); err != nil {
			t.Fatal(err)
		}
		if _, _, err := EUCJP.NewDecoder().Transform(make([]byte, 9), []byte("a\xB2"), false); err != nil {
			t.Fatal(err)
		}
	}
	before := live()
	for range 20 {
		runtime.GC()
		if live() == 0 {
			break
		}
		runtime.Gosched()
	}
	if after := live(); after >= before {
		t.Errorf("%d live, %d before the collection", after, before)
	}
}

// A trap, which is a fault of the library, ends a single instance.
func TestATrapEndsOneInstance(t *testing.T) {
	i := must(acquire())
	// A pointer outside the memory.
	if _, err := i.call(fnContent, 0xFFFF_0000, 0xFFFF); !errors.Is(err, errBroken) {
		t.Errorf("no trap: %v", err)
	}
	i.release()
	for n := range engine.slots {
		if engine.slots[n].Load() == i {
			t.Error("it is used again")
		}
	}
	if got := must(Sniff([]byte("<meta charset=gbk>"), nil)); got.Encoding != GBK {
		t.Error(got)
	}
}

func TestReaders(t *testing.T) {
	page := "<meta charset=koi8-r><p>\xED\xC1\xD2\xD3"
	r := NewReader(iotest.OneByteReader(strings.NewReader(page)), nil)
	sniffed, err := r.Sniffed()
	if sniffed.Encoding != KOI8R || err != nil {
		t.Errorf("%s, %v", sniffed, err)
	}
	if text, err := io.ReadAll(r); string(text) != "<meta charset=koi8-r><p>Марс" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	failure := errors.New("connection reset")
	cut := NewReader(io.MultiReader(strings.NewReader(page), iotest.ErrReader(failure)), nil)
	if text, err := io.ReadAll(cut); err != failure || string(text) != "<meta charset=koi8-r><p>Марс" {
		t.Errorf("%q, %v", text, err)
	}
	if sniffed, err := cut.Sniffed(); sniffed.Encoding != KOI8R || err != nil {
		t.Errorf("%s, %v", sniffed, err)
	}
	if text, err := io.ReadAll(NewReader(strings.NewReader(""), nil)); len(text) != 0 || err != nil {
		t.Errorf("empty: %q, %v", text, err)
	}
	xml, err := NewContext(Facts{Context: "xml", Reading: Standard})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(xml.NewReader(strings.NewReader("<a>b\xFF</a>"), nil))
	var malformed *DecodeError
	if string(text) != "<a>b" || !errors.As(err, &malformed) || malformed.Offset != 4 || malformed.Length != 1 {
		t.Errorf("%q, %v", text, err)
	}
	closed := NewReader(strings.NewReader(page), nil)
	if err := closed.Close(); err != nil {
		t.Error(err)
	}
	if _, err := closed.Read(make([]byte, 9)); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

func TestRepairsAreListed(t *testing.T) {
	c, err := NewContext(Facts{Repair: true})
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]Repair{
		"<p>NicolÃ¡s":                    {8, 12, "doubly-encoded", []string{"windows-1252"}, "Ã¡", "á"},
		"Müller, f\xFCr größere Straßen": {10, 11, "malformed", []string{"windows-1252"}, "\uFFFD", "ü"},
	} {
		decoded, err := c.Decode([]byte(body), nil)
		if err != nil || len(decoded.Repairs) != 1 || !reflect.DeepEqual(decoded.Repairs[0], want) {
			t.Errorf("%q: %+v %v", body, decoded.Repairs, err)
		}
	}
	// A code page is none of the standard's encodings.
	console, err := c.Decode([]byte("f³r Mõdchen und f³r Bõume, sch÷ner als Strõucher"), nil)
	if err != nil || len(console.Repairs) != 1 || console.Repairs[0].Damage != "misread" ||
		!reflect.DeepEqual(console.Repairs[0].Encodings, []string{"IBM850", "windows-1252"}) {
		t.Errorf("%+v %v", console.Repairs, err)
	}
	if decoded, err := c.Decode([]byte("<p>well"), nil); err != nil || decoded.Repairs != nil {
		t.Errorf("%+v %v", decoded, err)
	}
}

func TestRepairAndLossy(t *testing.T) {
	page := []byte("<meta charset=utf-8><p>caf\xC3\x83\xC2\xA9 d\xC3\x83\xC2\xA9j\xC3\x83\xC2\xA0 vu")
	for repair, want := range map[bool]string{false: "cafÃ©", true: "café déjà vu"} {
		c, err := NewContext(Facts{Repair: repair})
		if err != nil {
			t.Fatal(err)
		}
		if text := must(c.Decode(page, nil)).Text; !strings.Contains(text, want) {
			t.Errorf("repair %v: %q", repair, text)
		}
	}
	for lossy, want := range map[bool]string{false: "", true: "<a>\uFFFD</a>"} {
		c, err := NewContext(Facts{Context: "xml", Reading: Standard, Lossy: lossy})
		if err != nil {
			t.Fatal(err)
		}
		if decoded, err := c.TryDecode([]byte("<a>\xFF</a>"), nil); decoded.Text != want || (err == nil) != lossy {
			t.Errorf("lossy %v: %q, %v", lossy, decoded.Text, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, e := range Encodings() {
		text, err := e.MarshalText()
		var back Encoding
		if err != nil || back.UnmarshalText(text) != nil && e != Replacement || e != back && e != Replacement {
			t.Errorf("%s: %s", e, back)
		}
	}
	if e, ok := Lookup(" \t" + strings.Repeat(" ", 500) + "LATIN1\n"); !ok || e != Windows1252 {
		t.Error(e, ok)
	}
	for _, label := range []string{"", "none", strings.Repeat("x", 500), "utf-8\x00", "\u00A0utf-8"} {
		if e, ok := Lookup(label); ok {
			t.Errorf("%q: %s", label, e)
		}
	}
	for _, name := range []string{Encoding(99).String(), Source(99).String(), Reading(99).String(), Content(99).String(), Change(99).String()} {
		if !strings.HasSuffix(name, "(99)") {
			t.Error(name)
		}
	}
}

func TestDetectAll(t *testing.T) {
	names := [][]byte{[]byte("\x95\x5C.txt"), []byte("\x83\x5C.doc"), []byte("\x93\x8C\x8B\x9E.mp3")}
	if guess, ok, err := DetectAll(names); !ok || guess.Encoding != ShiftJIS || err != nil {
		t.Error(guess, ok, err)
	}
	if guess, _, _ := Detect(names[0]); guess.Encoding == ShiftJIS {
		t.Error("a single name says enough")
	}
	if guess, ok, err := (Detector{Except: []Encoding{ShiftJIS}}).DetectAll(names); !ok || guess.Encoding == ShiftJIS || err != nil {
		t.Error(guess, ok, err)
	}
	if _, ok, err := DetectAll(nil); !ok || err != nil {
		t.Error(ok, err)
	}
}

func TestExplanationIsATable(t *testing.T) {
	explanation, err := Explain([]byte("<meta charset=gbk>"), ContentType("text/html; charset=none"))
	if err != nil {
		t.Fatal(err)
	}
	table := fmt.Sprint(explanation)
	for _, part := range []string{"GBK tentative meta  (context html)", "\"none\"; names no encoding", "too late"} {
		if !strings.Contains(table, part) {
			t.Errorf("%q is not in:\n%s", part, table)
		}
	}
}

func TestDetectorWithHints(t *testing.T) {
	cases := []struct {
		name     string
		detector Detector
		body     string
		want     Encoding
	}{
		{"only", Detector{Only: []Encoding{ShiftJIS, EUCJP}}, "\xBF\xA7", EUCJP},
		{"none", Detector{}, "é", UTF8},
		{"except", Detector{Except: []Encoding{UTF8}, Only: []Encoding{UTF8, Windows1252}}, "é", Windows1252},
		{"prefer", Detector{Prefer: []Encoding{ISO8859_15}}, "caf\xE9", ISO8859_15},
		{"ISO-2022-JP", Detector{ISO2022JP: true}, "\x1B$B2P@1\x1B(B", ISO2022JP},
		{"without ISO-2022-JP", Detector{}, "\x1B$B2P@1\x1B(B", UTF8},
		{"language", Detector{Language: "tr"}, "\xFE", Windows1254},
		{"domain", Detector{TLD: "www.example.co.JP."}, "\xB8\xB5", EUCJP},
	}
	for _, c := range cases {
		if got, ok, err := c.detector.Detect([]byte(c.body)); !ok || got.Encoding != c.want || err != nil {
			t.Errorf("%s: %s, %v, %v, not %s", c.name, got.Encoding, ok, err, c.want)
		}
	}
	if got, ok, err := (Detector{Only: []Encoding{UTF8}, Except: []Encoding{UTF8}}).Detect([]byte("é")); ok || err != nil {
		t.Errorf("no encoding may be the answer, but %s is; %v", got.Encoding, err)
	}
	if _, _, err := (Detector{Only: []Encoding{NoEncoding}}).Detect(nil); err == nil || err.Error() != "charsniff: none is no encoding" {
		t.Error(err)
	}
}

func TestOptionsOfTheContext(t *testing.T) {
	cases := []struct {
		facts      Facts
		body, want string
	}{
		{Facts{Context: "xhr-text", OverrideMIMEType: "text/plain; charset=big5"}, "", "Big5 certain override"},
		{Facts{Context: "html", Locale: "ja", DefaultEncoding: Windows1250}, "", "windows-1250 tentative default"},
		{Facts{Context: "html", Only: []Encoding{Windows1254}}, "caf\xE9", "windows-1254 tentative detector"},
		{Facts{Context: "html", Except: []Encoding{Windows1252}, Prefer: []Encoding{ISO8859_15}}, "caf\xE9", "ISO-8859-15 tentative detector"},
	}
	for _, c := range cases {
		context, err := NewContext(c.facts)
		if err != nil {
			t.Fatal(err)
		}
		header := ContentType("text/plain; charset=gbk")
		if c.facts.Context == "html" {
			header = nil
		}
		if got := must(context.Sniff([]byte(c.body), header)).String(); got != c.want {
			t.Errorf("%+v: %s, not %s", c.facts, got, c.want)
		}
	}
}

// A body that breaks off before the verdict gives the text that arrived, and then the error.
func TestABodyThatIsCutOff(t *testing.T) {
	failure := errors.New("connection reset")
	for _, page := range []string{"", "a", strings.Repeat("<p>text</p>", 100), "<p>\xCF\xEE\xE3\xEE\xE4\xE0 \xED\xE0 \xE7\xE0\xE2\xF2\xF0\xE0", "<meta cha"} {
		want := must(Decode([]byte(page), nil)).Text
		r := NewReader(io.MultiReader(strings.NewReader(page), iotest.ErrReader(failure)), nil)
		if text, err := io.ReadAll(iotest.OneByteReader(r)); string(text) != want || err != failure {
			t.Errorf("%q, not %q; %v", text, want, err)
		}
	}
}

func TestCallsAfterAStreamsEndFail(t *testing.T) {
	ends := map[string]func(*Stream) error{
		"Finish": func(s *Stream) error { _, _ = s.Finish(); return nil },
		"Close":  func(s *Stream) error { s.Close(); return ErrFinished },
	}
	for name, end := range ends {
		s := NewStream(nil)
		if _, err := s.Push([]byte("<p>")); err != nil {
			t.Fatal(err)
		}
		again := end(s)
		_, pushed := s.Push([]byte("a"))
		_, decided := s.Decide()
		_, finished := s.Finish()
		if pushed != ErrFinished || decided != ErrFinished || finished != again {
			t.Errorf("after %s: %v, %v, %v", name, pushed, decided, finished)
		}
	}
}

// In a process of its own, since a module is loaded once.
func TestAFailedLoadIsAnError(t *testing.T) {
	if os.Getenv("CHARSNIFF_TEST_LOAD") == "" {
		again := exec.Command(os.Args[0], "-test.run=^TestAFailedLoadIsAnError$", "-test.v")
		again.Env = append(os.Environ(), "CHARSNIFF_TEST_LOAD=fails")
		if said, err := again.CombinedOutput(); err != nil || !strings.Contains(string(said), "every call failed") {
			t.Errorf("%v\n%s", err, said)
		}
		return
	}
	module = []byte("no WebAssembly")
	page := []byte("<meta charset=koi8-r>")
	failures := map[string]error{"Load": Load()}
	_, failures["Sniff"] = Sniff(page, nil)
	_, failures["Decode"] = Decode(page, nil)
	_, failures["Explain"] = Explain(page, nil)
	_, _, failures["Detect"] = Detect(page)
	_, _, failures["Detector"] = Detector{}.Detect(page)
	_, failures["ContentOf"] = ContentOf(page)
	_, failures["NewContext"] = NewContext(Facts{})
	_, _, failures["Encoding.Decode"] = KOI8R.Decode(page)
	_, _, failures["Encoding.Encode"] = KOI8R.Encode("a")
	_, failures["NewDecoder"] = EUCJP.NewDecoder().Bytes(page)
	_, failures["NewDecoder of a table"] = KOI8R.NewDecoder().Bytes(page)
	_, failures["NewEncoder"] = KOI8R.NewEncoder().Bytes(page)
	_, failures["Push"] = NewStream(nil).Push(page)
	_, failures["Read"] = io.ReadAll(NewReader(bytes.NewReader(page), nil))
	_, failures["Transport"] = (Transport{Base: pageOf("text/html")}).RoundTrip(httptest.NewRequest("GET", "http://a.example/", nil))
	failures["UnmarshalText"] = new(Encoding).UnmarshalText([]byte("koi8-r"))
	for name, err := range failures {
		if err == nil || !strings.HasPrefix(err.Error(), "charsniff: WebAssembly: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if e, ok := Lookup("koi8-r"); ok {
		t.Error(e)
	}
	t.Log("every call failed")
}

// pageOf is a transport that answers every request with one page of a Content-Type.
type pageOf string

func (p pageOf) RoundTrip(*http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader("<p>"))
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {string(p)}}, Body: body}, nil
}

// A module's files are those of its folder, so the licences are there again.
func TestTheLicencesAreThoseOfTheRepository(t *testing.T) {
	const root = "../.."
	names, err := filepath.Glob(filepath.Join(root, "LICENSE-*"))
	if err != nil || len(names) == 0 {
		t.Skip("the licences are compared in the repository only")
	}
	for _, name := range names {
		original, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if ours, err := os.ReadFile(filepath.Base(name)); err != nil || !bytes.Equal(ours, original) {
			t.Errorf("%s is not the repository's; %v", filepath.Base(name), err)
		}
	}
}
