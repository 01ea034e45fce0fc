// Prints what the first call, the first 10, 100 and 1,000 calls of a fresh JVM take, and a call after 4,000:
// `java -cp JARS First WORK FILE`. tools/first_calls.sh runs it; see benches/pace.rs for FILE.

import com.ibm.icu.text.CharsetDetector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.charsniff.Charsniff;
import org.charsniff.Context;
import org.charsniff.Headers;
import org.charsniff.Reading;

final class First {
    private interface Work {
        Object of(byte[] body, Headers headers) throws Exception;
    }

    private static Object sink;

    private static Work work(String name) {
        Context context = Context.html();
        switch (name) {
            case "detect":
                return (body, headers) -> Charsniff.detect(body);
            case "sniff":
                return (body, headers) -> Charsniff.sniff(body, headers, context);
            case "sniff-standard":
                return (body, headers) -> Charsniff.sniff(body, headers, context.reading(Reading.STANDARD));
            case "decode":
                return (body, headers) -> Charsniff.decode(body, headers, context).text();
            case "icu4j-detect":
                return (body, headers) -> new CharsetDetector().setText(body).detect().getName();
            case "icu4j-decode":
                return (body, headers) -> {
                    String found = new CharsetDetector().setText(body).detect().getName();
                    // It has names that Java has not: "IBM420_rtl".
                    return new String(body, Charset.isSupported(found) ? Charset.forName(found) : StandardCharsets.ISO_8859_1);
                };
            default:
                throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Work work = work(arguments[0]);
        ByteBuffer packed = ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[1]))).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> bodies = new ArrayList<>();
        List<Headers> headers = new ArrayList<>();
        while (packed.hasRemaining()) {
            byte[][] fields = new byte[3][];
            for (int i = 0; i < 3; i++) {
                fields[i] = new byte[packed.getInt()];
                packed.get(fields[i]);
            }
            String contentType = new String(fields[0], StandardCharsets.US_ASCII);
            // Of a page that its header labels, only the time of sniff is asked for.
            if (!arguments[0].startsWith("sniff") || contentType.contains("charset=")) {
                bodies.add(fields[2]);
                headers.add(Headers.contentType(contentType));
            }
        }
        int calls = 0;
        int[] steps = {1, 10, 100, 1000};
        long[] ends = new long[steps.length];
        long start = System.nanoTime();
        for (int step = 0; step < steps.length; step++) {
            int most = steps[step];
            for (; calls < most; calls++) {
                sink = work.of(bodies.get(calls * 7 % bodies.size()), headers.get(calls * 7 % bodies.size()));
            }
            ends[step] = System.nanoTime();
        }
        StringBuilder line = new StringBuilder();
        for (long end : ends) {
            line.append(String.format(Locale.ROOT, " %.1f |", (end - start) / 1e6));
        }
        // A call later, in µs: the median of 101.
        for (; calls < 4000; calls++) {
            sink = work.of(bodies.get(calls * 7 % bodies.size()), headers.get(calls * 7 % bodies.size()));
        }
        long[] times = new long[101];
        for (int i = 0; i < times.length; i++, calls++) {
            long before = System.nanoTime();
            sink = work.of(bodies.get(calls * 7 % bodies.size()), headers.get(calls * 7 % bodies.size()));
            times[i] = System.nanoTime() - before;
        }
        Arrays.sort(times);
        line.append(String.format(Locale.ROOT, " %.1f |", times[50] / 1e3));
        System.out.println(line);
    }
}
