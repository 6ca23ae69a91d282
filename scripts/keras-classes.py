"""Writes what the classes of Keras 3 take in a config, as the verifier knows it: src/verify/hdf5/keras-table.ts.

usage: python3 scripts/keras-classes.py > src/verify/hdf5/keras-table.ts, with the environment of scripts/frameworks.sh and the network.

Each version is asked itself: a class is built, its config is given back to it with one argument or word that does not exist, and
what it then refuses is told. What any of the versions takes is taken.
"""

import ast
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from functools import cache

VERSIONS = "3.0.5 3.3.3 3.6.0 3.9.2 3.12.0 3.15.1".split()
# Below "keras."; the first that has a class names it.
MODULES = (
    "layers", "initializers", "regularizers", "constraints", "optimizers", "optimizers.schedules", "losses", "metrics",
    "dtype_policies", "quantizers", "random", "models", "",
)  # fmt: skip
# What they run is judged elsewhere, or what they take is not theirs to tell.
NOT_ASKED = {"Lambda", "TFSMLayer", "TorchModuleWrapper", "JaxLayer", "FlaxLayer", "Functional", "Model", "Sequential", "Pipeline"}
NO_SUCH = "no_such_word"
# Of which one must be, and which no class lists itself.
LISTS = (
    {"valid", "same", "causal"},
    {"channels_first", "channels_last"},
    {"fan_in", "fan_out", "fan_avg"},
    {"normal", "uniform", "truncated_normal", "untruncated_normal"},
)
WORD = re.compile(r"^[A-Za-z][A-Za-z0-9_]{0,40}$")


def likely(keras, name):
    """A value for an argument that has none of its own."""
    layers = keras.layers
    made = {
        "layer": lambda: layers.LSTM(4),
        "cell": lambda: layers.LSTMCell(4),
        "cells": lambda: [layers.LSTMCell(4)],
        "inner_optimizer": lambda: keras.optimizers.SGD(),
        "equation": lambda: "ab,bc->ac",
        "fn": lambda: keras.losses.mean_squared_error,
        "bin_boundaries": lambda: [0.0, 1.0],
        "boundaries": lambda: [1.0, 2.0],
        "values": lambda: [0.1, 0.2, 0.3],
        "target_class_ids": lambda: [0],
        "shape": lambda: (4,),
        "target_shape": lambda: (4,),
        "output_shape": lambda: (4,),
        "dims": lambda: (1,),
        "pool_size": lambda: 2,
        "output_size": lambda: 2,
        "kernel_size": lambda: 3,
        "value": lambda: 1.0,
        "activation": lambda: "relu",
        "mode": lambda: "int8",
        "name": lambda: "float32",
        "source_name": lambda: "float32",
        "default_policy": lambda: "float32",
        "value_range": lambda: (0, 1),
        "transforms": lambda: [],
        "axes": lambda: 1,
        "axis": lambda: -1,
        "vocabulary_size": lambda: 8,
        "from_annotation": lambda: None,
    }
    fractions = ("rate", "factor", "stddev", "recall", "precision", "sensitivity", "specificity", "decay_rate", "learning_rate")
    if name in made:
        return made[name]()
    return 0.5 if name.endswith(fractions) else 4


def built(keras, cls):
    """One of the class, or nothing where it cannot be had so easily."""
    needs = [
        name
        for name, each in inspect.signature(cls.__init__).parameters.items()
        if name != "self" and each.default is each.empty and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    ]
    for extra in ({}, {"shape": (4,)}, {"layer": keras.layers.Dense(4)}, {"factor": 0.5}):
        try:
            return cls(**{name: likely(keras, name) for name in needs}, **extra)
        except Exception:  # noqa: BLE001: whatever it wants, it was not that
            continue
    return None


def takes(cls, config):
    try:
        cls.from_config(json.loads(json.dumps(config)))
    except Exception:  # noqa: BLE001: whatever it throws, it did not take it
        return False
    return True


@cache
def tree_of(cls):
    return ast.parse(textwrap.dedent(inspect.getsource(cls)))


def trees_of(cls):
    """The sources of the class and of those that it is made of."""
    return [tree_of(each) for each in cls.__mro__ if each.__module__.startswith("keras.")]


def looked_up(function):
    """What a function looks up by name, or writes by name."""
    for each in ast.walk(function):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in ("pop", "get"):
            yield from each.args[:1]
        elif isinstance(each, ast.Subscript):
            yield each.slice
        elif isinstance(each, ast.Compare):
            yield each.left
        elif isinstance(each, ast.Dict):
            yield from each.keys


def arguments_of(cls, config):
    """All that it or its parents might take: their arguments, and what their code that deals with configs looks up."""
    found = set(config)
    for tree in trees_of(cls):
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.name not in ("__init__", "__new__", "get_config", "from_config"):
                continue
            given = function.args
            found.update(each.arg for each in [*given.posonlyargs, *given.args, *given.kwonlyargs])
            found.update(each.value for each in looked_up(function) if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return sorted(each for each in found - {"self", "cls"} if WORD.match(each))


def lists_of(cls):
    """The words that stand together in its code, as those do of which one must be."""
    return [
        {one.value for one in each.elts if isinstance(one, ast.Constant) and isinstance(one.value, str) and WORD.match(one.value)}
        for tree in trees_of(cls)
        for each in ast.walk(tree)
        if isinstance(each, (ast.Set, ast.Tuple, ast.List))
    ]


def told(keras, cls):
    """None where it takes whatever it is given."""
    example = built(keras, cls)
    try:
        config = json.loads(json.dumps(keras.saving.serialize_keras_object(example)["config"]))
    except (NotImplementedError, TypeError):
        return None
    if not takes(cls, config) or takes(cls, {**config, NO_SUCH: None}):
        return None
    arguments = {name: None for name in arguments_of(cls, config)}
    lists = [*LISTS, *lists_of(cls)]
    for name, value in config.items():
        if not isinstance(value, str) or name in ("name", "dtype") or takes(cls, {**config, name: NO_SUCH}):
            continue
        if all(takes(cls, {**config, name: word}) for word in ("relu", "sigmoid", "tanh")):
            arguments[name] = ["@activation"]
            continue
        # What stands beside one that it takes may be right beside other arguments.
        known = {value}
        for each in lists:
            if value in each or any(takes(cls, {**config, name: word}) for word in each):
                known |= each
        if len(known) > 1:
            arguments[name] = sorted(known)
    return arguments


def ask():
    """Of the version that is imported."""
    import keras
    from keras.src.backend.common import dtypes

    classes = {}
    for module in MODULES:
        place = keras
        for part in module.split(".") if module else ():
            place = getattr(place, part, None)
        for name in sorted(dir(place)) if place else ():
            cls = getattr(place, name)
            if not inspect.isclass(cls) or not hasattr(cls, "from_config") or not name[0].isupper():
                continue
            full = f"{module}.{name}".lstrip(".")
            classes[full] = None if name in NOT_ASKED else told(keras, cls)
    activations = sorted(name for name in dir(keras.activations) if name[0].islower() and name not in ("deserialize", "get", "serialize"))
    json.dump({"version": keras.__version__, "classes": classes, "activations": activations, "dtypes": sorted(dtypes.ALLOWED_DTYPES)}, sys.stdout)


def answers():
    with tempfile.TemporaryDirectory() as place:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target"]
        # Of 3.0 alone.
        subprocess.run([*pip, f"{place}/tree", "dm-tree", "attrs", "wrapt"], check=True)
        for version in VERSIONS:
            subprocess.run([*pip, f"{place}/{version}", f"keras=={version}"], check=True)
            env = {**os.environ, "KERAS_BACKEND": "torch", "PYTHONPATH": f"{place}/{version}:{place}/tree"}
            said = subprocess.run([sys.executable, __file__, "ask"], env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
            yield json.loads(said.splitlines()[-1])


def together(tables):
    """What any of them takes; None where one takes everything."""
    if any(table is None for table in tables):
        return None
    merged = {}
    for table in tables:
        for name, words in table.items():
            if name not in merged:
                merged[name] = words
            elif words is None or merged[name] is None:
                merged[name] = None
            else:
                merged[name] = sorted({*merged[name], *words})
    return merged


def line(name, arguments, common):
    if arguments is None:
        return f"{name}|*"
    own = [f"{key}:{','.join(words)}" if words else key for key, words in sorted(arguments.items()) if words or key not in common]
    return f"{name}|{' '.join(own)}"


def write(asked):
    classes = {}
    for name in sorted({name for each in asked for name in each["classes"]}):
        classes[name] = together([each["classes"][name] for each in asked if name in each["classes"]])
    # What is no layer, though it lies among them, may take it too: it is not asked that closely.
    common = set.intersection(*(set(each) for name, each in classes.items() if name.startswith("layers.") and "trainable" in (each or ())))
    first, last = VERSIONS[0], VERSIONS[-1]
    print(f"/** Generated by scripts/keras-classes.py from keras {first} to {last}. How a line is read: keras-builtins.ts. */")
    print("export const KERAS_TABLE = `")
    print(f"@newest {last}")
    print(f"@activations {' '.join(sorted({name for each in asked for name in each['activations']}))}")
    print(f"@dtypes {' '.join(sorted({name for each in asked for name in each['dtypes']}))}")
    print(f"@layers {' '.join(sorted(common))}")
    for name, arguments in classes.items():
        print(line(name, arguments, common if name.startswith("layers.") else ()))
    print("`;")


def main():
    write(list(answers()))


if __name__ == "__main__":
    ask() if sys.argv[1:] == ["ask"] else main()
