package charsniff_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"golang.org/x/text/encoding"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

func Example() {
	page := []byte("<!doctype html><meta charset=windows-1251><title>\xCC\xE0\xF0\xF1</title>")
	fmt.Println(charsniff.Sniff(page, nil))
	decoded, err := charsniff.Decode(page, charsniff.ContentType("text/html"))
	fmt.Println(decoded.Text, err)
	// Output:
	// windows-1251 tentative meta <nil>
	// <!doctype html><meta charset=windows-1251><title>Марс</title> <nil>
}

func ExampleNewReader() {
	body := strings.NewReader("<meta charset=euc-kr><p>\xC8\xAD\xBC\xBA")
	r := charsniff.NewReader(body, charsniff.ContentType("text/html"))
	text, err := io.ReadAll(r)
	fmt.Println(string(text), err)
	// Output: <meta charset=euc-kr><p>화성 <nil>
}

func ExampleNewContext() {
	styles, err := charsniff.NewContext(charsniff.Facts{
		Context:  "css-from-document",
		Reading:  charsniff.Standard,
		Document: charsniff.Windows1251,
	})
	fmt.Println(err)
	fmt.Println(styles.Sniff([]byte("a::after { content: '\xE9' }"), nil))
	_, err = charsniff.NewContext(charsniff.Facts{Context: "css"})
	fmt.Println(err)
	// Output:
	// <nil>
	// windows-1251 tentative document <nil>
	// charsniff: Facts.Context: no row is named "css"
}

func ExampleExplain() {
	page := []byte("<meta charset=sjis>")
	explanation, err := charsniff.Explain(page, charsniff.ContentType("text/html; charset=none"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, stage := range explanation.Stages {
		if stage.Label != nil {
			fmt.Printf("%s: %q, %s\n", stage.Stage, *stage.Label, stage.Outcome)
		}
	}
	// Output:
	// transport: "none", nothing
	// prescan: "sjis", decided
}

func ExampleDetector_Detect() {
	detector := charsniff.Detector{Only: []charsniff.Encoding{charsniff.ShiftJIS, charsniff.EUCJP}}
	guess, ok, err := detector.Detect([]byte("\xBF\xA7"))
	fmt.Println(guess.Encoding, ok, err)
	// Output: EUC-JP true <nil>
}

func ExampleDetect() {
	guess, ok, err := charsniff.Detect([]byte("\xCF\xEE\xE3\xEE\xE4\xE0 \xED\xE0 \xE7\xE0\xE2\xF2\xF0\xE0"))
	fmt.Println(guess.Encoding, guess.Probability > 0.9, ok, err)
	_, ok, err = charsniff.Detect([]byte("\x89PNG\r\n\x1A\n\x00\x00\x00\rIHDR"))
	fmt.Println(ok, err)
	// Output:
	// windows-1251 true true <nil>
	// false <nil>
}

func ExampleTransport() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=shift_jis")
		_, _ = io.WriteString(w, "\x89\xCE\x90\xAF")
	}))
	defer server.Close()

	client := http.Client{Transport: charsniff.Transport{}}
	response, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	fmt.Println(string(text), response.Header.Get("Content-Type"), err)
	// Output: 火星 text/html; charset=utf-8 <nil>
}

func ExampleStream() {
	c, err := charsniff.NewContext(charsniff.Facts{Reading: charsniff.Standard})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := c.NewStream(charsniff.ContentType("text/html; charset=gbk"))
	for _, chunk := range []string{"<p>\xBB", "\xF0\xD0", "\xC7"} {
		text, err := s.Push([]byte(chunk))
		fmt.Printf("%q %v\n", text, err)
	}
	text, err := s.Finish()
	sniffed, _ := s.Sniffed()
	fmt.Printf("%q %v %s\n", text, err, sniffed.Encoding)
	// Output:
	// "<p>" <nil>
	// "火" <nil>
	// "星" <nil>
	// "" <nil> GBK
}

func ExampleEncoding_NewEncoder() {
	encoder := encoding.HTMLEscapeUnsupported(charsniff.Windows1252.NewEncoder())
	body, err := encoder.String("“Œuvre” on Марс")
	fmt.Printf("%q %v\n", body, err)
	// Output: "\x93\x8cuvre\x94 on &#1052;&#1072;&#1088;&#1089;" <nil>
}

func ExampleLookup() {
	e, ok := charsniff.Lookup("latin1")
	fmt.Println(e, ok)
	// Output: windows-1252 true
}
