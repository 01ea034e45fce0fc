// Package bench compares charsniff with the packages that Go programs use now, on the same inputs.
package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	gogs "github.com/gogs/chardet"
	saintfish "github.com/saintfish/chardet"
	xcharset "golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

const fixtures = "../../../fixtures"

// page makes a page of at least size bytes, in an encoding, from a language's sentences.
func page(t *testing.T, language, label string, size int, head string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fixtures, "detector/sentences", language+".txt"))
	if err != nil {
		t.Skip(err)
	}
	e, ok := charsniff.Lookup(label)
	if !ok {
		t.Fatal(label)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	body := "<!doctype html><html><head>" + head + "<title>" + lines[0] + "</title><body>\n"
	for n := 0; len(body) < size; n++ {
		body += "<p class=\"text\"><a href=\"/page?n=1\">" + lines[n%len(lines)] + "</a></p>\n"
	}
	// NewEncoder also encodes to UTF-16, as the standard does not.
	bytes, err := e.NewEncoder().Bytes([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// least returns the time of a call in the fastest of many batches, which other work on the machine disturbed least.
func least(batch int, call func()) time.Duration {
	shortest := time.Duration(1 << 62)
	for until := time.Now().Add(300 * time.Millisecond); time.Now().Before(until); {
		start := time.Now()
		for range batch {
			call()
		}
		shortest = min(shortest, time.Since(start))
	}
	return shortest / time.Duration(batch)
}

// micros writes a time in µs, in no more digits than are true.
func micros(time time.Duration) string {
	if micros := time.Seconds() * 1e6; micros < 10 {
		return strconv.FormatFloat(micros, 'f', 1, 64)
	} else {
		return strconv.FormatFloat(micros, 'f', 0, 64)
	}
}

// TestSpeed prints the tables of the README:
//
//	SPEED=1 go test -run Speed
func TestSpeed(t *testing.T) {
	if os.Getenv("SPEED") == "" {
		t.Skip("SPEED is not set")
	}
	start := time.Now()
	if err := charsniff.Load(); err != nil {
		t.Fatal(err)
	}
	t.Logf("Load: %v", time.Since(start).Round(time.Millisecond))
	t.Run("sniff", sniffing)
	t.Run("detect", detecting)
	t.Run("decode", decoding)
}

func sniffing(t *testing.T) {
	as := func(reading charsniff.Reading) *charsniff.Context {
		context, err := charsniff.NewContext(charsniff.Facts{Context: "html", Reading: reading})
		if err != nil {
			t.Fatal(err)
		}
		return context
	}
	standard, chromium, firefox := as(charsniff.Standard), as(charsniff.Chromium), as(charsniff.Firefox)
	const meta = "<meta charset=windows-1251>"
	fmt.Println("| sniff, µs: what names the encoding | as a crawler | by the standard | as Chromium | as Firefox | x/net/html/charset |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: |")
	for _, p := range []struct {
		name, header, label, head string
		size                      int
	}{
		{"header, 1 KB", "text/html; charset=windows-1251", "windows-1251", "", 1000},
		{"header, 20 KB", "text/html; charset=windows-1251", "windows-1251", "", 20000},
		{"header, 100 KB", "text/html; charset=windows-1251", "windows-1251", "", 100000},
		{"meta, 1 KB", "text/html", "windows-1251", meta, 1000},
		{"meta, 20 KB", "text/html", "windows-1251", meta, 20000},
		{"meta, 100 KB", "text/html", "windows-1251", meta, 100000},
		{"header and meta, UTF-8, 1 KB", "text/html; charset=utf-8", "utf-8", "<meta charset=utf-8>", 1000},
		{"header and meta, UTF-8, 20 KB", "text/html; charset=utf-8", "utf-8", "<meta charset=utf-8>", 20000},
		{"header and meta, UTF-8, 100 KB", "text/html; charset=utf-8", "utf-8", "<meta charset=utf-8>", 100000},
		{"nothing, 20 KB", "text/html", "windows-1251", "", 20000},
	} {
		body, header := page(t, "ru", p.label, p.size, p.head), charsniff.ContentType(p.header)
		fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", p.name,
			micros(least(20, func() { charsniff.Sniff(body, header) })),
			micros(least(20, func() { standard.Sniff(body, header) })),
			micros(least(20, func() { chromium.Sniff(body, header) })),
			micros(least(20, func() { firefox.Sniff(body, header) })),
			micros(least(20, func() { xcharset.DetermineEncoding(body, p.header) })))
	}
}

func detecting(t *testing.T) {
	fmt.Println("| detect, µs | charsniff | saintfish/chardet | gogs/chardet |")
	fmt.Println("| --- | ---: | ---: | ---: |")
	for _, p := range []struct{ language, label string }{{"fr", "windows-1252"}, {"ru", "windows-1251"}, {"ja", "shift_jis"}, {"zh", "gbk"}, {"ko", "utf-8"}} {
		for _, size := range []int{1000, 20000, 100000} {
			body := page(t, p.language, p.label, size, "")
			fmt.Printf("| %s, %d bytes | %s | %s | %s |\n", p.label, len(body),
				micros(least(1, func() { charsniff.Detect(body) })),
				micros(least(1, func() { _, _ = saintfish.NewHtmlDetector().DetectBest(body) })),
				micros(least(1, func() { _, _ = gogs.NewHtmlDetector().DetectBest(body) })))
		}
	}
}

func decoding(t *testing.T) {
	fmt.Println("| decode 100 KB, MB/s | `Decode` | `NewDecoder` | golang.org/x/text |")
	fmt.Println("| --- | ---: | ---: | ---: |")
	for _, p := range []struct{ language, label string }{
		{"en", "windows-1252"}, {"fr", "windows-1252"}, {"ru", "windows-1251"}, {"ru", "koi8-r"}, {"ja", "shift_jis"}, {"ja", "euc-jp"},
		{"ja", "iso-2022-jp"}, {"zh", "gbk"}, {"zh", "gb18030"}, {"zh-Hant", "big5"}, {"ko", "euc-kr"}, {"ru", "utf-8"},
		{"ja", "utf-8"}, {"ja", "utf-16le"},
	} {
		body := page(t, p.language, p.label, 100000, "")
		e, _ := charsniff.Lookup(p.label)
		theirs, err := htmlindex.Get(p.label)
		if err != nil {
			t.Fatal(err)
		}
		rate := func(call func()) float64 { return float64(len(body)) / least(2, call).Seconds() / 1e6 }
		fmt.Printf("| %s, %s | %.0f | %.0f | %.0f |\n", p.language, p.label,
			rate(func() { e.Decode(body) }),
			rate(func() { _, _ = e.NewDecoder().Bytes(body) }),
			rate(func() { _, _ = theirs.NewDecoder().Bytes(body) }))
	}
}
