"""Trees, linear models and their like; tokenizers of their own files; exports."""

from zoo import SEED, maker


def numbers(rows=120):
    import numpy as np

    rng = np.random.default_rng(SEED)
    x = rng.normal(size=(rows, 5))
    return x, (x[:, 0] + x[:, 1] > 0).astype(int)


TEXTS = ["the cat sat on the mat", "dogs bark at night", "a cat and a dog", "night falls"] * 5


def models():
    from sklearn.cluster import KMeans
    from sklearn.decomposition import PCA
    from sklearn.ensemble import GradientBoostingClassifier, IsolationForest, RandomForestClassifier
    from sklearn.linear_model import LinearRegression, LogisticRegression, SGDClassifier
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.neural_network import MLPClassifier
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    x, y = numbers()
    made = {
        "kmeans": KMeans(3, n_init=1),
        "pca": PCA(2),
        "boosting": GradientBoostingClassifier(n_estimators=5),
        "isolation": IsolationForest(n_estimators=5),
        "forest": RandomForestClassifier(n_estimators=5),
        "linear": LinearRegression(),
        "logistic": LogisticRegression(),
        "sgd": SGDClassifier(),
        "bayes": GaussianNB(),
        "neighbours": KNeighborsClassifier(),
        "mlp": MLPClassifier((8,), max_iter=20),
        "scaler": StandardScaler(),
        "svm": SVC(),
        "tree": DecisionTreeClassifier(),
    }
    return {name: model.fit(x, y) for name, model in made.items()}


@maker("files", "sklearn-joblib", "sklearn", "joblib")
def sklearn_joblib(place):
    import joblib

    for name, model in models().items():
        joblib.dump(model, place / f"{name}.joblib")


@maker("files", "sklearn-pickle", "sklearn")
def sklearn_pickle(place):
    import pickle

    for name, model in list(models().items())[:6]:
        (place / f"{name}.pkl").write_bytes(pickle.dumps(model))


@maker("files", "sklearn-text", "sklearn", "joblib")
def sklearn_text(place):
    import joblib
    from sklearn.compose import ColumnTransformer
    from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import LabelEncoder, OneHotEncoder, StandardScaler

    labels = [i % 2 for i in range(len(TEXTS))]
    joblib.dump(TfidfVectorizer().fit(TEXTS), place / "tfidf.joblib")
    joblib.dump(CountVectorizer(ngram_range=(1, 2)).fit(TEXTS), place / "count.joblib")
    joblib.dump(make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(TEXTS, labels), place / "text-pipeline.joblib")
    joblib.dump(make_pipeline(HashingVectorizer(n_features=64), LogisticRegression()).fit(TEXTS, labels), place / "hashing.joblib")
    joblib.dump(LabelEncoder().fit(["a", "b"]), place / "labels.joblib")
    x, y = numbers()
    columns = ColumnTransformer([("n", make_pipeline(SimpleImputer(), StandardScaler()), [0, 1]), ("c", OneHotEncoder(handle_unknown="ignore"), [2])])
    joblib.dump(make_pipeline(columns, LogisticRegression()).fit(x.round(), y), place / "columns.joblib")
    joblib.dump(GridSearchCV(LogisticRegression(), {"C": [0.1, 1]}, cv=2).fit(x, y), place / "search.joblib")


@maker("files", "joblib-compressed", "joblib", "numpy")
def joblib_compressed(place):
    import joblib

    x, y = numbers(2000)
    value = {"x": x, "y": y, "name": "run"}
    joblib.dump(value, place / "plain.joblib")
    for method in ["zlib", "gzip", "bz2", "lzma", "xz"]:
        joblib.dump(value, place / f"{method}.joblib", compress=(method, 3))
    joblib.dump(value, place / "by-name.pkl.gz")
    joblib.dump(value, place / "by-name.pkl.xz")
    joblib.dump(value, place / "by-name.pkl.bz2")


@maker("files", "joblib-lz4", "joblib", "lz4")
def joblib_lz4(place):
    import joblib

    x, y = numbers(2000)
    joblib.dump({"x": x, "y": y}, place / "lz4.joblib", compress=("lz4", 3))


@maker("files", "compressed-texts")
def compressed_texts(place):
    import bz2
    import gzip
    import lzma

    rows = "".join('{"text": "line %d"}\n' % i for i in range(400)).encode()
    (place / "rows.jsonl.gz").write_bytes(gzip.compress(rows))
    (place / "rows.jsonl.bz2").write_bytes(bz2.compress(rows))
    (place / "rows.jsonl.xz").write_bytes(lzma.compress(rows))


@maker("files", "xgboost", "xgboost")
def xgboost_files(place):
    import pickle

    import xgboost as xgb

    x, y = numbers()
    model = xgb.XGBClassifier(n_estimators=5, max_depth=3).fit(x, y)
    model.save_model(place / "model.json")
    model.save_model(place / "model.ubj")
    model.get_booster().save_model(place / "booster.ubj")
    model.get_booster().dump_model(place / "dump.txt")
    (place / "model.pkl").write_bytes(pickle.dumps(model))
    linear = xgb.train({"booster": "gblinear"}, xgb.DMatrix(x, y), 3)
    linear.save_model(place / "linear.ubj")
    dart = xgb.train({"booster": "dart", "objective": "multi:softprob", "num_class": 2}, xgb.DMatrix(x, y), 3)
    dart.save_model(place / "dart.ubj")
    (place / "booster-raw.ubj").write_bytes(model.get_booster().save_raw("ubj"))


@maker("files", "lightgbm", "lightgbm")
def lightgbm_files(place):
    import json

    import joblib
    import lightgbm as lgb

    x, y = numbers()
    model = lgb.LGBMClassifier(n_estimators=5, verbose=-1).fit(x, y)
    model.booster_.save_model(place / "model.txt")
    (place / "model.json").write_text(json.dumps(model.booster_.dump_model()))
    joblib.dump(model, place / "model.joblib")


@maker("files", "catboost", "catboost")
def catboost_files(place):
    import catboost

    x, y = numbers()
    model = catboost.CatBoostClassifier(iterations=5, verbose=False, train_dir=str(place / "info")).fit(x, y)
    model.save_model(str(place / "model.cbm"))
    model.save_model(str(place / "model.json"), format="json")


@maker("folder", "catboost-info", "catboost")
def catboost_info(place):
    import catboost

    x, y = numbers()
    catboost.CatBoostClassifier(iterations=15, verbose=False, train_dir=str(place / "catboost_info")).fit(x, y, eval_set=(x, y))


@maker("files", "sentencepiece", "sentencepiece")
def sentencepiece_files(place):
    import sentencepiece as spm

    (place.parent.parent / "corpus.txt").write_text("\n".join(f"{text} number {i}" for i, text in enumerate(TEXTS * 20)))
    for kind in ["unigram", "bpe"]:
        spm.SentencePieceTrainer.train(input=str(place.parent.parent / "corpus.txt"), model_prefix=str(place / kind), vocab_size=60, model_type=kind, minloglevel=2)


@maker("files", "tokenizers", "tokenizers")
def tokenizers_files(place):
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.train_from_iterator(TEXTS, trainers.BpeTrainer(vocab_size=80, special_tokens=["[UNK]"]))
    tokenizer.save(str(place / "tokenizer.json"))
    tokenizer.model.save(str(place))


@maker("files", "onnx", "onnx")
def onnx_files(place):
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    weight = numpy_helper.from_array(np.random.default_rng(SEED).normal(size=(4, 3)).astype("f4"), "w")
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 4])], [helper.make_tensor_value_info("y", TensorProto.FLOAT, [None, 3])], [weight])
    onnx.save(helper.make_model(graph), place / "model.onnx")


@maker("files", "onnx-of-sklearn", "skl2onnx", "sklearn")
def onnx_of_sklearn(place):
    from skl2onnx import to_onnx
    from sklearn.linear_model import LogisticRegression

    x, y = numbers()
    (place / "logistic.onnx").write_bytes(to_onnx(LogisticRegression().fit(x, y), x[:1]).SerializeToString())


@maker("files", "gguf", "gguf")
def gguf_files(place):
    import gguf
    import numpy as np

    writer = gguf.GGUFWriter(str(place / "tiny-f16.gguf"), "llama")
    writer.add_block_count(1)
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(["<s>", "a", "b"])
    writer.add_chat_template("{% for m in messages %}{{ m }}{% endfor %}")
    rng = np.random.default_rng(SEED)
    writer.add_tensor("token_embd.weight", rng.normal(size=(32, 64)).astype(np.float16))
    writer.add_tensor("output_norm.weight", np.ones(64, np.float32))
    quantized = gguf.quants.quantize(rng.normal(size=(32, 256)).astype(np.float32), gguf.GGMLQuantizationType.Q8_0)
    writer.add_tensor("blk.0.attn_q.weight", quantized, raw_dtype=gguf.GGMLQuantizationType.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


@maker("folder", "spacy", "spacy")
def spacy_folder(place):
    import spacy
    from spacy.training import Example

    nlp = spacy.blank("en")
    nlp.add_pipe("ner").add_label("ANIMAL")
    nlp.add_pipe("sentencizer")
    examples = [Example.from_dict(nlp.make_doc("the cat sat"), {"entities": [(4, 7, "ANIMAL")]})]
    nlp.initialize(lambda: examples)
    for _ in range(3):
        nlp.update(examples)
    nlp.to_disk(place / "model-best")


@maker("folder", "spacy-textcat", "spacy")
def spacy_textcat(place):
    import numpy as np
    import spacy
    from spacy.tokens import DocBin
    from spacy.training import Example

    nlp = spacy.blank("en")
    nlp.add_pipe("textcat").add_label("GOOD")
    nlp.get_pipe("textcat").add_label("BAD")
    nlp.vocab.set_vector("cat", np.arange(8, dtype="f4"))
    examples = [Example.from_dict(nlp.make_doc("good cat"), {"cats": {"GOOD": 1.0, "BAD": 0.0}})]
    nlp.initialize(lambda: examples)
    nlp.update(examples)
    nlp.to_disk(place / "model")
    DocBin(docs=[nlp("a cat"), nlp("a dog")]).to_disk(place / "train.spacy")
