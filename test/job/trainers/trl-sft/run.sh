#!/bin/sh
MODEL=Qwen/Qwen2.5-0.5B
accelerate launch --config_file configs/two.yaml sft.py \
    --model_name_or_path $MODEL \
    --dataset_name trl-lib/Capybara \
    --output_dir $OUT/sft
