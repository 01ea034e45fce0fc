package org.charsniff;

/** The rows of the table of contexts: the places of the Web platform that decode bytes. */
public enum Kind {
    TEXT_DECODER,
    HTML,
    XHR_HTML,
    XML,
    CSS_FROM_DOCUMENT,
    CSS_FROM_CSS,
    CSS_FROM_LINK_HEADER,
    TEXT_DOCUMENT,
    XHR_TEXT_XML,
    XHR_TEXT,
    FETCH_TEXT,
    VIEW_SOURCE,
    CLIPBOARD,
    CLASSIC_SCRIPT,
    MODULE_SCRIPT,
    JAVASCRIPT_URL,
    XHR_JSON,
    FETCH_JSON,
    WEB_APP_MANIFEST,
    PAYMENT_METHOD_MANIFEST,
    PUSH_MESSAGE,
    WEBDRIVER_JSON,
    SOURCE_MAP,
    DOCUMENT_COOKIE,
    CHALLENGE_REALM,
    CONTENT_DISPOSITION_FILENAME,
    WEBSOCKET_CLOSE_REASON,
    WEBSOCKET_TEXT,
    EVENT_STREAM,
    HOST,
    PERCENT_DECODE,
    DECODE_URI,
    DECODE_URI_COMPONENT,
    FRAGMENT_TARGET,
    FILE_URL_PATH,
    FORM_URLENCODED,
    MEDIA_FRAGMENT,
    MULTIPART_FORM_DATA,
    PARSE_MANIFEST,
    M3U8,
    WEBVTT,
    X500_STRING,
    MIME_TYPE,
    URL_PARSER,
    DATA_URL,
    REFRESH,
    HEADER_VALUE,
    ATOB,
    WEB_TRANSPORT_ENV;

    /** The name of the row, as everywhere else in charsniff: {@code "css-from-document"}. */
    @Override
    public String toString() {
        return Names.kebab(this);
    }

    /**
     * The row of a name.
     *
     * @throws IllegalArgumentException if there is no such row
     */
    public static Kind of(String name) {
        return Names.find(values(), name, "kind");
    }
}
