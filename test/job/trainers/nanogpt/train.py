import os
import time

import torch

from model import GPT

out_dir = 'out'
eval_interval = 2000
log_interval = 1
eval_iters = 200
always_save_checkpoint = True
init_from = 'scratch'
wandb_log = False
dataset = 'openwebtext'
batch_size = 12
max_iters = 600000
device = 'cuda'
dtype = 'bfloat16'
compile = True
config_keys = [k for k, v in globals().items() if not k.startswith('_') and isinstance(v, (int, float, bool, str))]
exec(open('configurator.py').read())
config = {k: globals()[k] for k in config_keys}

iter_num = 0
best_val_loss = 1e9
model = GPT()
optimizer = torch.optim.AdamW(model.parameters())
if init_from == 'resume':
    checkpoint = torch.load(os.path.join(out_dir, 'ckpt.pt'), map_location=device)
    model.load_state_dict(checkpoint['model'])
    optimizer.load_state_dict(checkpoint['optimizer'])
    iter_num = checkpoint['iter_num']
    best_val_loss = checkpoint['best_val_loss']

while iter_num <= max_iters:
    loss = model()
    if iter_num % eval_interval == 0 and always_save_checkpoint:
        checkpoint = {
            'model': model.state_dict(),
            'optimizer': optimizer.state_dict(),
            'iter_num': iter_num,
            'best_val_loss': best_val_loss,
            'config': config,
        }
        torch.save(checkpoint, os.path.join(out_dir, 'ckpt.pt'))
    loss.backward()
    optimizer.step()
    if iter_num % log_interval == 0:
        print(f"iter {iter_num}: loss {loss.item():.4f}, time {time.time():.2f}")
    iter_num += 1
