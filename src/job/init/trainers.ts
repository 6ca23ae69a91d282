import type { Code } from './reading/code.ts';
import type { Trainer } from './trainer.ts';
import { accelerate } from './trainers/accelerate.ts';
import { axolotl } from './trainers/axolotl.ts';
import { deepspeed } from './trainers/deepspeed.ts';
import { jax } from './trainers/jax.ts';
import { keras } from './trainers/keras.ts';
import { lightning } from './trainers/lightning.ts';
import { nanogpt } from './trainers/nanogpt.ts';
import { other } from './trainers/other.ts';
import { peft } from './trainers/peft.ts';
import { sklearn } from './trainers/sklearn.ts';
import { torch } from './trainers/torch.ts';
import { torchDistributed } from './trainers/torch-distributed.ts';
import { transformers } from './trainers/transformers.ts';
import { trl } from './trainers/trl.ts';
import { unsloth } from './trainers/unsloth.ts';

/** The first that is used counts: what stands on another comes before it. */
export const TRAINERS: readonly Trainer[] = [
  axolotl,
  unsloth,
  trl,
  peft,
  transformers,
  lightning,
  deepspeed,
  accelerate,
  nanogpt,
  keras,
  torchDistributed,
  torch,
  jax,
  sklearn,
  other,
];

/** What is declared and not seen in use: the code that uses it was not found. Most particular first. */
const BY_DECLARATION: readonly { package_: string; trainer: Trainer }[] = [
  { package_: 'pytorch-lightning', trainer: lightning },
  { package_: 'lightning', trainer: lightning },
  { package_: 'torch', trainer: torch },
  { package_: 'jax', trainer: jax },
  { package_: 'keras', trainer: keras },
  { package_: 'tensorflow', trainer: keras },
  { package_: 'scikit-learn', trainer: sklearn },
];

export function trainerOf(code: Code): { trainer: Trainer; isGuess: boolean } {
  const seen = TRAINERS.find((trainer) => trainer.isUsed(code)) ?? other;
  if (seen !== other || !code.entry || code.entry.path.endsWith('js'))
    return { trainer: seen, isGuess: false };
  const declared = BY_DECLARATION.find(({ package_ }) => code.declared.has(package_));
  return declared ? { trainer: declared.trainer, isGuess: true } : { trainer: other, isGuess: false };
}
