package charsniff

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// site is a server with pages in several encodings.
func site(t *testing.T) *httptest.Server {
	t.Helper()
	pages := map[string]struct{ contentType, coding, body string }{
		"/header": {"text/html; charset=windows-1251", "", "<p>\xCC\xE0\xF0\xF1"},
		"/meta":   {"text/html", "gzip", "<meta charset=euc-kr><p>\xC8\xAD\xBC\xBA"},
		"/cp":     {"text/html; charset=cp-1251", "", "<p>\xCC\xE0\xF0\xF1"},
		"/style":  {"text/css", "", "@charset \"koi8-r\"; a::after { content: '\xED\xCF\xD3\xCB\xD7\xC1' }"},
		"/image":  {"image/png", "", "\x89PNG\r\n\x1A\n\xFF"},
		"/packed": {"text/html", "br", "\xCC\xE0"},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := pages[r.URL.Path]
		w.Header().Set("Content-Type", page.contentType)
		if page.coding != "" {
			w.Header().Set("Content-Encoding", page.coding)
		}
		if page.coding == "gzip" {
			z := gzip.NewWriter(w)
			_, _ = io.WriteString(z, page.body)
			_ = z.Close()
			return
		}
		_, _ = io.WriteString(w, page.body)
	}))
	t.Cleanup(server.Close)
	return server
}

func TestTransport(t *testing.T) {
	server := site(t)
	client := http.Client{Transport: Transport{}}
	for path, want := range map[string][2]string{
		"/header": {"text/html; charset=utf-8", "<p>Марс"},
		"/meta":   {"text/html; charset=utf-8", "<meta charset=euc-kr><p>화성"},
		"/cp":     {"text/html; charset=utf-8", "<p>Марс"},
		"/style":  {"text/css; charset=utf-8", "@charset \"koi8-r\"; a::after { content: 'Москва' }"},
		"/image":  {"image/png", "\x89PNG\r\n\x1A\n\xFF"},
		"/packed": {"text/html", "\xCC\xE0"},
	} {
		response, err := client.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.Body.Close() != nil {
			t.Error(err)
		}
		if string(body) != want[1] || response.Header.Get("Content-Type") != want[0] {
			t.Errorf("%s: %q, %q", path, response.Header.Get("Content-Type"), body)
		}
	}
}

func TestResponseReader(t *testing.T) {
	response, err := http.Get(site(t).URL + "/meta")
	if err != nil {
		t.Fatal(err)
	}
	r := NewResponseReader(response)
	text, err := io.ReadAll(r)
	if !strings.HasSuffix(string(text), "화성") || err != nil || r.Close() != nil {
		t.Errorf("%q, %v", text, err)
	}
	if sniffed, err := r.Sniffed(); sniffed.Encoding != EUCKR || err != nil {
		t.Error(sniffed, err)
	}
}

// The URL's domain is a hint.
func TestTheDomainOfAResponse(t *testing.T) {
	for host, want := range map[string]Encoding{"www.example.co.jp": EUCJP, "www.example.co.kr.": EUCKR} {
		request := httptest.NewRequest("GET", "http://"+host+"/a.b", nil)
		response := &http.Response{Request: request, Body: io.NopCloser(strings.NewReader("\xB8\xB5"))}
		if sniffed, err := NewResponseReader(response).Sniffed(); sniffed.Encoding != want || err != nil {
			t.Errorf("%s: %s, %v", host, sniffed, err)
		}
	}
}

// What is always UTF-8, or of a kind that nothing is known of, is given as it comes, with its headers.
func TestTransportPassesOtherBodies(t *testing.T) {
	for _, contentType := range []string{
		"text/event-stream", "application/json; charset=gbk", "application/ld+json", "application/manifest+json", "text/vtt",
		"bogus", "*/*", "", "application/octet-stream", "multipart/x-mixed-replace; boundary=a", "image/png", "application/x-www-form-urlencoded",
	} {
		goOn := make(chan bool)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"] = []string{contentType}
			_, _ = io.WriteString(w, "first\xFF")
			w.(http.Flusher).Flush()
			<-goOn
			_, _ = io.WriteString(w, "last")
		}))
		// A body that is held back would be waited for without end.
		response, err := (&http.Client{Transport: Transport{}, Timeout: 10 * time.Second}).Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 6)
		_, err = io.ReadFull(response.Body, first)
		close(goOn)
		rest, _ := io.ReadAll(response.Body)
		if string(first)+string(rest) != "first\xFFlast" || err != nil || response.Header.Get("Content-Type") != contentType {
			t.Errorf("%q: %q, %q, %v", response.Header.Get("Content-Type"), first, rest, err)
		}
		_ = response.Body.Close()
		server.Close()
	}
}

func TestTransportKeepsParameters(t *testing.T) {
	for contentType, want := range map[string]string{
		"text/html":                                "text/html; charset=utf-8",
		"Text/HTML;charset=windows-1251":           "Text/HTML; charset=utf-8",
		"text/html; Charset=\"koi8-r\"; a=b":       "text/html; a=b; charset=utf-8",
		`text/html; a="x;charset=y"; charset=big5`: `text/html; a="x;charset=y"; charset=utf-8`,
		`text/html; a="\";charset=y"`:              `text/html; a="\";charset=y"; charset=utf-8`,
		"text/html; charset=cp 1251; bad; =":       "text/html; bad; =; charset=utf-8",
		"text/plain;format=flowed;":                "text/plain;format=flowed; charset=utf-8",
		"text/css; a=b, text/html":                 "text/html; charset=utf-8",
		"application/xhtml+xml":                    "application/xhtml+xml; charset=utf-8",
		"text/x-unknown; é=1":                      "text/x-unknown; é=1; charset=utf-8",
		"text/jscript":                             "text/jscript; charset=utf-8",
	} {
		response, err := (Transport{Base: pageOf(contentType)}).RoundTrip(httptest.NewRequest("GET", "http://a.example/", nil))
		if err != nil {
			t.Fatal(err)
		}
		if got := response.Header["Content-Type"]; len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q, not %q", contentType, got, want)
		}
	}
	if got := inUTF8([]string{"text/css", "text/html; a=b"}, "text/html"); got != "text/html; charset=utf-8" {
		t.Error(got)
	}
}
