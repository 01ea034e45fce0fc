package org.charsniff.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl read by two workers in separate processes. */
class SparkTest {
    @Test
    void aCrawlOnTwoWorkers(@TempDir Path folder) throws Exception {
        // A worker requires that the folder exists; it may be empty.
        Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        Path crawl = Path.of("../../../fixtures/crawl.warc.gz");
        Files.copy(crawl, folder.resolve("1.warc.gz"));
        Map<String, Integer> one = count("local[1]", folder);
        assertTrue(one.size() > 5, one.toString());
        for (int i = 2; i <= 4; i++) {
            Files.copy(crawl, folder.resolve(i + ".warc.gz"));
        }
        Map<String, Integer> fourTimes = new TreeMap<>();
        one.forEach((encoding, count) -> fourTimes.put(encoding, 4 * count));
        assertEquals(fourTimes, count("local-cluster[2,1,1024]", folder));
        System.out.println(fourTimes);
    }

    private static Map<String, Integer> count(String master, Path folder) {
        SparkConf settings = new SparkConf().setMaster(master).setAppName("charsniff").set("spark.ui.enabled", "false")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .set("spark.executor.memory", "512m");
        try (JavaSparkContext spark = new JavaSparkContext(settings)) {
            return SparkExample.encodings(spark, folder + "/*.warc.gz");
        }
    }
}
