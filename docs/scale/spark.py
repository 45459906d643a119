"""Judges a data set of JSON lines with Spark: each partition is piped through the command, which writes a part.

spark-submit spark.py s3a://traffic/logs s3a://traffic/parts
"""

import sys

from pyspark.sql import SparkSession

logs, parts = sys.argv[1:3]
spark = SparkSession.builder.appName("conformance").getOrCreate()
# Partitions have no number of their own in pipe(): merge tells apart what they found by what is in it.
spark.sparkContext.textFile(logs).pipe("npx conformance check - --partial -", checkCode=True).saveAsTextFile(parts)
