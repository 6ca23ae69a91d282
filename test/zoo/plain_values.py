"""NumPy, pickles of plain data, HDF5."""

import argparse
import collections
import datetime
import decimal
import pathlib
import pickle
import uuid

from zoo import SEED, maker


@maker("files", "numpy", "numpy")
def numpy_files(place):
    import numpy as np

    rng = np.random.default_rng(SEED)
    np.save(place / "embeddings.npy", rng.normal(size=(200, 32)).astype(np.float32))
    np.save(place / "half.npy", rng.normal(size=(64, 8)).astype(np.float16))
    np.save(place / "fortran.npy", np.asfortranarray(rng.normal(size=(16, 9))))
    np.save(place / "labels.npy", np.arange(100))
    np.save(place / "scalar.npy", np.float64(3.5))
    np.save(place / "empty.npy", np.zeros((0, 4), np.float32))
    np.save(place / "names.npy", np.array(["cat", "dog", "ÿ"]))
    np.save(place / "dates.npy", np.array(["2024-01-01", "NaT"], "datetime64[D]"))
    np.save(place / "complex.npy", rng.normal(size=5) + 1j)
    np.save(place / "records.npy", np.array([(1, 2.5, b"x")], [("id", "<i4"), ("score", "<f8"), ("tag", "S4")]))
    np.save(place / "objects.npy", np.array([{"a": 1}, None, "x"], dtype=object), allow_pickle=True)
    np.save(place / "missing.npy", np.array([1.0, np.nan, 2.0]))
    np.save(place / "zeros.npy", np.zeros((100, 100), np.float32))
    np.save(place / "mask.npy", rng.random((50, 50)) > 0.5)
    np.savez(place / "arrays.npz", x=rng.normal(size=(8, 8)), y=np.arange(8), name=np.array("run"))
    np.savez_compressed(place / "compressed.npz", x=np.zeros((100, 100)), y=np.arange(8))
    np.savetxt(place / "table.txt", rng.normal(size=(20, 3)))
    mapped = np.lib.format.open_memmap(place / "mapped.npy", mode="w+", dtype="<f4", shape=(50, 8))
    mapped[:] = rng.normal(size=(50, 8))
    mapped.flush()
    np.arange(5000, dtype=np.uint16).tofile(place / "train.u16.bin")
    raw = np.memmap(place / "cache.f32.dat", mode="w+", dtype="<f4", shape=(1000,))
    raw[:] = rng.normal(size=1000)
    raw.flush()


@maker("files", "pickles", "numpy")
def pickles(place):
    import numpy as np

    def put(name, value, protocol=pickle.DEFAULT_PROTOCOL):
        with open(place / name, "wb") as file:
            pickle.dump(value, file, protocol=protocol)

    put("history.pkl", {"loss": [0.5, 0.4], "acc": [0.1, 0.2], "best": None})
    put("params.pkl", {"w": np.ones((3, 4), np.float32) * 0.5, "b": np.arange(4.0)}, 4)
    put("protocol2.pkl", {"w": np.arange(6.0)}, 2)
    put("protocol5.pkl", {"w": np.arange(6.0).reshape(2, 3)}, 5)
    put("protocol0.pkl", {"words": ["a", "b"], "n": 7}, 0)
    put("vocab.pkl", collections.Counter("a b a c".split()))
    put("index.pkl", collections.defaultdict(list, {"a": [1, 2]}))
    put("args.pkl", argparse.Namespace(lr=1e-3, out=pathlib.PurePosixPath("/tmp/x")))
    put("mixed.pkl", [datetime.datetime(2024, 1, 1), decimal.Decimal("1.5"), uuid.UUID(int=7), {1, 2}, frozenset({3}), range(3), slice(1, 2), 1 + 2j, b"x", bytearray(b"y")])
    put("scalars.pkl", {"loss": np.float32(0.5), "step": np.int64(7), "rng": np.random.RandomState(SEED).get_state()})
    put("generator.pkl", np.random.default_rng(SEED))
    put("deque.pkl", collections.deque([1, 2], maxlen=4))


@maker("files", "pandas", "pandas")
def pandas_files(place):
    import pandas as pd

    frame = pd.DataFrame({"step": range(20), "loss": [1 / (i + 1) for i in range(20)], "name": ["a"] * 20, "when": pd.date_range("2024-01-01", periods=20), "kind": pd.Categorical(["x", "y"] * 10)})
    frame.to_pickle(place / "frame.pkl")
    frame.to_csv(place / "frame.csv")
    frame.to_json(place / "frame.jsonl", orient="records", lines=True)
    frame.to_json(place / "frame.json")
    frame.set_index("step").to_parquet(place / "frame.parquet")
    frame.to_feather(place / "frame.feather")
    frame.to_pickle(place / "frame.pkl.gz")
    frame.to_csv(place / "frame.csv.gz", index=False)
    pd.DataFrame({"a": [None, "x"], "b": pd.array([1, None], dtype="Int64")}).to_parquet(place / "nulls.parquet")


@maker("files", "hdf5", "h5py", "numpy")
def hdf5_files(place):
    import h5py
    import numpy as np

    rng = np.random.default_rng(SEED)
    with h5py.File(place / "plain.h5", "w") as file:
        file["x"] = rng.normal(size=(100, 8)).astype("f4")
        file["y"] = np.arange(100)
        file.attrs["classes"] = ["cat", "dog"]
    with h5py.File(place / "chunked.h5", "w") as file:
        file.create_dataset("x", data=rng.normal(size=(500, 20)), chunks=(64, 20), compression="gzip", shuffle=True, fletcher32=True)
        file.create_dataset("grow", data=np.arange(50), maxshape=(None,), chunks=(16,))
        file.create_dataset("lzf", data=rng.normal(size=(300, 4)), compression="lzf")
        file.create_dataset("text", data=["a", "bb"], dtype=h5py.string_dtype())
    with h5py.File(place / "latest.h5", "w", libver="latest") as file:
        group = file.create_group("a/b", track_order=True)
        group["w"] = rng.normal(size=(10, 10)).astype("f2")
        group["e"] = np.array([True, False])
    with h5py.File(place / "odd.h5", "w") as file:
        file["soft"] = h5py.SoftLink("/data")
        file["data"] = np.array([(1, 2.0)], [("i", "i4"), ("f", "f8")])
        file["empty"] = h5py.Empty("f4")
        file.create_dataset("ragged", data=[np.arange(2), np.arange(3)], dtype=h5py.vlen_dtype("i8"))
        file["enum"] = np.array([0, 1], h5py.enum_dtype({"A": 0, "B": 1}, basetype="i1"))
        file.create_dataset("scaled", data=np.arange(100), scaleoffset=0, chunks=(50,))


@maker("files", "plots", "matplotlib")
def plots(place):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.plot([1, 2, 3], [3, 2, 1])
    for kind in ["png", "svg", "pdf", "jpg"]:
        plt.savefig(place / f"loss.{kind}")
