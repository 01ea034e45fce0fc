package org.charsniff.tika;

import java.io.IOException;
import java.util.List;
import org.apache.tika.detect.EncodingResult;
import org.apache.tika.detect.EncodingResult.ResultType;
import org.apache.tika.detect.MetaEncodingDetector;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.charsniff.Sniffed;
import org.charsniff.Source;

/**
 * charsniff as the detector of encodings of Tika 4. Tika finds it by itself, wherever it is on the class path, and its
 * answer is the one that counts: it is the detector that arbitrates between the others, whose answers it does not need.
 *
 * <p>Content-Type in the metadata is the header that came with the bytes; its charset is a claim, and the bytes decide. The
 * charset is the platform's, or charsniff's where the platform has none that reads the encoding.
 */
public class CharsniffEncodingDetector implements MetaEncodingDetector {
    private static final long serialVersionUID = 1;
    /** The probability of a guess, for which a verdict has no number. */
    private static final float GUESSED = 0.9f;

    @Override
    public List<EncodingResult> detect(TikaInputStream input, Metadata metadata, ParseContext context) throws IOException {
        if (input == null) {
            return List.of();
        }
        Sniffed sniffed = Sample.sniff(input, metadata);
        ResultType type = typeOf(sniffed);
        return List.of(new EncodingResult(Charsets.of(sniffed), type == ResultType.STATISTICAL ? GUESSED : 1,
                sniffed.name(), type));
    }

    private static ResultType typeOf(Sniffed sniffed) {
        boolean isGuessed = sniffed.source() == Source.DETECTOR || sniffed.source() == Source.DEFAULT;
        return isGuessed ? ResultType.STATISTICAL : ResultType.DECLARATIVE;
    }
}
