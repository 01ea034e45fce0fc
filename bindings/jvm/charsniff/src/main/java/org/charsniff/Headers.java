package org.charsniff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The headers that came with the bytes. Of them, Content-Type, Content-Language and Content-Disposition are used. */
public final class Headers {
    private static final Headers NONE = new Headers(List.of());
    private final List<String> fields;
    /** Made when it is needed; a second thread makes the same. */
    private byte[] packed;

    private Headers(List<String> fields) {
        this.fields = fields;
    }

    /** No headers. */
    public static Headers none() {
        return NONE;
    }

    /**
     * A Content-Type header.
     *
     * @param value such as {@code "text/html; charset=utf-8"}; {@code null} if there was none
     */
    public static Headers contentType(String value) {
        return value == null ? NONE : new Headers(List.of("content-type", value));
    }

    /**
     * Names and values in turn.
     *
     * @throws IllegalArgumentException if there is a name without a value
     */
    public static Headers of(String... namesAndValues) {
        if (Names.requireNonNull(namesAndValues, "namesAndValues").length % 2 != 0) {
            throw new IllegalArgumentException("namesAndValues: the last name has no value");
        }
        for (String text : namesAndValues) {
            Names.requireNonNull(text, "namesAndValues: one of them");
        }
        return new Headers(List.of(namesAndValues));
    }

    /**
     * Headers as {@code java.net.http.HttpHeaders.map()} and {@code URLConnection.getHeaderFields()} give them. A name that
     * is {@code null}, as of the status line in the latter, is passed over.
     */
    public static Headers of(Map<String, List<String>> fields) {
        List<String> all = new ArrayList<>();
        Names.requireNonNull(fields, "fields").forEach((name, values) -> {
            if (name != null) {
                for (String value : Names.requireNonNull(values, "fields: the list of " + name)) {
                    all.add(name);
                    all.add(Names.requireNonNull(value, "fields: a value of " + name));
                }
            }
        });
        return new Headers(all);
    }

    /** The fields: {@code "[Content-Type: text/html, Content-Language: ja]"}. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            lines.add(fields.get(i) + ": " + fields.get(i + 1));
        }
        return lines.toString();
    }

    /** Names and values in turn. */
    List<String> fields() {
        return fields;
    }

    /** Names and values in turn, each followed by a NUL, as native code takes them; {@code null} if there are none. */
    byte[] packed() {
        if (packed == null && !fields.isEmpty()) {
            StringBuilder texts = new StringBuilder();
            // NUL ends text in the core, also one within.
            fields.forEach(text -> texts.append(text, 0, end(text)).append('\0'));
            packed = texts.toString().getBytes(StandardCharsets.UTF_8);
        }
        return packed;
    }

    private static int end(String text) {
        int end = text.indexOf('\0');
        return end < 0 ? text.length() : end;
    }
}
