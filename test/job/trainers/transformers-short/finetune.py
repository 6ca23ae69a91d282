import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

model = BertForSequenceClassification(BertConfig(hidden_size=16, num_hidden_layers=1, num_attention_heads=1))
rows = [{"input_ids": torch.ones(8, dtype=torch.long), "labels": i % 2} for i in range(64)]

args = TrainingArguments(
    output_dir="./results",  # checkpoints go here
    num_train_epochs=3,
    per_device_train_batch_size=8,
    save_steps=200,
    report_to="none",
)

trainer = Trainer(model=model, args=args, train_dataset=rows)
import os; from pathlib import Path
if "MAX_STEPS" in os.environ:
    trainer.args.max_steps, trainer.args.save_steps = int(os.environ["MAX_STEPS"]), int(os.environ.get("SAVE_STEPS", 5))
    trainer.args.save_strategy, trainer.args.logging_steps = "steps", 1
done = sorted(Path(trainer.args.output_dir).glob("checkpoint-*/trainer_state.json"), key=lambda f: int(f.parent.name.split("-")[-1]))
trainer.train(resume_from_checkpoint=str(done[-1].parent) if done else None)
trainer.save_model("./results/final")
