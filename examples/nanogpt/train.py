"""Trains a GPT from scratch: python train.py --max_iters=1000 --out_dir=out. Goes on from out_dir/ckpt.pt where there is one."""

import math
import os
import time

import torch

from model import GPT, GPTConfig

# settings; each can be replaced by --key=value
out_dir = "out"
eval_interval = 5
eval_iters = 4
log_interval = 1
batch_size = 8
block_size = 32
n_layer = 2
n_head = 2
n_embd = 32
dropout = 0.1
learning_rate = 1e-2
min_lr = 1e-3
warmup_iters = 10
max_iters = 300
weight_decay = 1e-1
grad_clip = 1.0
seed = 1337
device = "cuda" if torch.cuda.is_available() else "cpu"
config_keys = [k for k, v in globals().items() if not k.startswith("_") and isinstance(v, (int, float, bool, str))]
exec(open("configurator.py").read())
config = {k: globals()[k] for k in config_keys}

os.makedirs(out_dir, exist_ok=True)
torch.manual_seed(seed)

text = " ".join(f"{n} squared is {n * n}." for n in range(2000))
letters = sorted(set(text))
data = torch.tensor([letters.index(letter) for letter in text])
splits = {"train": data[: int(0.9 * len(data))], "val": data[int(0.9 * len(data)) :]}


def get_batch(split):
    source = splits[split]
    at = torch.randint(len(source) - block_size, (batch_size,))
    x = torch.stack([source[i : i + block_size] for i in at])
    y = torch.stack([source[i + 1 : i + 1 + block_size] for i in at])
    return x.to(device), y.to(device)


model_args = dict(n_layer=n_layer, n_head=n_head, n_embd=n_embd, block_size=block_size, vocab_size=len(letters), dropout=dropout)
model = GPT(GPTConfig(**model_args)).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.95), weight_decay=weight_decay)
iter_num = 0
best_val_loss = 1e9

ckpt_path = os.path.join(out_dir, "ckpt.pt")
if os.path.exists(ckpt_path):
    print(f"Resuming training from {ckpt_path}")
    checkpoint = torch.load(ckpt_path, map_location=device, weights_only=True)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    iter_num = checkpoint["iter_num"]
    best_val_loss = checkpoint["best_val_loss"]
    torch.set_rng_state(checkpoint["rng_state"])


def get_lr(it):
    if it < warmup_iters:
        return learning_rate * (it + 1) / (warmup_iters + 1)
    ratio = min(1.0, (it - warmup_iters) / 300)
    return min_lr + 0.5 * (1.0 + math.cos(math.pi * ratio)) * (learning_rate - min_lr)


@torch.no_grad()
def estimate_loss():
    model.eval()
    out = {split: sum(model(*get_batch(split))[1].item() for _ in range(eval_iters)) / eval_iters for split in splits}
    model.train()
    return out


def save():
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "model_args": model_args,
        "iter_num": iter_num,
        "best_val_loss": best_val_loss,
        "config": config,
        "rng_state": torch.get_rng_state(),
    }
    torch.save(checkpoint, ckpt_path + ".tmp")
    os.replace(ckpt_path + ".tmp", ckpt_path)


resumed_at = iter_num
t0 = time.time()
while True:
    if iter_num % eval_interval == 0 and iter_num > resumed_at:
        losses = estimate_loss()
        print(f"step {iter_num}: train loss {losses['train']:.4f}, val loss {losses['val']:.4f}", flush=True)
        best_val_loss = min(best_val_loss, losses["val"])
        save()
    if iter_num >= max_iters:
        break
    for group in optimizer.param_groups:
        group["lr"] = get_lr(iter_num)
    time.sleep(0.05)  # as long as a step of a real model takes
    _, loss = model(*get_batch("train"))
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), grad_clip)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    if iter_num % log_interval == 0:
        print(f"iter {iter_num}: loss {loss.item():.4f}, time {(time.time() - t0) * 1000:.2f}ms", flush=True)
    t0 = time.time()
    iter_num += 1
