"""Prints one line of JSON for each model of timm, diffusers, transformers and PEFT as it begins: of every tensor of numbers its name,
how many dimensions it has and whether it is zero throughout, holds infinities, or numbers. What could not be made is a line with a reason."""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_VERBOSITY="error", CUDA_VISIBLE_DEVICES="", DIFFUSERS_VERBOSITY="error")
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(here, "..", "long")]

import torch  # noqa: E402

MOST_PARAMETERS = 12_000_000


def told(library, name, state):
    rows = []
    for key, value in state.items():
        if not torch.is_tensor(value) or not value.is_floating_point() or value.numel() < 2:
            continue
        numbers = value.detach().float()
        is_zero = not numbers.any()
        rows.append([key, value.dim(), "zero" if is_zero else "infinite" if numbers.isinf().any() else "numbers"])
    print(json.dumps({"library": library, "model": name, "tensors": rows}), flush=True)


def trying(library, name, make):
    try:
        torch.manual_seed(7)
        made = make()
        if made is not None:
            told(library, name, made.state_dict() if hasattr(made, "state_dict") else made)
    except Exception as error:  # noqa: BLE001: one that cannot be made must not keep out the others
        print(json.dumps({"library": library, "model": name, "failed": f"{type(error).__name__}: {error}"[:160]}), flush=True)


def timm_models():
    import timm

    for module in timm.list_modules():
        names = timm.list_models(module=module)
        small = [name for name in names if any(word in name for word in ("test_", "tiny", "nano", "atto", "femto", "pico", "_xxs", "_xs", "small", "_s", "_t", "18", "b0"))]
        for name in (small or names)[:2]:

            def make(name=name):
                with torch.device("meta"):
                    model = timm.create_model(name, num_classes=3)
                if sum(each.numel() for each in model.parameters()) > MOST_PARAMETERS:
                    return None
                return timm.create_model(name, num_classes=3)

            trying("timm", name, make)


BLOCKS = {"block_out_channels": (8, 16), "layers_per_block": 1, "norm_num_groups": 4, "sample_size": 8}
CROSS = {**BLOCKS, "cross_attention_dim": 8, "attention_head_dim": 2, "down_block_types": ("CrossAttnDownBlock2D", "DownBlock2D"), "up_block_types": ("UpBlock2D", "CrossAttnUpBlock2D")}
HEADS = {"num_attention_heads": 2, "attention_head_dim": 8}
FLUX = {"patch_size": 1, "in_channels": 4, "num_layers": 1, "num_single_layers": 1, "joint_attention_dim": 8, "pooled_projection_dim": 8, "axes_dims_rope": (2, 2, 4), **HEADS}
SD3 = {"sample_size": 8, "patch_size": 2, "in_channels": 4, "num_layers": 1, "joint_attention_dim": 16, "caption_projection_dim": 16, "pooled_projection_dim": 8, "out_channels": 4, **HEADS}
OF_DIFFUSERS = {
    "UNet2DModel": {**BLOCKS, "down_block_types": ("DownBlock2D", "AttnDownBlock2D"), "up_block_types": ("AttnUpBlock2D", "UpBlock2D")},
    "UNet2DConditionModel": CROSS,
    "UNet1DModel": {"block_out_channels": (8, 16, 16)},
    "ControlNetModel": {key: value for key, value in CROSS.items() if key not in ("up_block_types", "sample_size")},
    "AutoencoderKL": {"block_out_channels": (8,), "norm_num_groups": 4, "latent_channels": 2},
    "VQModel": {"block_out_channels": (8,), "norm_num_groups": 4},
    "AsymmetricAutoencoderKL": {"down_block_out_channels": (8,), "up_block_out_channels": (8,), "norm_num_groups": 4},
    "AutoencoderTiny": {},
    "DiTTransformer2DModel": {"in_channels": 2, "num_layers": 1, "sample_size": 8, "patch_size": 2, "num_embeds_ada_norm": 10, **HEADS},
    "FluxTransformer2DModel": FLUX,
    "FluxControlNetModel": FLUX,
    "SD3Transformer2DModel": SD3,
    "SD3ControlNetModel": {**SD3, "pos_embed_max_size": 8},
    "PixArtTransformer2DModel": {"sample_size": 8, "num_layers": 1, "cross_attention_dim": 16, "caption_channels": 8, "in_channels": 4, **HEADS},
    "Transformer2DModel": {"in_channels": 16, "norm_num_groups": 4, "num_layers": 1, **HEADS},
    "AuraFlowTransformer2DModel": {"sample_size": 8, "num_mmdit_layers": 1, "num_single_dit_layers": 1, "joint_attention_dim": 8, "caption_projection_dim": 16, **HEADS},
    "HunyuanDiT2DModel": {"sample_size": 8, "patch_size": 2, "in_channels": 4, "hidden_size": 16, "num_layers": 2, "cross_attention_dim": 8, "cross_attention_dim_t5": 8, "pooled_projection_dim": 8, **HEADS},
    "SanaTransformer2DModel": {"num_layers": 1, "num_cross_attention_heads": 2, "cross_attention_head_dim": 8, "cross_attention_dim": 16, "caption_channels": 8, "sample_size": 8, **HEADS},
    "CogVideoXTransformer3DModel": {"num_layers": 1, "text_embed_dim": 8, "time_embed_dim": 4, "sample_width": 8, "sample_height": 8, "sample_frames": 5, **HEADS},
    "LatteTransformer3DModel": {"num_layers": 1, "sample_size": 8, "patch_size": 2, "in_channels": 4, "cross_attention_dim": 16, "caption_channels": 8, **HEADS},
    "PriorTransformer": {"num_layers": 1, "embedding_dim": 8, "num_embeddings": 5, **HEADS},
    "T2IAdapter": {"channels": (8, 8), "num_res_blocks": 1, "downscale_factor": 4},
    "MotionAdapter": {"block_out_channels": (8, 16), "motion_num_attention_heads": 2, "motion_norm_num_groups": 4},
    "WanTransformer3DModel": {"num_layers": 1, "text_dim": 8, "freq_dim": 8, "ffn_dim": 16, "num_attention_heads": 2, "attention_head_dim": 12},
    "QwenImageTransformer2DModel": {"num_layers": 1, "joint_attention_dim": 8, "axes_dims_rope": (2, 2, 4), **HEADS},
    "ChromaTransformer2DModel": {"in_channels": 4, "num_layers": 1, "num_single_layers": 1, "joint_attention_dim": 8, "axes_dims_rope": (2, 2, 4), "approximator_num_channels": 8, "approximator_hidden_dim": 8, "approximator_layers": 1, **HEADS},
    "LTXVideoTransformer3DModel": {"num_layers": 1, "cross_attention_dim": 16, "caption_channels": 8, "in_channels": 4, "out_channels": 4, **HEADS},
    "AllegroTransformer3DModel": {"num_layers": 1, "cross_attention_dim": 16, "caption_channels": 8, "sample_width": 8, "sample_height": 8, "sample_frames": 4, "num_attention_heads": 2, "attention_head_dim": 24},
    "StableAudioDiTModel": {"num_layers": 1, "sample_size": 8, "in_channels": 4, "out_channels": 4, "num_key_value_attention_heads": 1, "cross_attention_dim": 16, "cross_attention_input_dim": 8, "global_states_input_dim": 8, "time_proj_dim": 8, **HEADS},
}


def diffusers_models():
    import diffusers

    for name, fields in OF_DIFFUSERS.items():
        trying("diffusers", name, lambda: getattr(diffusers, name)(**fields))


OTHERS = """XLNetLMHeadModel XLMRobertaModel LongformerModel BigBirdModel FunnelModel SwinModel Swinv2Model SegformerModel CvtModel PoolFormerModel
LevitModel MobileViTModel BlipVisionModel Blip2QFormerModel PerceiverModel ViTMAEForPreTraining LayoutLMModel CanineModel FNetModel HubertModel
WavLMModel SpeechT5Model GroupViTModel OwlViTModel DetrModel TimesformerModel VideoMAEForPreTraining ConvBertModel MobileBertModel SqueezeBertModel
RemBertModel XGLMModel CodeGenModel PersimmonModel Mamba2Model JambaModel GraniteModel GlmModel Data2VecVisionModel YolosModel ViltModel FlavaModel
BridgeTowerModel Dinov2WithRegistersModel IdeficsModel IJepaModel Siglip2VisionModel PvtModel PvtV2Model HieraModel VitDetModel EfficientFormerModel
ASTModel IBertModel AfmoeModel FocalNetModel DinatModel BitModel RegNetModel MobileNetV2Model ConvNextV2Model TapasModel LukeModel""".split()


def transformers_models():
    from small_transformers import NAMES, small

    for name in [*NAMES, *OTHERS]:
        trying("transformers", name, lambda: small(name)[0])


def adapters():
    import peft
    from hub import llama
    from peft import get_peft_model, get_peft_model_state_dict

    targets = {"target_modules": ["q_proj", "v_proj"]}
    kinds = {
        "LoraConfig": {"r": 4, **targets},
        "LoraConfig dora": {"r": 4, "use_dora": True, **targets},
        "LoraConfig embedding": {"r": 4, "target_modules": ["embed_tokens"]},
        "LoraConfig gaussian": {"r": 4, "init_lora_weights": "gaussian", **targets},
        "AdaLoraConfig": {"r": 4, "total_step": 100, **targets},
        "LoHaConfig": {"r": 4, **targets},
        "LoKrConfig": {"r": 4, **targets},
        "OFTConfig": {"oft_block_size": 8, "r": 0, **targets},
        "BOFTConfig": {"boft_block_size": 4, **targets},
        "VeraConfig": {"r": 4, "target_modules": ["q_proj"]},
        "FourierFTConfig": {"n_frequency": 20, **targets},
        "HRAConfig": {"r": 4, **targets},
        "VBLoRAConfig": {"r": 4, "num_vectors": 16, "vector_length": 8, "topk": 2, **targets},
        "MissConfig": {"r": 4, **targets},
        "RandLoraConfig": {"r": 4, **targets},
        "ShiraConfig": {"r": 4, **targets},
        "C3AConfig": {"block_size": 8, "target_modules": ["q_proj"]},
        "WaveFTConfig": {"n_frequency": 20, **targets},
        "RoadConfig": {"group_size": 8, **targets},
        "IA3Config": {"target_modules": ["k_proj", "down_proj"], "feedforward_modules": ["down_proj"]},
        "PrefixTuningConfig": {"num_virtual_tokens": 4},
        "AdaptionPromptConfig": {"adapter_len": 4, "adapter_layers": 1},
    }
    for name, fields in kinds.items():
        trying("peft", name, lambda: get_peft_model_state_dict(get_peft_model(llama(), getattr(peft, name.split()[0])(task_type="CAUSAL_LM", **fields))))


for library in (transformers_models, adapters, diffusers_models, timm_models):
    try:
        library()
    except ImportError as error:
        print(json.dumps({"library": library.__name__, "model": "", "failed": str(error)}), flush=True)
