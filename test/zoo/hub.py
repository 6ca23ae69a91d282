"""Models, adapters, pipelines and tokenizers as the libraries around the Hub save them."""

from zoo import SEED, maker


def llama(**changes):
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(SEED)
    return LlamaForCausalLM(LlamaConfig(**{"vocab_size": 96, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 64, "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0, **changes}))


def tokenizer(chat=True):
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = ["<pad>", "<s>", "</s>", "<unk>", *"abcdefghijklmnopqrstuvwxyz.,!? ", "the", "cat"]
    inner = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    made = PreTrainedTokenizerFast(tokenizer_object=inner, bos_token="<s>", eos_token="</s>", unk_token="<unk>", pad_token="<pad>")
    if chat:
        made.chat_template = "{%- for message in messages %}{{- '<s>' + message['role'] + '\\n' + message['content'] + '</s>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{- 'assistant\\n' }}{%- endif %}"
    return made


@maker("folder", "model-with-tokenizer", "transformers")
def model_with_tokenizer(place):
    llama().save_pretrained(place / "out")
    tokenizer().save_pretrained(place / "out")


@maker("folder", "model-in-shards", "transformers")
def model_in_shards(place):
    llama().save_pretrained(place / "out", max_shard_size="40KB")
    tokenizer(chat=False).save_pretrained(place / "out")


@maker("folder", "model-in-bf16", "transformers")
def model_in_bf16(place):
    llama(tie_word_embeddings=True).bfloat16().save_pretrained(place / "out")


@maker("folder", "tokenizer-of-templates", "transformers")
def tokenizer_of_templates(place):
    made = tokenizer()
    made.chat_template = {"default": made.chat_template, "tool_use": "{# tools #}" + made.chat_template, "rag": "Documents:\n{{ documents }}"}
    made.save_pretrained(place / "out")


@maker("folder", "bert-classifier", "transformers")
def bert_classifier(place):
    from transformers import BertConfig, BertForSequenceClassification

    BertForSequenceClassification(BertConfig(vocab_size=60, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32)).save_pretrained(place / "out")


@maker("folder", "vit", "transformers")
def vit(place):
    from transformers import ViTConfig, ViTForImageClassification, ViTImageProcessor

    ViTForImageClassification(ViTConfig(hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, image_size=16, patch_size=8)).save_pretrained(place / "out")
    ViTImageProcessor().save_pretrained(place / "out")


@maker("folder", "whisper", "transformers")
def whisper(place):
    from transformers import WhisperConfig, WhisperForConditionalGeneration

    WhisperForConditionalGeneration(WhisperConfig(vocab_size=60, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_source_positions=20, max_target_positions=20, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1)).save_pretrained(place / "out")


@maker("folder", "mixture-of-experts", "transformers")
def mixture(place):
    from transformers import MixtralConfig, MixtralForCausalLM

    MixtralForCausalLM(MixtralConfig(vocab_size=60, hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=1, num_local_experts=2)).save_pretrained(place / "out")


@maker("folder", "t5", "transformers")
def t5(place):
    from transformers import T5Config, T5ForConditionalGeneration

    T5ForConditionalGeneration(T5Config(vocab_size=60, d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2)).save_pretrained(place / "out")


@maker("folder", "mamba", "transformers")
def mamba(place):
    from transformers import MambaConfig, MambaForCausalLM

    MambaForCausalLM(MambaConfig(vocab_size=60, hidden_size=16, num_hidden_layers=1, state_size=4)).save_pretrained(place / "out")


def adapter(name, make_config, **options):
    @maker("folder", f"peft-{name}", "peft", "transformers")
    def make(place):
        from peft import get_peft_model

        model = get_peft_model(llama(), make_config(), **options)
        tokenizer().save_pretrained(place / "out")
        model.save_pretrained(place / "out")


def lora(**changes):
    def config():
        from peft import LoraConfig

        return LoraConfig(**{"r": 4, "lora_alpha": 8, "target_modules": ["q_proj", "v_proj"], "task_type": "CAUSAL_LM", **changes})

    return config


def peft_config(name, **fields):
    def config():
        import peft

        return getattr(peft, name)(**{"task_type": "CAUSAL_LM", **fields})

    return config


QV = {"target_modules": ["q_proj", "v_proj"]}
adapter("lora-at-step-0", lora())
adapter("lora-bias", lora(lora_bias=True))
adapter("lora-bias-only", lora(bias="lora_only"))
adapter("lora-dora", lora(use_dora=True))
adapter("lora-rs-gaussian", lora(init_lora_weights="gaussian", use_rslora=True))
adapter("lora-pissa", lora(init_lora_weights="pissa"))
adapter("lora-modules-to-save", lora(modules_to_save=["lm_head"]))
adapter("lora-embedding", lora(target_modules=["embed_tokens", "q_proj"]))
adapter("lora-all-linear", lora(target_modules="all-linear"))
adapter("lora-regex", lora(target_modules=r".*\.(q|k)_proj"))
adapter("lora-rank-pattern", lora(rank_pattern={"q_proj": 2}, alpha_pattern={"q_proj": 4}))
adapter("lora-trainable-tokens", lora(trainable_token_indices={"embed_tokens": [3, 4]}))
adapter("ia3", peft_config("IA3Config", target_modules=["k_proj", "v_proj", "down_proj"], feedforward_modules=["down_proj"]))
adapter("adalora", peft_config("AdaLoraConfig", r=4, total_step=100, **QV))
adapter("loha", peft_config("LoHaConfig", r=4, **QV))
adapter("lokr", peft_config("LoKrConfig", r=4, **QV))
adapter("oft", peft_config("OFTConfig", oft_block_size=8, r=0, **QV))
adapter("boft", peft_config("BOFTConfig", boft_block_size=4, **QV))
adapter("vera", peft_config("VeraConfig", r=4, target_modules=["q_proj"]))
adapter("hra", peft_config("HRAConfig", r=4, **QV))
adapter("ln-tuning", peft_config("LNTuningConfig"))
adapter("prompt-tuning", peft_config("PromptTuningConfig", num_virtual_tokens=4))
adapter("prefix-tuning", peft_config("PrefixTuningConfig", num_virtual_tokens=4))
adapter("p-tuning", peft_config("PromptEncoderConfig", num_virtual_tokens=4, encoder_hidden_size=16))
adapter("fourierft", peft_config("FourierFTConfig", n_frequency=20, target_modules=["q_proj"]))
adapter("vblora", peft_config("VBLoRAConfig", r=4, num_vectors=16, vector_length=8, topk=2, **QV))


@maker("folder", "peft-two-adapters", "peft", "transformers")
def two_adapters(place):
    from peft import get_peft_model

    model = get_peft_model(llama(), lora()())
    model.add_adapter("other", lora(r=2)())
    model.save_pretrained(place / "out")


@maker("folder", "hub-cache", "huggingface_hub", "transformers")
def hub_cache(place):
    import hashlib
    import os
    import shutil

    llama().save_pretrained(place / "plain")
    tokenizer().save_pretrained(place / "plain")
    repository = place / "hub" / "models--someone--tiny"
    commit = "c" * 40
    (repository / "blobs").mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    (repository / "snapshots" / commit).mkdir(parents=True)
    for file in sorted((place / "plain").iterdir()):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        shutil.move(file, repository / "blobs" / digest)
        os.symlink(f"../../blobs/{digest}", repository / "snapshots" / commit / file.name)
    (place / "plain").rmdir()


@maker("files", "sentence-pooling")
def sentence_pooling(place):
    (place / "modules.json").write_text('[{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}]')


@maker("folder", "sentence-transformers", "sentence_transformers", "transformers")
def sentence_transformers_folder(place):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from transformers import BertConfig, BertModel

    BertModel(BertConfig(vocab_size=60, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32)).save_pretrained(place.parent.parent / "bert")
    tokenizer(chat=False).save_pretrained(place.parent.parent / "bert")
    words = Transformer(str(place.parent.parent / "bert"))
    SentenceTransformer(modules=[words, Pooling(16)]).save(str(place / "out"))


@maker("folder", "diffusers-pipeline", "diffusers")
def diffusers_pipeline(place):
    from diffusers import DDPMPipeline, DDPMScheduler, UNet2DModel

    unet = UNet2DModel(sample_size=8, block_out_channels=(8, 16), layers_per_block=1, norm_num_groups=4, down_block_types=("DownBlock2D", "AttnDownBlock2D"), up_block_types=("AttnUpBlock2D", "UpBlock2D"))
    DDPMPipeline(unet, DDPMScheduler()).save_pretrained(place / "out")


def small_unet():
    from diffusers import UNet2DConditionModel

    return UNet2DConditionModel(sample_size=8, block_out_channels=(8, 16), layers_per_block=1, norm_num_groups=4, cross_attention_dim=8, attention_head_dim=2, down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"))


@maker("folder", "diffusers-controlnet", "diffusers")
def diffusers_controlnet(place):
    from diffusers import ControlNetModel

    ControlNetModel.from_unet(small_unet()).save_pretrained(place / "out")


@maker("folder", "diffusers-ema", "diffusers")
def diffusers_ema(place):
    from diffusers import UNet2DConditionModel
    from diffusers.training_utils import EMAModel

    unet = small_unet()
    ema = EMAModel(unet.parameters(), model_cls=UNet2DConditionModel, model_config=unet.config)
    ema.step(unet.parameters())
    ema.save_pretrained(place / "checkpoint-5" / "unet_ema")
    unet.save_pretrained(place / "checkpoint-5" / "unet")


@maker("folder", "diffusers-vae", "diffusers")
def diffusers_vae(place):
    from diffusers import AutoencoderKL

    AutoencoderKL(block_out_channels=(8,), norm_num_groups=4, latent_channels=2).save_pretrained(place / "out")


@maker("folder", "diffusers-dit", "diffusers")
def diffusers_dit(place):
    from diffusers import DiTTransformer2DModel, FluxTransformer2DModel

    DiTTransformer2DModel(num_attention_heads=2, attention_head_dim=8, in_channels=2, num_layers=1, sample_size=8, patch_size=2, num_embeds_ada_norm=10).save_pretrained(place / "dit")
    FluxTransformer2DModel(patch_size=1, in_channels=4, num_layers=1, num_single_layers=1, attention_head_dim=8, num_attention_heads=2, joint_attention_dim=8, pooled_projection_dim=8, axes_dims_rope=(2, 2, 4)).save_pretrained(place / "flux")


@maker("folder", "diffusers-lora", "diffusers", "peft")
def diffusers_lora(place):
    from diffusers import StableDiffusionPipeline
    from peft import LoraConfig
    from peft.utils import get_peft_model_state_dict

    unet = small_unet()
    unet.add_adapter(LoraConfig(r=2, target_modules=["to_q", "to_v"]))
    StableDiffusionPipeline.save_lora_weights(place / "out", unet_lora_layers=get_peft_model_state_dict(unet))


@maker("folder", "timm-output", "timm", "torch")
def timm_output(place):
    import argparse

    import timm
    import torch
    from timm.utils import CheckpointSaver, ModelEmaV2

    model = timm.create_model("resnet10t", num_classes=3)
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    model(torch.randn(2, 3, 32, 32)).sum().backward()
    optimizer.step()
    (place / "output").mkdir()
    saver = CheckpointSaver(model, optimizer, args=argparse.Namespace(model="resnet10t", lr=0.1), model_ema=ModelEmaV2(model), checkpoint_dir=str(place / "output"), recovery_dir=str(place / "output"))
    saver.save_checkpoint(0, metric=51.0)
    saver.save_checkpoint(1, metric=52.0)
    (place / "output" / "summary.csv").write_text("epoch,train_loss,eval_top1\n0,1.5,51.0\n1,1.4,52.0\n")
    (place / "output" / "args.yaml").write_text("aa: null\nbatch_size: 8\nlr: 0.1\n")


@maker("files", "timm-models", "timm", "torch", "safetensors")
def timm_models(place):
    import timm
    import torch
    from safetensors.torch import save_file

    for name in ["vit_tiny_patch16_224", "swin_tiny_patch4_window7_224", "convnext_atto", "mixer_s32_224", "efficientnet_lite0"]:
        small = {"depth": 1} if name.startswith("vit") else {}
        state = timm.create_model(name, num_classes=3, **small).state_dict()
        torch.save(state, place / f"{name}.pth")
        save_file({key: value.contiguous() for key, value in state.items()}, place / f"{name}.safetensors")


@maker("folder", "ultralytics-run", "ultralytics")
def ultralytics_run(place):
    import numpy as np
    from PIL import Image
    from ultralytics import YOLO

    data = place.parent.parent / "yolo-data"
    for part in ["train", "val"]:
        (data / "images" / part).mkdir(parents=True)
        (data / "labels" / part).mkdir(parents=True)
        for i in range(4):
            Image.fromarray(np.random.default_rng(i).integers(0, 255, (64, 64, 3), dtype=np.uint8)).save(data / "images" / part / f"{i}.jpg")
            (data / "labels" / part / f"{i}.txt").write_text("0 0.5 0.5 0.4 0.4\n")
    (data / "data.yaml").write_text(f"path: {data}\ntrain: images/train\nval: images/val\nnames: {{0: thing}}\n")
    YOLO("yolov8n.yaml").train(data=str(data / "data.yaml"), epochs=1, imgsz=64, batch=2, project=str(place / "runs"), name="train", device="cpu", workers=0, amp=False)
