"""Judges a data set of JSON lines with Spark: a process of the command judges each partition, and writes a part.

spark-submit spark.py s3a://traffic/logs s3a://traffic/parts
"""

import subprocess
import sys

from pyspark.sql import SparkSession

logs, parts = sys.argv[1:3]
spark = SparkSession.builder.appName("conformance").getOrCreate()
traffic = spark.sparkContext.textFile(logs)
count = traffic.getNumPartitions()


def judged(number, lines):
    command = f"npx conformance check - --partial - --part-id {number} --parts {count}"
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(command.split(), input=text, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.splitlines()


traffic.mapPartitionsWithIndex(judged).saveAsTextFile(parts)
