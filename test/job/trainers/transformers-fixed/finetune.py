import torch
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

model = BertForSequenceClassification(BertConfig(hidden_size=16, num_hidden_layers=1, num_attention_heads=1))
rows = [{"input_ids": torch.ones(8, dtype=torch.long), "labels": i % 2} for i in range(64)]

args = TrainingArguments(
    output_dir="./results",  # checkpoints go here
    num_train_epochs=3,
    per_device_train_batch_size=8,
    save_steps=200,
    fp16=True,
    report_to="wandb",
)

trainer = Trainer(model=model, args=args, train_dataset=rows)
trainer.train()
trainer.save_model("./results/final")
