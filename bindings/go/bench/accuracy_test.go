package bench

import (
	"bufio"
	"encoding/json"
	"os"
	"sort"
	"testing"
	"time"

	gogs "github.com/gogs/chardet"
	saintfish "github.com/saintfish/chardet"

	charsniff "github.com/charsniff/charsniff/bindings/go"
)

// sample is a line of a file of samples: a text, and the label of the encoding that it is written in.
type sample struct{ Enc, Size, Text string }

// Names that the peers use and that are not labels of the standard.
var peerNames = map[string]string{"GB-18030": "gb18030"}

// isRight reports whether body, decoded by the encoding of this name, is text.
func isRight(name string, body []byte, text string) bool {
	if label, ok := peerNames[name]; ok {
		name = label
	}
	e, ok := charsniff.Lookup(name)
	if !ok {
		return false
	}
	decoded, _, _ := e.Decode(body)
	return decoded == text
}

// TestAccuracy prints how many samples of each size the detectors are right about, and how long they take.
//
//	SAMPLES=samples.jsonl go test -run Accuracy -v
func TestAccuracy(t *testing.T) {
	path := os.Getenv("SAMPLES")
	if path == "" {
		t.Skip("SAMPLES names no file")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	detectors := map[string]func([]byte) string{
		"charsniff": func(body []byte) string {
			guess, _, _ := charsniff.Detect(body)
			return guess.Encoding.String()
		},
		"saintfish": func(body []byte) string {
			result, err := saintfish.NewHtmlDetector().DetectBest(body)
			if err != nil {
				return ""
			}
			return result.Charset
		},
		"gogs": func(body []byte) string {
			result, err := gogs.NewHtmlDetector().DetectBest(body)
			if err != nil {
				return ""
			}
			return result.Charset
		},
	}
	right, took, count, bytes := map[[2]string]int{}, map[string]time.Duration{}, map[string]int{}, 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var s sample
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		e, ok := charsniff.Lookup(s.Enc)
		if !ok {
			t.Fatal(s.Enc)
		}
		body, err := e.NewEncoder().Bytes([]byte(s.Text))
		if err != nil {
			continue
		}
		count[s.Size]++
		count["all"]++
		bytes += len(body)
		for name, detect := range detectors {
			start := time.Now()
			answer := detect(body)
			took[name] += time.Since(start)
			if isRight(answer, body, s.Text) {
				right[[2]string{name, s.Size}]++
				right[[2]string{name, "all"}]++
			}
		}
	}
	var sizes []string
	for size := range count {
		sizes = append(sizes, size)
	}
	sort.Strings(sizes)
	for name := range detectors {
		for _, size := range sizes {
			t.Logf("%-10s %-10s %6d of %6d  %.1f %%", name, size, right[[2]string{name, size}], count[size], 100*float64(right[[2]string{name, size}])/float64(count[size]))
		}
		t.Logf("%-10s %.1f µs a sample, %.0f MB/s", name, float64(took[name].Microseconds())/float64(count["all"]), float64(bytes)/took[name].Seconds()/1e6)
	}
}
