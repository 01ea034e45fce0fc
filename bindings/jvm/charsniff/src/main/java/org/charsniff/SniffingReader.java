package org.charsniff;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Objects;
import java.util.Optional;

/**
 * The text of a resource while its bytes are read, by {@link Charsniff#reader}. It holds back no more bytes than it needs to
 * decide. For one thread at a time.
 *
 * <p>If the bytes break off with an exception, the text of what arrived can be read, and then the exception is thrown.
 */
public final class SniffingReader extends Reader {
    private static final int CHUNK = 1 << 14;

    private final InputStream bytes;
    private final StreamDecoder decoder;
    private final byte[] chunk = new byte[CHUNK];
    private String text = "";
    private int position;
    private boolean isOver;
    private boolean isClosed;
    /** What ended the bytes, thrown after their text. */
    private IOException failure;

    SniffingReader(InputStream bytes, StreamDecoder decoder) {
        this.bytes = bytes;
        this.decoder = decoder;
    }

    /**
     * Reads on until there is a verdict, and returns that. It takes no text away from {@link #read}.
     *
     * @throws IOException if the bytes cannot be read
     */
    public Sniffed sniffed() throws IOException {
        checkOpen();
        StringBuilder more = new StringBuilder(text.substring(position));
        Optional<Sniffed> sniffed;
        while ((sniffed = decoder.sniffed()).isEmpty() && !isOver) {
            fill();
            more.append(text);
        }
        text = more.toString();
        position = 0;
        return sniffed.orElseThrow(() -> failure);
    }

    /** Whether malformed sequences were replaced by U+FFFD so far. */
    public boolean hadErrors() throws IOException {
        checkOpen();
        return decoder.hadErrors();
    }

    /**
     * Reads the next text.
     *
     * @throws IOException if the bytes cannot be read; and at a malformed sequence, in contexts in which that is an error: its
     *     cause is then a {@link DecodeException}
     */
    @Override
    public int read(char[] to, int offset, int length) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, length, Names.requireNonNull(to, "to").length);
        if (length == 0) {
            return 0;
        }
        while (position == text.length()) {
            if (isOver) {
                if (failure != null) {
                    throw failure;
                }
                return -1;
            }
            fill();
        }
        int count = Math.min(length, text.length() - position);
        text.getChars(position, position + count, to, offset);
        position += count;
        return count;
    }

    /** Replaces the text, which was read, by that of the next bytes. */
    private void fill() {
        position = 0;
        text = "";
        try {
            int count;
            try {
                count = bytes.read(chunk);
            } catch (IOException error) {
                isOver = true;
                failure = error;
                text = decoder.decide();
                return;
            }
            isOver = count < 0;
            text = isOver ? decoder.finish() : decoder.push(chunk, 0, count);
        } catch (DecodeException error) {
            isOver = true;
            failure = new IOException(error.getMessage(), error);
            text = error.text();
        }
    }

    private void checkOpen() throws IOException {
        if (isClosed) {
            throw new IOException("the reader is closed");
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        decoder.close();
        bytes.close();
    }
}
