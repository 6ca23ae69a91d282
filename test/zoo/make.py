"""python make.py OUT [WORD...]: makes the zoo below OUT, all of it or the makers with a WORD in their names."""

import importlib
import os
import random
import sys
import warnings

warnings.filterwarnings("ignore")
CARD = os.environ.get("ZOO_CARD")
for name, value in {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "false",
    **({} if CARD else {"CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu"}),
    "WANDB_MODE": "offline",
    "WANDB_SILENT": "true",
    "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "YOLO_OFFLINE": "true",
    "OMP_NUM_THREADS": "2",
    "KMP_DUPLICATE_LIB_OK": "TRUE",
}.items():
    os.environ.setdefault(name, value)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import zoo  # noqa: E402

random.seed(zoo.SEED)

FAMILIES = ["texts", "plain_values", "data_tables", "torch_files", "classical", "hub", "trainers", "arrays", "card_files", "tensorflow_files"]

if __name__ == "__main__":
    out, *only = sys.argv[1:]
    families = [word for word in only if word in FAMILIES]
    only = [word for word in only if word not in FAMILIES]
    for family in families or FAMILIES:
        try:
            importlib.import_module(family)
        except ImportError as error:
            zoo.say(maker=family, kind="family", failed=str(error))
    zoo.make_all(out, families or FAMILIES, only)
