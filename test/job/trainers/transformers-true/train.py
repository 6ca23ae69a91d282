import argparse

from transformers import Trainer, TrainingArguments

from model import build

parser = argparse.ArgumentParser()
parser.add_argument("--output_dir", default="out")
parser.add_argument("--max_steps", type=int, default=1000)
parser.add_argument("--save_steps", type=int, default=100)
args = parser.parse_args()


class WeightedTrainer(Trainer):
    """A trainer of our own: the folders are the same."""


if __name__ == "__main__":
    model, rows = build()
    settings = TrainingArguments(output_dir=args.output_dir, max_steps=args.max_steps, save_steps=args.save_steps)
    trainer = WeightedTrainer(model=model, args=settings, train_dataset=rows)
    trainer.train(resume_from_checkpoint=True)
