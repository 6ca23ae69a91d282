"""Parquet, Arrow and the folders of the datasets library, with the odd but legal pages."""

from zoo import maker


def frame(rows=500):
    import pyarrow as pa

    return pa.table(
        {
            "id": list(range(rows)),
            "text": [f"line {i} of the text" if i % 7 else None for i in range(rows)],
            "score": [i / 3 for i in range(rows)],
            "tags": [["a", "b"][: i % 3] for i in range(rows)],
            "meta": [{"lang": "en", "len": i} for i in range(rows)],
            "flag": [i % 2 == 0 for i in range(rows)],
            "raw": [bytes([i % 256]) * 3 for i in range(rows)],
        }
    )


@maker("files", "parquet-of-pyarrow", "pyarrow")
def parquet_of_pyarrow(place):
    import datetime

    import pyarrow as pa
    import pyarrow.parquet as pq

    table = frame()
    for codec in ["none", "snappy", "gzip", "zstd", "brotli", "lz4"]:
        pq.write_table(table, place / f"{codec}.parquet", compression=codec)
    pq.write_table(table, place / "pages-v2.parquet", data_page_version="2.0", version="2.6")
    pq.write_table(table, place / "pages-small.parquet", data_page_size=512, row_group_size=100)
    pq.write_table(table, place / "checksums.parquet", write_page_checksum=True)
    pq.write_table(table, place / "index.parquet", write_page_index=True)
    pq.write_table(table, place / "no-dictionary.parquet", use_dictionary=False, write_statistics=False)
    flat = table.select(["id", "score", "text"])
    pq.write_table(flat, place / "delta.parquet", use_dictionary=False, column_encoding={"id": "DELTA_BINARY_PACKED", "text": "DELTA_BYTE_ARRAY", "score": "BYTE_STREAM_SPLIT"})
    pq.write_table(flat, place / "delta-length.parquet", use_dictionary=False, column_encoding={"id": "PLAIN", "text": "DELTA_LENGTH_BYTE_ARRAY", "score": "PLAIN"}, data_page_version="2.0")
    pq.write_table(frame(0), place / "empty.parquet")
    pq.write_table(pa.table({"x": pa.nulls(10)}), place / "nulls.parquet")
    pq.write_table(pa.table({"d": pa.array([1, 2], pa.decimal128(10, 2)), "t": pa.array([datetime.datetime(2024, 1, 1)] * 2), "f": pa.array([1.5, 2.5], pa.float16()), "m": pa.array([[("k", 1)], []], pa.map_(pa.string(), pa.int64()))}), place / "types.parquet")
    pq.write_table(table, place / "sorted.parquet", sorting_columns=[pq.SortingColumn(0)], store_schema=False)
    pq.write_table(frame(5000), place / "bloom.parquet", bloom_filter_options={"id": True}) if "bloom_filter_options" in (pq.write_table.__doc__ or "") else None


@maker("files", "arrow-of-pyarrow", "pyarrow")
def arrow_of_pyarrow(place):
    import pyarrow as pa
    import pyarrow.feather as feather

    table = frame()
    with pa.OSFile(str(place / "file.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=100)
    with pa.OSFile(str(place / "stream.arrow"), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    feather.write_feather(table, place / "zstd.feather", compression="zstd")
    feather.write_feather(table, place / "lz4.feather", compression="lz4")
    words = pa.table({"w": pa.array(["a", "b", "a"]).dictionary_encode()})
    with pa.OSFile(str(place / "dictionary.arrow"), "wb") as sink, pa.ipc.new_file(sink, words.schema) as writer:
        writer.write_table(words)


@maker("files", "tables-of-polars", "polars")
def tables_of_polars(place):
    import polars as pl

    data = pl.DataFrame({"id": range(300), "text": [f"line {i}" for i in range(300)], "x": [i / 7 for i in range(300)], "l": [[i] * (i % 3) for i in range(300)], "c": pl.Series(["u", "v", "w"] * 100, dtype=pl.Categorical)})
    for codec in ["zstd", "snappy", "lz4", "gzip", "uncompressed"]:
        data.write_parquet(place / f"{codec}.parquet", compression=codec)
    data.write_parquet(place / "pages.parquet", row_group_size=50, data_page_size=128, statistics="full")
    data.write_ipc(place / "plain.arrow")
    data.write_ipc(place / "zstd.arrow", compression="zstd")
    data.write_ipc_stream(place / "stream.arrow")
    data.drop("l").write_csv(place / "frame.csv")
    data.write_ndjson(place / "frame.ndjson")


@maker("files", "parquet-of-datasets", "datasets")
def parquet_of_datasets(place):
    from datasets import Dataset

    data = Dataset.from_dict({"prompt": [f"p{i}" for i in range(200)], "answer": ["a"] * 200, "scores": [[1.0, 2.0]] * 200})
    data.to_parquet(place / "train-00000-of-00001.parquet")
    data.to_csv(place / "train.csv")
    data.to_json(place / "train.jsonl")


@maker("folder", "dataset-on-disk", "datasets")
def dataset_on_disk(place):
    from datasets import Dataset

    Dataset.from_dict({"text": [f"t{i}" for i in range(300)], "label": [i % 2 for i in range(300)]}).save_to_disk(place / "data", num_shards=2)


@maker("folder", "dataset-dict-on-disk", "datasets")
def dataset_dict_on_disk(place):
    from datasets import ClassLabel, Dataset, DatasetDict

    def part(rows):
        return Dataset.from_dict({"text": [f"t{i}" for i in range(rows)], "label": [i % 2 for i in range(rows)]}).cast_column("label", ClassLabel(names=["bad", "good"]))

    DatasetDict({"train": part(200), "test": part(20)}).save_to_disk(place / "data")


@maker("folder", "dataset-of-tokens", "datasets", "numpy")
def dataset_of_tokens(place):
    import numpy as np
    from datasets import Dataset

    data = Dataset.from_dict({"text": [f"t{i}" for i in range(100)]})
    data = data.map(lambda row: {"input_ids": [1, 2, 3], "pixel": np.zeros((2, 2), np.float32)})
    data.select(range(50)).save_to_disk(place / "data")


@maker("folder", "parquet-partitions", "pyarrow")
def parquet_partitions(place):
    import pyarrow.dataset as ds

    ds.write_dataset(frame().append_column("part", [[i % 2 for i in range(500)]]), place / "data", format="parquet", partitioning=["part"], partitioning_flavor="hive")


@maker("folder", "webdataset", "webdataset")
def webdataset_folder(place):
    import webdataset as wds

    with wds.ShardWriter(str(place / "train-%06d.tar"), maxcount=10) as sink:
        for i in range(25):
            sink.write({"__key__": f"{i:06}", "txt": f"caption {i}", "json": {"i": i}})


@maker("folder", "mosaic-streaming", "streaming")
def mosaic(place):
    from streaming import MDSWriter

    with MDSWriter(out=str(place / "data"), columns={"text": "str", "n": "int"}) as out:
        for i in range(50):
            out.write({"text": f"t{i}", "n": i})
