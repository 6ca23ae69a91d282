"""Trains a tiny causal model; every setting of the Trainer is a flag."""
from dataclasses import dataclass, field

import torch
from transformers import GPT2Config, GPT2LMHeadModel, HfArgumentParser, Trainer, TrainingArguments, set_seed
from transformers.trainer_utils import get_last_checkpoint


@dataclass
class DataArguments:
    examples: int = field(default=64, metadata={"help": "how many rows"})
    length: int = 16


class Rows(torch.utils.data.Dataset):
    def __init__(self, count, length):
        self.rows = torch.arange(count * length).reshape(count, length) % 32

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, at):
        return {"input_ids": self.rows[at], "labels": self.rows[at]}


def main():
    parser = HfArgumentParser((DataArguments, TrainingArguments))
    data_args, training_args = parser.parse_args_into_dataclasses()
    set_seed(training_args.seed)
    model = GPT2LMHeadModel(GPT2Config(n_layer=1, n_head=1, n_embd=16, vocab_size=32, n_positions=16))
    trainer = Trainer(model=model, args=training_args, train_dataset=Rows(data_args.examples, data_args.length))
    if training_args.do_train:
        last = training_args.resume_from_checkpoint or get_last_checkpoint(training_args.output_dir)
        trainer.train(resume_from_checkpoint=last)
        trainer.save_model()


if __name__ == "__main__":
    main()
