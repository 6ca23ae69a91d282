from unsloth import FastLanguageModel

from datasets import load_dataset
from trl import SFTConfig, SFTTrainer

model, tokenizer = FastLanguageModel.from_pretrained("unsloth/tiny", max_seq_length=2048, load_in_4bit=True)
model = FastLanguageModel.get_peft_model(model, r=16)
trainer = SFTTrainer(
    model=model,
    processing_class=tokenizer,
    train_dataset=load_dataset("json", data_files="rows.jsonl", split="train"),
    args=SFTConfig(output_dir="outputs", max_steps=60, save_steps=20),
)
trainer.train()
