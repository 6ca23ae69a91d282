"""Fine-tunes (or trains from scratch) a causal language model on a text file."""

import logging
import sys
import time
from dataclasses import dataclass, field
from typing import Optional

import torch
from torch.utils.data import Dataset
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    HfArgumentParser,
    Trainer,
    TrainingArguments,
    set_seed,
)

logger = logging.getLogger(__name__)


@dataclass
class ModelArguments:
    n_layer: int = field(default=2, metadata={"help": "Number of layers."})
    n_embd: int = field(default=32, metadata={"help": "Width."})


@dataclass
class DataTrainingArguments:
    train_file: Optional[str] = field(default="data/corpus.txt", metadata={"help": "The training data (a text file)."})
    block_size: int = field(default=32, metadata={"help": "Length of a sample."})


class TextDataset(Dataset):
    def __init__(self, path, block_size):
        self.block_size = block_size
        with open(path, encoding="utf-8") as file:
            self.ids = torch.tensor(list(file.read().encode("utf-8")), dtype=torch.long)

    def __len__(self):
        return len(self.ids) // self.block_size

    def __getitem__(self, index):
        time.sleep(0.01)  # as long as reading and tokenizing a real sample takes
        ids = self.ids[index * self.block_size : (index + 1) * self.block_size]
        return {"input_ids": ids, "labels": ids.clone()}


def main():
    parser = HfArgumentParser((ModelArguments, DataTrainingArguments, TrainingArguments))
    model_args, data_args, training_args = parser.parse_args_into_dataclasses()
    logging.basicConfig(level=logging.INFO, handlers=[logging.StreamHandler(sys.stdout)])
    logger.info(f"Training/evaluation parameters {training_args}")
    set_seed(training_args.seed)

    train_dataset = TextDataset(data_args.train_file, data_args.block_size)
    config = GPT2Config(
        vocab_size=256, n_positions=data_args.block_size, n_layer=model_args.n_layer, n_embd=model_args.n_embd, n_head=2
    )
    model = GPT2LMHeadModel(config)

    trainer = Trainer(model=model, args=training_args, train_dataset=train_dataset)

    if training_args.do_train:
        checkpoint = None
        if training_args.resume_from_checkpoint is not None:
            checkpoint = training_args.resume_from_checkpoint
        train_result = trainer.train(resume_from_checkpoint=checkpoint)
        trainer.save_model()  # Saves the tokenizer too for easy upload
        metrics = train_result.metrics
        metrics["train_samples"] = len(train_dataset)
        trainer.log_metrics("train", metrics)
        trainer.save_metrics("train", metrics)
        trainer.save_state()


if __name__ == "__main__":
    main()
