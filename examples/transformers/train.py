"""Trains a tiny GPT-2 from its configuration on arithmetic written as text. Goes on from the newest checkpoint in its output directory."""

import os
import time

import torch
from transformers import GPT2Config, GPT2LMHeadModel, HfArgumentParser, Trainer, TrainingArguments, set_seed
from transformers.trainer_utils import get_last_checkpoint

ALPHABET = "0123456789+= "


class Sums(torch.utils.data.Dataset):
    """Lines such as `17+25=42  `, one a sample."""

    def __len__(self):
        return 512

    def __getitem__(self, index):
        time.sleep(0.01)  # as long as reading and tokenizing a real sample takes
        a, b = index * 7 % 50, index * 13 % 50
        line = f"{a}+{b}={a + b}".ljust(12)
        ids = torch.tensor([ALPHABET.index(letter) for letter in line])
        return {"input_ids": ids, "labels": ids}


def main():
    parser = HfArgumentParser(TrainingArguments)
    parser.set_defaults(
        max_steps=240,
        per_device_train_batch_size=8,
        learning_rate=3e-3,
        lr_scheduler_type="cosine",
        warmup_steps=10,
        logging_steps=1,
        save_steps=20,
        save_total_limit=3,
        report_to="none",
        disable_tqdm=True,
    )
    (args,) = parser.parse_args_into_dataclasses()
    set_seed(args.seed)
    config = GPT2Config(vocab_size=len(ALPHABET), n_positions=16, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0)
    trainer = Trainer(model=GPT2LMHeadModel(config), args=args, train_dataset=Sums())
    last = get_last_checkpoint(args.output_dir) if os.path.isdir(args.output_dir) else None
    trainer.train(resume_from_checkpoint=last)
    trainer.save_model()
    trainer.save_state()


if __name__ == "__main__":
    main()
