// Package bench measures charsniff beside what Go programs use now, on the same inputs:
//
//	go test -bench . ./...
package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	gogs "github.com/gogs/chardet"
	saintfish "github.com/saintfish/chardet"
	xcharset "golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/charsniff/charsniff/bindings/go"
)

const fixtures = "../../../fixtures"

// page makes a page of a size, in an encoding, from a language's sentences.
func page(b testing.TB, language, label string, size int, head string) []byte {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(fixtures, "detector/sentences", language+".txt"))
	if err != nil {
		b.Skip(err)
	}
	e, ok := charsniff.Lookup(label)
	if !ok {
		b.Fatal(label)
	}
	body := "<!doctype html><html><head>" + head + "<title>"
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	body += lines[0] + "</title><body>\n"
	for n := 0; len(body) < size; n++ {
		body += "<p class=\"text\"><a href=\"/page?n=1\">" + lines[n%len(lines)] + "</a></p>\n"
	}
	bytes, _ := e.Encode(body)
	return bytes
}

var sink int

func BenchmarkSniff(b *testing.B) {
	pages := []struct {
		name, header string
		body         []byte
	}{
		{"header-1KB", "text/html; charset=windows-1251", page(b, "ru", "windows-1251", 1000, "")},
		{"header-20KB", "text/html; charset=windows-1251", page(b, "ru", "windows-1251", 20000, "")},
		{"header-100KB", "text/html; charset=windows-1251", page(b, "ru", "windows-1251", 100000, "")},
		{"meta-20KB", "text/html", page(b, "ru", "windows-1251", 20000, "<meta charset=windows-1251>")},
		{"meta-100KB", "text/html", page(b, "ru", "windows-1251", 100000, "<meta charset=windows-1251>")},
		{"utf-8-20KB", "text/html; charset=utf-8", page(b, "ru", "utf-8", 20000, "<meta charset=utf-8>")},
		{"utf-8-100KB", "text/html; charset=utf-8", page(b, "ru", "utf-8", 100000, "<meta charset=utf-8>")},
		{"unlabelled-20KB", "text/html", page(b, "ru", "windows-1251", 20000, "")},
		{"unlabelled-100KB", "text/html", page(b, "ru", "windows-1251", 100000, "")},
	}
	standard, err := charsniff.NewContext(charsniff.Facts{Context: "html", Reading: charsniff.Standard})
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range pages {
		header := charsniff.ContentType(p.header)
		b.Run(p.name+"/charsniff", func(b *testing.B) {
			for range b.N {
				sink += int(charsniff.Sniff(p.body, header).Encoding)
			}
		})
		b.Run(p.name+"/charsniff-standard", func(b *testing.B) {
			for range b.N {
				sink += int(standard.Sniff(p.body, header).Encoding)
			}
		})
		b.Run(p.name+"/x-net", func(b *testing.B) {
			for range b.N {
				_, name, _ := xcharset.DetermineEncoding(p.body, p.header)
				sink += len(name)
			}
		})
	}
}

func BenchmarkDetect(b *testing.B) {
	for _, p := range []struct{ language, label string }{{"ru", "windows-1251"}, {"fr", "windows-1252"}, {"ja", "shift_jis"}, {"zh", "gbk"}} {
		for _, size := range []int{1000, 20000, 100000} {
			body := page(b, p.language, p.label, size, "")
			name := p.language + "-" + map[int]string{1000: "1KB", 20000: "20KB", 100000: "100KB"}[size]
			b.Run(name+"/charsniff", func(b *testing.B) {
				for range b.N {
					guess, _ := charsniff.Detect(body)
					sink += int(guess.Encoding)
				}
			})
			b.Run(name+"/saintfish", func(b *testing.B) {
				detector := saintfish.NewHtmlDetector()
				for range b.N {
					result, err := detector.DetectBest(body)
					if err == nil {
						sink += len(result.Charset)
					}
				}
			})
			b.Run(name+"/gogs", func(b *testing.B) {
				detector := gogs.NewHtmlDetector()
				for range b.N {
					result, err := detector.DetectBest(body)
					if err == nil {
						sink += len(result.Charset)
					}
				}
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, p := range []struct{ language, label string }{
		{"en", "windows-1252"}, {"ru", "windows-1251"}, {"ja", "shift_jis"}, {"ja", "euc-jp"}, {"ja", "iso-2022-jp"},
		{"zh", "gbk"}, {"zh", "gb18030"}, {"zh-Hant", "big5"}, {"ko", "euc-kr"}, {"ru", "utf-8"}, {"ja", "utf-8"},
	} {
		body := page(b, p.language, p.label, 100000, "")
		e, _ := charsniff.Lookup(p.label)
		theirs, err := htmlindex.Get(p.label)
		if err != nil {
			b.Fatal(err)
		}
		name := p.language + "-" + p.label
		b.Run(name+"/charsniff", func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for range b.N {
				text, _ := e.Decode(body)
				sink += len(text)
			}
		})
		b.Run(name+"/charsniff-decoder", func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for range b.N {
				text, err := e.NewDecoder().Bytes(body)
				if err != nil {
					b.Fatal(err)
				}
				sink += len(text)
			}
		})
		b.Run(name+"/x-text", func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for range b.N {
				text, err := theirs.NewDecoder().Bytes(body)
				if err != nil {
					b.Fatal(err)
				}
				sink += len(text)
			}
		})
	}
}
