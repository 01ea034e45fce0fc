package charsniff

import (
	"mime"
	"net/http"
	"strings"
)

// NewResponseReader returns a reader of a response's text, read as a crawler needs it. The top-level domain of its URL is
// a hint for the detector. Closing the reader closes the body.
func NewResponseReader(response *http.Response) *Reader {
	if response.Request != nil && response.Request.URL != nil {
		// A URL with a NUL in it is none that was asked for; it is no hint then.
		if c, err := NewContext(Facts{TLD: tld(response.Request.URL.Hostname())}); err == nil {
			return c.NewReader(response.Body, response.Header)
		}
	}
	return NewReader(response.Body, response.Header)
}

// tld returns the last label of a host's name.
func tld(host string) string {
	return host[strings.LastIndexByte(host, '.')+1:]
}

// Transport is a [http.RoundTripper] whose responses are UTF-8: the bodies of HTML, XML, CSS, scripts and other text are
// decoded as they are read, and their Content-Type says so. Other bodies, those without a Content-Type, and those with a
// Content-Encoding that was not undone are left alone.
type Transport struct {
	// Base makes the requests; nil means [http.DefaultTransport].
	Base http.RoundTripper
}

// RoundTrip makes a request.
func (t Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	response, err := base.RoundTrip(request)
	if err != nil || response.Body == nil || request.Method == http.MethodHead || response.Header.Get("Content-Encoding") != "" {
		return response, err
	}
	kind := strings.ToLower(essence(contentType(response.Header)))
	if !isText(kind) {
		return response, nil
	}
	if response.Request == nil {
		response.Request = request
	}
	response.Body = NewResponseReader(response)
	response.ContentLength = -1
	header := response.Header.Clone()
	header.Del("Content-Length")
	header.Set("Content-Type", mime.FormatMediaType(kind, map[string]string{"charset": "utf-8"}))
	response.Header = header
	return response, nil
}

// isText says whether a MIME type, in small letters, is that of text.
func isText(kind string) bool {
	switch kind {
	case "application/xml", "application/javascript", "application/ecmascript", "application/x-javascript", "application/json":
		return true
	}
	return strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+json")
}
