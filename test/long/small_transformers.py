"""Architectures of transformers, each so small that it is made in a moment."""

SMALL = {
    "hidden_size": 64, "d_model": 64, "n_embd": 64, "dim": 64, "embedding_size": 64, "encoder_hidden_size": 64,
    "intermediate_size": 200, "ffn_dim": 200, "encoder_ffn_dim": 200, "decoder_ffn_dim": 200, "d_ff": 200, "hidden_dim": 200,
    "num_hidden_layers": 2, "n_layer": 2, "n_layers": 2, "num_layers": 2, "encoder_layers": 2, "decoder_layers": 2,
    "num_attention_heads": 4, "n_head": 4, "n_heads": 4, "num_heads": 4, "encoder_attention_heads": 4,
    "decoder_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 16, "d_kv": 16,
    "max_position_embeddings": 128, "n_positions": 128, "vocab_size": 1000, "word_embed_proj_dim": 64,
    "image_size": 32, "patch_size": 8, "kv_lora_rank": 16, "q_lora_rank": 16,
}
NAMES = """GPT2LMHeadModel LlamaForCausalLM MistralForCausalLM Qwen2ForCausalLM Qwen3ForCausalLM GemmaForCausalLM Gemma2ForCausalLM PhiForCausalLM
GPTNeoXForCausalLM GPTNeoForCausalLM GPTJForCausalLM OPTForCausalLM BloomForCausalLM FalconForCausalLM MptForCausalLM StableLmForCausalLM
BertForMaskedLM BertForSequenceClassification RobertaForMaskedLM DistilBertForMaskedLM AlbertForMaskedLM ElectraForPreTraining DebertaV2ForMaskedLM
MPNetForMaskedLM T5ForConditionalGeneration BartForConditionalGeneration PegasusForConditionalGeneration MBartForConditionalGeneration
MarianMTModel WhisperForConditionalGeneration Wav2Vec2ForCTC ViTForImageClassification DeiTForImageClassification BeitForImageClassification
ResNetForImageClassification ConvNextForImageClassification MambaForCausalLM MixtralForCausalLM Olmo2ForCausalLM CohereForCausalLM
Starcoder2ForCausalLM RwkvForCausalLM CLIPModel SiglipVisionModel Dinov2Model""".split()


def small(name):
    """The model as it begins, and its configuration."""
    import transformers

    cls = getattr(transformers, name)
    default = cls.config_class()
    fields = {key: value for key, value in SMALL.items() if hasattr(default, key) and isinstance(getattr(default, key), int)}
    config = cls.config_class(**fields)
    return cls(config), config
