"""Fine-tunes a tiny Llama with LoRA and TRL's SFTTrainer on questions made here. Goes on from its newest checkpoint."""

import os
import time

from datasets import Dataset
from peft import LoraConfig
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import HfArgumentParser, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, TrainerCallback, set_seed
from transformers.trainer_utils import get_last_checkpoint
from trl import SFTConfig, SFTTrainer

WORDS = ["<pad>", "<eos>", "<unk>", "what", "is", "plus", "?", *map(str, range(100))]


def build_tokenizer():
    words = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>")


def build_dataset():
    pairs = [(n * 7 % 49, n * 13 % 49) for n in range(400)]
    return Dataset.from_list([{"prompt": f"what is {a} plus {b} ?", "completion": f" {a + b}"} for a, b in pairs])


class Pace(TrainerCallback):
    def on_step_begin(self, args, state, control, **kwargs):
        time.sleep(0.05)  # as long as a step of a real model takes


def main():
    parser = HfArgumentParser(SFTConfig)
    parser.set_defaults(
        max_steps=200,
        per_device_train_batch_size=4,
        learning_rate=5e-3,
        lr_scheduler_type="linear",
        warmup_steps=5,
        logging_steps=1,
        save_steps=20,
        save_total_limit=2,
        max_length=32,
        report_to="none",
        disable_tqdm=True,
        gradient_checkpointing=False,
        bf16=False,
    )
    (args,) = parser.parse_args_into_dataclasses()
    set_seed(args.seed)
    config = LlamaConfig(
        vocab_size=len(WORDS), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=2, max_position_embeddings=64, pad_token_id=0, eos_token_id=1, bos_token_id=1,
    )
    trainer = SFTTrainer(
        model=LlamaForCausalLM(config),
        args=args,
        train_dataset=build_dataset(),
        processing_class=build_tokenizer(),
        peft_config=LoraConfig(r=4, lora_alpha=8, lora_dropout=0.1, target_modules="all-linear", task_type="CAUSAL_LM"),
        callbacks=[Pace()],
    )
    last = get_last_checkpoint(args.output_dir) if os.path.isdir(args.output_dir) else None
    trainer.train(resume_from_checkpoint=last)
    trainer.save_model()


if __name__ == "__main__":
    main()
