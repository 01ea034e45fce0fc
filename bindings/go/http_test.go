package charsniff

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
	if got := tld("www.example.jp") + tld("localhost") + tld(""); got != "jplocalhost" {
		t.Error(got)
	}
}
