package charsniff

import (
	"net/http"
	"strings"
)

// NewResponseReader returns a reader of a response's text, in the crawler's reading. The top-level domain of its URL is
// a hint for the detector. Closing the reader closes the body.
func NewResponseReader(response *http.Response) *Reader {
	if response.Request != nil && response.Request.URL != nil {
		// A URL with a NUL in it is none that was asked for; it is no hint then.
		if c, err := NewContext(Facts{URL: response.Request.URL.String()}); err == nil {
			return c.NewReader(response.Body, response.Header)
		}
	}
	return NewReader(response.Body, response.Header)
}

// Transport is a [http.RoundTripper] whose responses are UTF-8: the bodies of HTML, XML, CSS, scripts and other text are
// decoded as they are read, and the charset in their Content-Type says so; its other parameters stay.
//
// Other bodies are left alone, and given as they arrive: those that are always UTF-8, such as JSON and event streams;
// those without a Content-Type that tells their kind; and those with a Content-Encoding that Go's client did not undo.
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
	mimeType, isDecoded, err := typeOf(response.Header)
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	if !isDecoded {
		return response, nil
	}
	if response.Request == nil {
		response.Request = request
	}
	response.Body = NewResponseReader(response)
	response.ContentLength = -1
	header := response.Header.Clone()
	header.Del("Content-Length")
	header.Set("Content-Type", inUTF8(header.Values("Content-Type"), mimeType))
	response.Header = header
	return response, nil
}

// The numbers of rows: charsniff_kind_id.
const (
	kindHTML            = 1
	kindXML             = 3
	kindCSSFromDocument = 4
	kindTextDocument    = 7
	kindClassicScript   = 13
)

// typeOf returns the MIME type that headers tell, and whether bodies of this type are text in any encoding.
func typeOf(header http.Header) (mimeType string, isText bool, err error) {
	i, err := acquire()
	if err != nil {
		return "", false, err
	}
	defer i.release()
	headers, err := i.passHeaders(header)
	if err != nil || headers.count == 0 {
		return "", false, err
	}
	known, err := i.call(fnExtractMimeType, headers.pointer, headers.count, uint64(i.result))
	if err != nil || known&1 == 0 {
		return "", false, err
	}
	if mimeType, err = i.takeString(i.result); err != nil {
		return "", false, err
	}
	kind, err := i.call(fnKindForHeaders, headers.pointer, headers.count)
	switch uint8(kind) {
	case kindHTML, kindXML, kindCSSFromDocument, kindClassicScript:
		isText = true
	case kindTextDocument:
		// Types that nothing is known of, such as images, have this row too.
		isText = strings.HasPrefix(mimeType, "text/")
	}
	return mimeType, isText, err
}

// inUTF8 returns a Content-Type with another charset. Where there are several, only the MIME type that counts is kept.
func inUTF8(values []string, mimeType string) string {
	const charset = "; charset=utf-8"
	if len(values) != 1 {
		return mimeType + charset
	}
	var kept strings.Builder
	for n, part := range parts(values[0], ';') {
		if len(parts(part, ',')) > 1 {
			return mimeType + charset
		}
		name, _, _ := strings.Cut(part, "=")
		switch {
		case n == 0:
			kept.WriteString(strings.TrimSpace(part))
		case strings.TrimSpace(part) != "" && !strings.EqualFold(strings.TrimSpace(name), "charset"):
			kept.WriteString(";" + strings.TrimRight(part, " \t"))
		}
	}
	return kept.String() + charset
}

// parts splits a header's value, but not where the separator stands in a quoted string.
func parts(value string, separator byte) []string {
	var all []string
	start, isQuoted := 0, false
	for n := 0; n < len(value); n++ {
		switch {
		case isQuoted && value[n] == '\\':
			n++
		case value[n] == '"':
			isQuoted = !isQuoted
		case value[n] == separator && !isQuoted:
			all, start = append(all, value[start:n]), n+1
		}
	}
	return append(all, value[start:])
}
