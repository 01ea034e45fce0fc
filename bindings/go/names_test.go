package charsniff

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestJSONHasNames(t *testing.T) {
	page := []byte("<meta charset=koi8-r>\xed\xc1\xd2\xd3, \xd0\xcc\xc1\xce\xc5\xd4\xc1")
	sniffed := must(Sniff(page, ContentType("text/html; charset=utf-8")))
	text := string(must(json.Marshal(sniffed)))
	want := `{"Encoding":"KOI8-R","Confidence":"tentative","Source":"meta","BOMLength":0,"Isomorphic":false,"UTF32":false,` +
		`"Refuted":[{"Source":"transport","Encoding":"UTF-8","Label":"utf-8"}]}`
	if text != want {
		t.Errorf("%s", text)
	}
	var again Sniffed
	if err := json.Unmarshal([]byte(text), &again); err != nil || !reflect.DeepEqual(again, sniffed) {
		t.Errorf("%v %v", again, err)
	}
	type rest struct {
		Content Content
		Reading Reading
		Change  Change
		Sources map[Source]int
	}
	whole := rest{ASCII, Firefox, StartAgain, map[Source]int{FromXMLDeclaration: 2}}
	text = string(must(json.Marshal(whole)))
	if text != `{"Content":"ascii","Reading":"firefox","Change":"start-again","Sources":{"xml-declaration":2}}` {
		t.Errorf("%s", text)
	}
	var read rest
	if err := json.Unmarshal([]byte(text), &read); err != nil || !reflect.DeepEqual(read, whole) {
		t.Errorf("%v %v", read, err)
	}
	err := json.Unmarshal([]byte(`"sure"`), &sniffed.Confidence)
	if err == nil || err.Error() != `charsniff: "sure" is not a charsniff.Confidence` {
		t.Errorf("%v", err)
	}
}
