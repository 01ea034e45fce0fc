// Go's golang.org/x/net/html/charset: the evidence that it uses (features.json), html5lib's encoding tests, and
// the time it takes for a page.
//
//	apt-get install golang-go golang-golang-x-net-dev
//	GOPATH=/usr/share/gocode GO111MODULE=off go run tools/peers/peers.go
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/net/html/charset"
)

const shared = "../shared/"

type probe struct {
	What        string
	ContentType string `json:"content_type"`
	Hex         string
	Expected    string
}

func features() {
	content, err := os.ReadFile("tools/peers/features.json")
	if err != nil {
		panic(err)
	}
	var probes []probe
	if err := json.Unmarshal(content, &probes); err != nil {
		panic(err)
	}
	fmt.Println("features of html/charset")
	for _, probe := range probes {
		data, err := hex.DecodeString(probe.Hex)
		if err != nil {
			panic(err)
		}
		_, found, _ := charset.DetermineEncoding(data, probe.ContentType)
		answer := "no "
		if strings.EqualFold(found, probe.Expected) {
			answer = "yes"
		}
		fmt.Printf("  %s %s: %s\n", answer, probe.What, found)
	}
}

func main() {
	features()
	passed, total := 0, 0
	for _, file := range []string{"tests1.dat", "tests2.dat", "test-yahoo-jp.dat"} {
		content, err := os.ReadFile(shared + "conformance/html5lib/" + file)
		if err != nil {
			panic(err)
		}
		tests := bytes.Split(append([]byte("\n"), content...), []byte("\n#data\n"))
		for _, test := range tests[1:] {
			parts := bytes.SplitN(test, []byte("\n#encoding\n"), 2)
			label := strings.TrimSpace(strings.SplitN(string(parts[1]), "\n", 2)[0])
			_, expected := charset.Lookup(label)
			_, found, _ := charset.DetermineEncoding(parts[0], "")
			total++
			if found == expected {
				passed++
			}
		}
	}
	fmt.Printf("html5lib's encoding tests\n  html/charset: %d of %d\n", passed, total)

	page, err := os.ReadFile(shared + "corpus/wikipedia/de.html")
	if err != nil {
		panic(err)
	}
	best := time.Hour
	for round := 0; round < 200; round++ {
		started := time.Now()
		for n := 0; n < 100; n++ {
			charset.DetermineEncoding(page, "")
		}
		if took := time.Since(started) / 100; took < best {
			best = took
		}
	}
	rate := float64(len(page)) / best.Seconds() / 1e6
	fmt.Printf("time to sniff a labelled page of %d bytes\n  %.2f µs, %.0f MB/s\n", len(page), float64(best.Nanoseconds())/1000, rate)
}
