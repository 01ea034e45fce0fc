package charset_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/charsniff/charsniff/bindings/go/charset"
)

func ExampleNewReader() {
	r, err := charset.NewReader(strings.NewReader("<meta charset=koi8-r><p>\xED\xC1\xD2\xD3"), "text/html")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := io.ReadAll(r)
	fmt.Println(string(text), err)
	// Output: <meta charset=koi8-r><p>Марс <nil>
}

func ExampleDetermineEncoding() {
	e, name, certain := charset.DetermineEncoding([]byte("<p>"), "text/html; charset=big5")
	text, _ := e.NewDecoder().String("\xA4\xF5\xACP")
	fmt.Println(name, certain, text)
	// Output: big5 true 火星
}
