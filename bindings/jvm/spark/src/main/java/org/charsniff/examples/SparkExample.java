package org.charsniff.examples;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;
import org.charsniff.Charsniff;
import org.charsniff.Headers;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import scala.Tuple2;

/** Which encodings the pages of a crawl are in, on a cluster: its WARC files are read by Spark's workers. */
public final class SparkExample {
    private SparkExample() {}

    /**
     * How many responses there are in each encoding.
     *
     * @param files a pattern for paths of WARC files, such as {@code "hdfs://host/crawl/*.warc.gz"}
     */
    public static Map<String, Integer> encodings(JavaSparkContext spark, String files) {
        return new TreeMap<>(spark.binaryFiles(files)
                .flatMap(file -> encodings(file._2()))
                .mapToPair(encoding -> new Tuple2<>(encoding, 1))
                .reduceByKey(Integer::sum)
                .collectAsMap());
    }

    /** Of each response of a file. Runs on a worker, whose Java process keeps one core for each thread. */
    private static Iterator<String> encodings(PortableDataStream file) throws IOException {
        List<String> encodings = new ArrayList<>();
        try (DataInputStream bytes = file.open(); WarcReader reader = new WarcReader(bytes)) {
            for (WarcRecord record : reader) {
                if (record instanceof WarcResponse) {
                    WarcResponse response = (WarcResponse) record;
                    // What a Content-Encoding hides is left alone here; WarcExample undoes it.
                    if (response.http().headers().first("Content-Encoding").isEmpty()) {
                        byte[] body = response.http().body().stream().readAllBytes();
                        Headers headers = Headers.of(response.http().headers().map());
                        encodings.add(Charsniff.sniff(body, headers).name());
                    }
                }
            }
        }
        return encodings.iterator();
    }
}
