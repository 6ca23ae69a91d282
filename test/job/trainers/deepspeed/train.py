import argparse

import deepspeed

from net import build

parser = argparse.ArgumentParser()
parser.add_argument("--save_dir", default="ckpt")
parser.add_argument("--train_steps", type=int, default=1000)
parser = deepspeed.add_config_arguments(parser)
args = parser.parse_args()

if __name__ == "__main__":
    model, rows = build()
    engine, optimizer, loader, _ = deepspeed.initialize(args=args, model=model, training_data=rows)
    engine.load_checkpoint(args.save_dir)
    for step, batch in enumerate(loader):
        loss = engine(batch)
        engine.backward(loss)
        engine.step()
        if step % 100 == 0:
            engine.save_checkpoint(args.save_dir)
