import os

from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
from transformers.trainer_utils import get_last_checkpoint

OUT = os.environ.get("GPU_LEASE_OUT", "out")


def main():
    model = get_peft_model(AutoModelForCausalLM.from_pretrained("base"), LoraConfig(r=8, task_type="CAUSAL_LM"))
    arguments = TrainingArguments(
        output_dir=OUT,
        max_steps=int(os.environ.get("MAX_STEPS", 2000)),
        save_steps=int(os.environ.get("SAVE_STEPS", 200)),
    )
    trainer = Trainer(model=model, args=arguments, train_dataset=[])
    trainer.train(resume_from_checkpoint=get_last_checkpoint(OUT))


if __name__ == "__main__":
    main()
