"""Folders that trainers leave after a few steps."""

from zoo import has_card, maker

from hub import llama, lora, tokenizer


def rows():
    return [{"input_ids": [1, 5, 6, 7, 2], "attention_mask": [1] * 5, "labels": [1, 5, 6, 7, 2]} for _ in range(16)]


def trainer(name, model=llama, needs=(), **options):
    @maker("folder", f"trainer-{name}", "transformers", "accelerate", *needs)
    def make(place):
        from transformers import Trainer, TrainingArguments

        arguments = TrainingArguments(**{"output_dir": str(place / "out"), "max_steps": 4, "save_steps": 2, "logging_steps": 1, "per_device_train_batch_size": 2, "report_to": [], "use_cpu": not has_card(), "disable_tqdm": True, **options})
        made = Trainer(model=model(), args=arguments, train_dataset=rows(), eval_dataset=rows()[:4], processing_class=tokenizer())
        made.train()
        made.save_model(str(place / "out"))
        made.save_state()
        if options.get("eval_strategy"):
            made.log_metrics("eval", made.evaluate())
            made.save_metrics("eval", made.evaluate())


def with_lora():
    from peft import get_peft_model

    return get_peft_model(llama(), lora()())


trainer("default")
trainer("lora", with_lora)
trainer("adafactor", optim="adafactor")
trainer("sgd", optim="sgd")
trainer("only-model", save_only_model=True)
trainer("evaluated", eval_strategy="steps", eval_steps=2, load_best_model_at_end=True, metric_for_best_model="loss")
trainer("bf16", bf16=True)
# Half precision with a scaler, and what fuses, is for a card alone.
trainer("fp16", fp16=True, needs=["a card"])
trainer("fused", optim="adamw_torch_fused", bf16=True, needs=["a card"])
trainer("compiled", torch_compile=True, bf16=True, needs=["a card", "triton"])
trainer("tensorboard", report_to=["tensorboard"])
trainer("neftune-accumulated", neftune_noise_alpha=5, gradient_accumulation_steps=2, lr_scheduler_type="cosine_with_restarts")
trainer("plateau", lr_scheduler_type="reduce_lr_on_plateau", eval_strategy="steps", eval_steps=2)


def text_rows(kind):
    from datasets import Dataset

    made = {
        "sft": {"text": ["a cat the cat ."] * 16},
        "chat": {"messages": [[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "a cat"}]] * 16},
        "dpo": {"prompt": ["a "] * 16, "chosen": ["cat"] * 16, "rejected": ["dog"] * 16},
        "reward": {"chosen": ["a cat"] * 16, "rejected": ["a dog"] * 16},
    }
    return Dataset.from_dict(made[kind])


def trl(name, kind, trainer_name, config_name, peft=False, **options):
    @maker("folder", f"trl-{name}", "trl")
    def make(place):
        import trl as library

        common = {"output_dir": str(place / "out"), "max_steps": 2, "save_steps": 2, "per_device_train_batch_size": 2, "report_to": [], "use_cpu": not has_card(), "bf16": False, "logging_steps": 1, "disable_tqdm": True}
        arguments = getattr(library, config_name)(**{**common, **options})
        model = llama()
        model.config._name_or_path = "someone/tiny"
        if trainer_name == "RewardTrainer":
            from transformers import LlamaForSequenceClassification

            config = model.config
            config.num_labels = 1
            model = LlamaForSequenceClassification(config)
        made = getattr(library, trainer_name)(model=model, args=arguments, train_dataset=text_rows(kind), processing_class=tokenizer(), **({"peft_config": lora()()} if peft else {}), **({"ref_model": llama()} if trainer_name == "DPOTrainer" else {}))
        made.train()
        made.save_model(str(place / "out"))


trl("sft", "sft", "SFTTrainer", "SFTConfig")
trl("sft-chat-lora", "chat", "SFTTrainer", "SFTConfig", peft=True)
trl("dpo", "dpo", "DPOTrainer", "DPOConfig")
trl("reward", "reward", "RewardTrainer", "RewardConfig")


@maker("folder", "accelerate-state", "accelerate", "torch")
def accelerate_state(place):
    accelerated(place, True)


@maker("folder", "accelerate-state-bin", "accelerate", "torch")
def accelerate_state_bin(place):
    accelerated(place, False)


def accelerated(place, safe, mixed="no"):
    import torch
    from accelerate import Accelerator

    class Counter:
        def __init__(self):
            self.epoch = 3

        def state_dict(self):
            return {"epoch": self.epoch}

        def load_state_dict(self, state):
            self.epoch = state["epoch"]

    from accelerate.state import AcceleratorState

    # One process makes several; what the one before it settled is settled again.
    AcceleratorState._reset_state(reset_partial_state=True)
    accelerator = Accelerator(cpu=not has_card(), mixed_precision=mixed)
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
    loader = torch.utils.data.DataLoader(torch.randn(16, 8), batch_size=4, shuffle=True)
    model, optimizer, schedule, loader = accelerator.prepare(model, optimizer, schedule, loader)
    accelerator.register_for_checkpointing(Counter())
    for batch in loader:
        with accelerator.accumulate(model):
            loss = model(batch).pow(2).mean()
            accelerator.backward(loss)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
    accelerator.save_state(str(place / "checkpoint-4"), safe_serialization=safe)


@maker("folder", "accelerate-state-fp16", "accelerate", "torch", "a card")
def accelerate_state_fp16(place):
    accelerated(place, True, "fp16")


def lightning(name, needs=(), **options):
    @maker("folder", f"lightning-{name}", "lightning", "torch", *needs)
    def make(place):
        import lightning as L
        import torch

        class Model(L.LightningModule):
            def __init__(self, width: int = 16, lr: float = 1e-3):
                super().__init__()
                self.save_hyperparameters()
                self.net = torch.nn.Sequential(torch.nn.Linear(8, width), torch.nn.ReLU(), torch.nn.Linear(width, 1))

            def training_step(self, batch, _):
                loss = self.net(batch).pow(2).mean()
                self.log("train_loss", loss)
                return loss

            def validation_step(self, batch, _):
                self.log("val_loss", self.net(batch).pow(2).mean())

            def configure_optimizers(self):
                optimizer = torch.optim.Adam(self.parameters(), self.hparams.lr)
                return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 1)]

        from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint

        logger = {"csv": L.pytorch.loggers.CSVLogger, "tensorboard": L.pytorch.loggers.TensorBoardLogger}[options.get("logger", "csv")](str(place / "logs"))
        callbacks = [ModelCheckpoint(save_last=True, monitor="val_loss", filename="{epoch}-{step}-{val_loss:.2f}"), EarlyStopping("val_loss")] if options.get("callbacks") else None
        data = torch.utils.data.DataLoader(torch.randn(32, 8), batch_size=8)
        trainer = L.Trainer(max_epochs=2, accelerator="gpu" if has_card() else "cpu", precision=options.get("precision", "32-true"), logger=logger, callbacks=callbacks, enable_progress_bar=False, log_every_n_steps=1, default_root_dir=str(place), enable_model_summary=False)
        trainer.fit(Model(), data, data)


lightning("csv")
lightning("best-and-last", callbacks=True)
lightning("tensorboard", logger="tensorboard")
lightning("fp16", precision="16-mixed", callbacks=True, needs=["a card"])


@maker("folder", "ignite", "ignite", "torch")
def ignite_folder(place):
    import torch
    from ignite.engine import Engine, Events
    from ignite.handlers import Checkpoint, DiskSaver

    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    engine = Engine(lambda *_: 0.0)
    engine.add_event_handler(Events.EPOCH_COMPLETED, Checkpoint({"model": model, "optimizer": optimizer, "trainer": engine}, DiskSaver(str(place / "out"), create_dir=True)))
    engine.run([0, 1], max_epochs=1)


@maker("folder", "wandb-offline", "wandb")
def wandb_offline(place):
    import wandb

    run = wandb.init(project="x", dir=str(place), mode="offline")
    for step in range(5):
        run.log({"loss": 1 / (step + 1)})
    run.finish()


@maker("files", "tensorboard", "torch", "tensorboard")
def tensorboard_files(place):
    from torch.utils.tensorboard import SummaryWriter

    writer = SummaryWriter(str(place))
    for step in range(10):
        writer.add_scalar("loss", 1 / (step + 1), step)
    writer.add_text("config", "lr: 0.1")
    writer.close()


@maker("folder", "hydra-run")
def hydra_run(place):
    inner = place / "outputs" / "2024-05-01" / "10-00-00"
    (inner / ".hydra").mkdir(parents=True)
    (inner / ".hydra" / "config.yaml").write_text("lr: 0.1\nmodel:\n  name: x\n")
    (inner / ".hydra" / "hydra.yaml").write_text("hydra:\n  run:\n    dir: outputs/${now:%Y-%m-%d}\n  verbose: false\n")
    (inner / ".hydra" / "overrides.yaml").write_text("- lr=0.1\n")
    (inner / "train.log").write_text("[2024-05-01 10:00:00,123][__main__][INFO] - epoch 1\n")
