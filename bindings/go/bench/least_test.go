package bench

import (
	"fmt"
	"os"
	"testing"
	"time"

	xcharset "golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/charsniff/charsniff/bindings/go"
)

// least returns the shortest time of a call, of many batches: what other work on the machine adds stays out.
func least(batch int, call func()) time.Duration {
	shortest := time.Duration(1 << 62)
	for until := time.Now().Add(400 * time.Millisecond); time.Now().Before(until); {
		start := time.Now()
		for range batch {
			call()
		}
		shortest = min(shortest, time.Since(start))
	}
	return shortest / time.Duration(batch)
}

func TestLeast(t *testing.T) {
	if os.Getenv("LEAST") == "" {
		t.Skip()
	}
	for _, p := range []struct{ language, label string }{
		{"en", "windows-1252"}, {"ru", "windows-1251"}, {"ja", "shift_jis"}, {"ja", "euc-jp"}, {"ja", "iso-2022-jp"},
		{"zh", "gbk"}, {"zh", "gb18030"}, {"zh-Hant", "big5"}, {"ko", "euc-kr"}, {"ru", "utf-8"}, {"ja", "utf-8"}, {"ja", "utf-16le"},
	} {
		body := page(t, p.language, p.label, 100000, "")
		e, _ := charsniff.Lookup(p.label)
		theirs, _ := htmlindex.Get(p.label)
		rate := func(took time.Duration) int { return int(float64(len(body)) / took.Seconds() / 1e6) }
		fmt.Println(p, "MB/s: Decode", rate(least(2, func() { e.Decode(body) })), "decoder", rate(least(2, func() { e.NewDecoder().Bytes(body) })), "x/text", rate(least(2, func() { theirs.NewDecoder().Bytes(body) })))
	}
	standard, _ := charsniff.NewContext(charsniff.Facts{Context: "html", Reading: charsniff.Standard})
	for _, size := range []int{1000, 20000, 100000} {
		body := page(t, "ru", "windows-1251", size, "<meta charset=windows-1251>")
		header := charsniff.ContentType("text/html; charset=windows-1251")
		only := charsniff.ContentType("text/html")
		fmt.Println(size, "header crawler", least(50, func() { charsniff.Sniff(body, header) }),
			"standard", least(50, func() { standard.Sniff(body, header) }),
			"meta crawler", least(50, func() { charsniff.Sniff(body, only) }),
			"meta standard", least(50, func() { standard.Sniff(body, only) }),
			"xnet meta", least(50, func() { xcharset.DetermineEncoding(body, "text/html") }),
			"lookup", least(50, func() { charsniff.Lookup("utf-8") }))
	}
}
