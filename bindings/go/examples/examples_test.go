// Package examples shows charsniff with libraries for crawlers. Each example uses the real library, and a server on this
// machine.
package examples

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/PuerkitoBio/goquery"
	"github.com/gocolly/colly/v2"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

// serve serves a page whose <meta> is after the bytes that golang.org/x/net/html/charset reads, and one with a misspelled
// label.
func serve() *httptest.Server {
	late := "<!doctype html><title>\xCC\xE0\xF0\xF1</title><!--" + fmt.Sprintf("%1200s", "") + "--><meta charset=windows-1251>"
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/late":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, late)
		default:
			w.Header().Set("Content-Type", "text/html; charset=win-1250")
			_, _ = io.WriteString(w, "<title>Za\xBF\xF3\xB3\xE6 g\xEA\x9Cl\xB9 ja\x9F\xF1</title>")
		}
	}))
}

// Colly reads bodies from its transport, and does not decode those that are UTF-8 already.
func Example_colly() {
	server := serve()
	defer server.Close()

	c := colly.NewCollector()
	c.WithTransport(charsniff.Transport{})
	c.OnHTML("title", func(e *colly.HTMLElement) { fmt.Println(e.Text) })
	c.OnError(func(_ *colly.Response, err error) { fmt.Println(err) })
	_ = c.Visit(server.URL + "/late")
	_ = c.Visit(server.URL + "/misspelled")
	// Output:
	// Марс
	// Zażółć gęślą jaźń
}

// Goquery reads UTF-8 from a reader.
func Example_goquery() {
	server := serve()
	defer server.Close()

	for _, path := range []string{"/late", "/misspelled"} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			fmt.Println(err)
			return
		}
		body := charsniff.NewResponseReader(response)
		document, err := goquery.NewDocumentFromReader(body)
		_ = body.Close()
		if err != nil {
			fmt.Println(err)
			return
		}
		sniffed, _ := body.Sniffed()
		fmt.Printf("%s (%s)\n", document.Find("title").Text(), sniffed)
	}
	// Output:
	// Марс (windows-1251 tentative meta)
	// Zażółć gęślą jaźń (windows-1250 tentative transport)
}
