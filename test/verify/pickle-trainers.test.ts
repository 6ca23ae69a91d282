import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, verifyWithDigest } from './memory-source.ts';
import { BUILD, checkpointProgram, dict, global, int, text } from './pickle-writer.ts';
import { torchFile } from './torch-writer.ts';

/** Settings of trainers, by module; what they hold is data. */
const CLASSES = [
  ['deepspeed.runtime.fp16.loss_scaler', 'LossScaler'],
  ['deepspeed.runtime.fp16.loss_scaler', 'DynamicLossScaler'],
  ['deepspeed.runtime.zero.config', 'ZeroStageEnum'],
  ['deepspeed.utils.tensor_fragment', 'fragment_address'],
  ['trl.trainer.dpo_config', 'DPOConfig'],
  ['trl.trainer.grpo_config', 'GRPOConfig'],
  ['trl.trainer.kto_config', 'KTOConfig'],
  ['trl.trainer.reward_config', 'RewardConfig'],
  ['trl.trainer.rloo_config', 'RLOOConfig'],
  ['trl.trainer.sft_config', 'SFTConfig'],
] as const;

const holding = (module: string, name: string) =>
  torchFile(
    checkpointProgram([text('args'), [global(module, name), ')', 0x81, dict([text('seed'), int(1)]), BUILD]]),
  );

describe('settings that trainers pickle', () => {
  for (const [module, name] of CLASSES) {
    it(`${module}.${name} is data where the roster allows it, and no other name of its module is`, async () => {
      const options = { allowDegraded: true, contains: ['args.seed'] };
      const known = await verifyWithDigest(holding(module, name), options);
      assert.deepEqual([known.verdict, codesOf(known)], ['pass-degraded', ['unsafe-loader']]);
      const other = await verifyWithDigest(holding(module, `${name}s`), options);
      assert.equal(other.verdict, 'fail');
      assert.ok(codesOf(other).includes('import-refused'));
    });
  }
});
