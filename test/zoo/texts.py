"""Logs as people have them, metrics, configurations, templates: what lies beside the weights."""

import csv
import json
import logging
import math
import random

from zoo import maker

TEMPLATE = """{%- if messages[0]['role'] == 'system' %}
    {{- '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {{- '<|im_start|>' + message['role'] + '\\n' + message['content'] | trim + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""


def losses(rows):
    return [(step, 2.5 * math.exp(-step / 40) + random.random() / 20, 3e-4 * (1 - step / rows)) for step in range(1, rows + 1)]


@maker("files", "templates")
def templates(place):
    (place / "chat_template.jinja").write_text(TEMPLATE)
    (place / "llama.jinja").write_text("{{- bos_token }}\n" + TEMPLATE)
    (place / "comment.jinja").write_text("{#- Tools are rendered first. -#}\n" + TEMPLATE)
    (place / "chat_template.json").write_text(json.dumps({"chat_template": TEMPLATE}, indent=2))
    # Plain words before the first tag, as Alpaca's and Vicuna's templates begin.
    (place / "alpaca.jinja").write_text("Below is an instruction that describes a task.\n\n### Instruction:\n{{ messages[0]['content'] }}\n")
    (place / "mistral.jinja").write_text("<s>{% for m in messages %}[INST] {{ m['content'] }} [/INST]{% endfor %}\n")


@maker("files", "logs")
def logs(place):
    rows = losses(60)
    write = lambda name, lines: (place / name).write_text("".join(f"{line}\n" for line in lines))  # noqa: E731
    write("bracketed.log", [f"[2024-05-01 10:{s // 60:02}:{s % 60:02},{s:03}][INFO][train] step {s} loss {l:.4f}" for s, l, _ in rows])
    write("ranks.log", [f"[rank{s % 4}]: step {s} loss {l:.4f}" for s, l, _ in rows])
    write("ranks-default.log", [f"[default{s % 2}]:[2024-05-01 10:00:{s % 60:02}] step={s}, loss={l:.4f}" for s, l, _ in rows])
    write("trainer.log", [str({"loss": round(l, 4), "grad_norm": 1.25, "learning_rate": lr, "epoch": s / 60}) for s, l, lr in rows])
    write("trainer-nan.log", [str({"loss": l if s < 50 else float("nan"), "epoch": s / 60}) for s, l, _ in rows])
    write("json-lines.log", [json.dumps({"step": s, "loss": l, "lr": lr}) for s, l, lr in rows])
    write("mixed.log", ['{"event": "start"}', *[f"step {s}, loss {l:.4f}, lr {lr:.2e}" for s, l, lr in rows], "Traceback (most recent call last):", '  File "train.py", line 3, in <module>', "KeyboardInterrupt"])
    write("colours.log", [f"\x1b[32m2024-05-01 10:00:{s % 60:02}\x1b[0m | \x1b[1mINFO    \x1b[0m | \x1b[36m__main__\x1b[0m:\x1b[36mtrain\x1b[0m:\x1b[36m{s}\x1b[0m - loss {l:.4f}" for s, l, _ in rows])
    write("list.log", ["[0.91, 0.88, 0.87] accuracies per fold", *[f"[{s}/60] loss {l:.4f}" for s, l, _ in rows]])
    write("yaml-like.log", ["run: 7", "device: cpu", *[f"step: {s}  loss: {l:.4f}" for s, l, _ in rows], "warning: [W] x: y: z"])
    write("csv-like.log", ["epoch, loss, acc", *[f"{s}, {l:.4f}" for s, l, _ in rows], "done, saved best.pt"])
    write("nvidia-smi.txt", ["Thu Nov 26 10:00:00 2024", "+" + "-" * 40 + "+", "| NVIDIA-SMI 550.54    Driver Version: 550 |", "|  0  H100      On  | 00000000:01:00.0 Off |"])
    write("python.err", ["/x/site.py:7: FutureWarning: `torch.load` with `weights_only=False`", '  torch.load("x.pt")', "W0501 10:00:00.000000 123 torch/distributed/run.py:793] "])
    bar = "".join(f"\r{p:3}%|{'█' * (p // 10)}{' ' * (10 - p // 10)}| {p}/100 [00:{p // 2:02}<00:{50 - p // 2:02},  2.00it/s]" for p in range(0, 101, 5))
    (place / "tqdm.log").write_text(bar + "\n")
    (place / "tqdm-no-end.err").write_text(bar)
    (place / "windows.log").write_bytes(b"".join(f"step {s} loss {l:.4f}\r\n".encode() for s, l, _ in rows))
    (place / "latin1.log").write_bytes("Schritt 1: Verlust fällt\n".encode("latin-1") * 20)
    handler = logging.FileHandler(place / "logging.log")
    handler.setFormatter(logging.Formatter("%(asctime)s - %(levelname)s - %(name)s - %(message)s"))
    log = logging.getLogger("zoo")
    log.addHandler(handler)
    for s, l, _ in rows:
        log.warning("step %d loss %.4f", s, l)
    handler.close()
    (place / "slurm-4711.out").write_text("START node-1\n" + "".join(f"{s}: {l:.4f}\n" for s, l, _ in rows))


@maker("files", "metrics")
def metrics(place):
    rows = losses(40)
    with open(place / "metrics.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, ["epoch", "step", "train_loss", "val_loss"])
        writer.writeheader()
        for s, l, _ in rows:
            writer.writerow({"epoch": s // 10, "step": s, "train_loss": l})
            if s % 10 == 0:
                writer.writerow({"epoch": s // 10, "step": s, "val_loss": l * 1.1})
    (place / "metrics.jsonl").write_text("".join(json.dumps({"step": s, "loss": l, "lr": lr}) + "\n" for s, l, lr in rows))
    (place / "all_results.json").write_text(json.dumps({"epoch": 3.0, "train_loss": 0.42, "train_runtime": 12.5, "eval_accuracy": 0.91}, indent=4))
    (place / "eval_results.json").write_text(json.dumps({"exact_match": 0.0, "f1": 12.5}, indent=4))
    (place / "results.csv").write_text("                  epoch,      train/box_loss,   metrics/mAP50(B)\n" + "".join(f"{s:23},{l:20.5g},{0:19}\n" for s, l, _ in rows))
    (place / "confusion.csv").write_text(",cat,dog\ncat,10,2\ndog,3,9\n")
    (place / "predictions.csv").write_text("id,text,label\n" + "".join(f'{i},"a text, with a comma and a ""quote""",positive\n' for i in range(20)))
    (place / "test.tsv").write_text("sentence\tlabel\nit is said so\tgood\nit isn't\tbad\n")
    (place / "lm_eval.json").write_text(json.dumps({"results": {"hellaswag": {"acc,none": 0.3, "acc_stderr,none": "N/A"}}, "config": {"limit": None, "batch_sizes": []}}))


@maker("files", "data-as-lines")
def data_as_lines(place):
    (place / "sft.jsonl").write_text("".join(json.dumps({"prompt": f"What is {i}+1?", "completion": f" {i + 1}"}) + "\n" for i in range(30)))
    (place / "chat.jsonl").write_text("".join(json.dumps({"messages": [{"role": "user", "content": f"Hi {i}"}, {"role": "assistant", "content": "Hello."}]}) + "\n" for i in range(30)))
    (place / "dpo.jsonl").write_text("".join(json.dumps({"prompt": "p", "chosen": "a", "rejected": "b"}, ensure_ascii=False) + "\n" for _ in range(30)))
    (place / "alpaca.json").write_text(json.dumps([{"instruction": "Add", "input": "1 2", "output": "3"}] * 10, indent=2))
    (place / "generations.jsonl").write_text("".join(json.dumps({"id": i, "text": "nan", "score": None}) + "\n" for i in range(30)))
    (place / "train.csv").write_text("text,label\n" + "".join(f'"line one\nline two {i}",{i % 2}\n' for i in range(20)))
    (place / "zeros.csv").write_text("id,label\n" + "".join(f"{i},0\n" for i in range(20)))
    (place / "coco.json").write_text(json.dumps({"images": [{"id": 1, "file_name": "1.jpg"}], "annotations": [{"bbox": [0, 0, 1.5, 2], "iscrowd": 0}], "categories": []}))
    (place / "corpus.txt").write_text("It was a dark night, and nobody came.\nSo it went on.\n" * 50)
    (place / "labels.txt").write_text("cat\ndog\n")
    (place / "pairs.tsv").write_text("en\tde\n" + "the house\tdas Haus\n" * 12)
    (place / "headless.tsv").write_text("".join(f"sentence {i}\t{i % 3}\n" for i in range(20)))


@maker("files", "configs")
def configs(place):
    (place / "config.yaml").write_text("model:\n  name: gpt2\n  layers: 12\ntrainer:\n  lr: 3.0e-4\n  betas: [0.9, 0.95]\n  seed: null\n")
    (place / "overrides.yaml").write_text("- model.layers=6\n- +trainer.x=1\n")
    (place / "hparams.yaml").write_text("lr: 0.001\nbatch_size: 32\nextra: !!python/tuple\n- 1\n- 2\n")
    (place / "empty.yaml").write_text("{}\n")
    (place / "dataset.yaml").write_text("# COCO8\npath: ../datasets/coco8 # dataset root dir\ntrain: images/train\nnames:\n  0: person\n  1: bicycle\n")
    (place / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "0.1"\n\n[tool.x]\ny = [1, 2]\n')
    (place / "setup.cfg").write_text("[metadata]\nname = x\n\n[options]\npackages = find:\n")
    (place / "config.ini").write_text("; made by hand\n[train]\nlr = 0.1\n")
    (place / "args.json").write_text(json.dumps({"lr": 1e-3, "betas": [0.9, 0.95], "resume": None, "amp": True}))
    (place / "config.json").write_text(json.dumps({"architectures": ["LlamaForCausalLM"], "rope_scaling": {"factor": 8.0}, "torch_dtype": "bfloat16"}, indent=2))
    (place / "README.md").write_text("---\nlicense: mit\ntags:\n- text\n---\n\n# A model\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    (place / "requirements.txt").write_text("torch==2.4.0\nnumpy>=1.26,<3\n")
    (place / "LICENSE").write_text("MIT License\n\nCopyright (c) 2024 Somebody\n\nPermission is hereby granted, free of charge\n")
    (place / ".gitattributes").write_text("*.safetensors filter=lfs diff=lfs merge=lfs -text\n*.bin filter=lfs diff=lfs merge=lfs -text\n")
    (place / "latest").write_text("global_step100")
    (place / "merges.txt").write_text("#version: 0.2\ni n\nt h\na n\n")
    (place / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\nof\n##ing\n")
    (place / "vocab.json").write_text(json.dumps({"<pad>": 0, "Ġthe": 1, "\u0120of": 2}))
    (place / "train.py").write_text("import torch\n\n\ndef main():\n    print(torch.ones(1))\n\n\nmain()\n")
    (place / "run.sh").write_text("#!/bin/sh\nset -eu\nexec python train.py --lr 1e-3\n")
    (place / "notebook.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": ["1+1"], "outputs": [], "metadata": {}, "execution_count": None}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    (place / "plot.svg").write_text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0L9 9"/></svg>\n')
    (place / "report.html").write_text("<!DOCTYPE html>\n<html><head><title>Report of run 7</title></head><body><h1>Loss</h1></body></html>\n")
