package charsniff

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

func TestErrorsNameTheWrongFact(t *testing.T) {
	wrong := map[string]Facts{
		`charsniff: Facts.Context: no row is named "page"`:            {Context: "page"},
		`charsniff: Facts.Parent: "latin-9000" names no encoding`:     {Parent: "latin-9000"},
		`charsniff: Facts.Document: "none" names no encoding`:         {Document: "none"},
		`charsniff: Facts.DefaultEncoding: "none" names no encoding`:  {DefaultEncoding: "none"},
		`charsniff: Facts.Only: "none" names no encoding`:             {Only: []string{"gbk", "none"}},
		`charsniff: Facts.Detection: unknown value "all"`:             {Detection: "all"},
		`charsniff: Facts.StringType: unknown value "octets"`:         {Context: "x500-string", StringType: "octets"},
		`charsniff: Facts.PrescanLimit: -1 is negative`:               {PrescanLimit: -1},
		`charsniff: Facts.DetectionCeiling: -5 is negative`:           {DetectionCeiling: -5},
		`charsniff: Facts.Reading: no reading has the number 9`:       {Reading: 9},
		`charsniff: Facts.TLD: "a\x00b" contains a NUL`:               {TLD: "a\x00b"},
		`charsniff: Facts.Encoding: the row "text-decoder" needs one`: {Context: "text-decoder"},
		`charsniff: Facts.Encoding: "none" names no encoding`:         {Context: "text-decoder", Encoding: "none"},
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
	if got := Sniff(css, ContentType("text/css")); got.Encoding != KOI8R || got.Source != FromAtCharset {
		t.Errorf("as text/css: %s", got)
	}
	if got := Explain(css, ContentType("text/css; charset=none")).Context; got != "css-from-document" {
		t.Errorf("row %q", got)
	}
	if got := Explain(css, nil).Context; got != "html" {
		t.Errorf("row %q without a Content-Type", got)
	}
	c, err := NewContext(Facts{Context: "html"})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Explain(css, ContentType("text/css")).Context; got != "html" {
		t.Errorf("row %q, where the caller said html", got)
	}
	var none *Context
	if got := none.Sniff(css, ContentType("text/css")); got.Encoding != KOI8R {
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
	if body, had := ISO2022JP.Encode("日é"); string(body) != "\x1B$BF|\x1B(B&#233;" || !had {
		t.Errorf("%q, %v", body, had)
	}
	if body, had := UTF16LE.Encode("é"); string(body) != "é" || had {
		t.Errorf("the output encoding of UTF-16LE is UTF-8: %q", body)
	}
}

func TestDecodersRemoveTheirByteOrderMark(t *testing.T) {
	for e, body := range map[Encoding]string{UTF8: "\xEF\xBB\xBFa", UTF16BE: "\xFE\xFF\x00a", UTF16LE: "\xFF\xFEa\x00"} {
		if text, err := e.NewDecoder().String(body); text != "a" || err != nil {
			t.Errorf("%s: %q, %v", e, text, err)
		}
		if text, _ := e.Decode([]byte(body)); text != "\uFEFFa" {
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
	decoded := c.Decode(page, nil)
	if want := 500_000; strings.Count(decoded.Text, "火星\uFFFD") != want || !decoded.HadErrors || decoded.Encoding != EUCJP {
		t.Errorf("%s: %d, not %d", decoded.Sniffed, strings.Count(decoded.Text, "火星\uFFFD"), want)
	}
	text, err := io.ReadAll(c.NewReader(bytes.NewReader(page), nil))
	if string(text) != decoded.Text || err != nil {
		t.Errorf("read: %d bytes, not %d; %v", len(text), len(decoded.Text), err)
	}
	if huge := make([]byte, retiredSize+1); Sniff(huge, nil).Encoding >= encodingCount {
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
				if got := Decode(page.body, nil).Text; got != page.want {
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
	i := acquire()
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
	if got := Sniff([]byte("<meta charset=gbk>"), nil); got.Encoding != GBK {
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
	if text, err := io.ReadAll(cut); err != failure || !strings.HasPrefix("<meta charset=koi8-r><p>Марс", string(text)) {
		t.Errorf("%q, %v", text, err)
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

func TestRepairAndLossy(t *testing.T) {
	page := []byte("<meta charset=utf-8><p>caf\xC3\x83\xC2\xA9 d\xC3\x83\xC2\xA9j\xC3\x83\xC2\xA0 vu")
	for repair, want := range map[bool]string{false: "cafÃ©", true: "café déjà vu"} {
		c, err := NewContext(Facts{Repair: repair})
		if err != nil {
			t.Fatal(err)
		}
		if text := c.Decode(page, nil).Text; !strings.Contains(text, want) {
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
	}
	for _, c := range cases {
		if got, ok := c.detector.Detect([]byte(c.body)); !ok || got.Encoding != c.want {
			t.Errorf("%s: %s, %v, not %s", c.name, got.Encoding, ok, c.want)
		}
	}
	if got, ok := (Detector{Only: []Encoding{UTF8}, Except: []Encoding{UTF8}}).Detect([]byte("é")); ok {
		t.Errorf("no encoding may be the answer, but %s is", got.Encoding)
	}
}

func TestOptionsOfTheContext(t *testing.T) {
	cases := []struct {
		facts      Facts
		body, want string
	}{
		{Facts{Context: "xhr-text", OverrideMIMEType: "text/plain; charset=big5"}, "", "Big5 certain override"},
		{Facts{Context: "html", Locale: "ja", DefaultEncoding: "windows-1250"}, "", "windows-1250 tentative default"},
		{Facts{Context: "html", Only: []string{"windows-1254"}}, "caf\xE9", "windows-1254 tentative detector"},
		{Facts{Context: "html", Except: []string{"latin1"}, Prefer: []string{"l9"}}, "caf\xE9", "ISO-8859-15 tentative detector"},
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
		if got := context.Sniff([]byte(c.body), header).String(); got != c.want {
			t.Errorf("%+v: %s, not %s", c.facts, got, c.want)
		}
	}
}
