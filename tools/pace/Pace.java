// Nanoseconds of processor time a page: `java -cp charsniff.jar Pace.java FILE`. See benches/pace.rs.

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.charsniff.Charsniff;

final class Pace {
    // HotSpot compiles what is called often.
    private static final int ROUNDS = 200;

    public static void main(String[] arguments) throws Exception {
        ByteBuffer packed = ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[0]))).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> fields = new ArrayList<>();
        while (packed.hasRemaining()) {
            byte[] field = new byte[packed.getInt()];
            packed.get(field);
            fields.add(field);
        }
        List<String> contentTypes = new ArrayList<>();
        List<byte[]> bodies = new ArrayList<>();
        for (int n = 0; n < fields.size(); n += 3) {
            contentTypes.add(new String(fields.get(n), StandardCharsets.US_ASCII));
            bodies.add(fields.get(n + 2));
        }
        long fastest = Long.MAX_VALUE;
        long characters = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            for (int n = 0; n < bodies.size(); n++) {
                characters += Charsniff.decode(bodies.get(n), contentTypes.get(n)).text().length();
            }
            fastest = Math.min(fastest, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }
        if (characters == 0) {
            throw new AssertionError("no text");
        }
        System.out.println(fastest / bodies.size());
    }
}
