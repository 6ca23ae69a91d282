import { BUILD, dict, global, int, PROTO2, pickle, STOP, tensor, text } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

/** One rank's `model_optim_rng.pt`, as far as it goes: iteration, arguments and a weight. */
export function megatronRank({
  iteration = 100,
  tensorSize = 2,
  pipelineSize = 2,
  seed = 1,
} = {}): Uint8Array {
  const args = dict(
    [text('tensor_model_parallel_size'), int(tensorSize)],
    [text('pipeline_model_parallel_size'), int(pipelineSize)],
  );
  const program = pickle(
    PROTO2,
    dict(
      [text('iteration'), int(iteration)],
      [text('args'), [global('argparse', 'Namespace'), ')', 0x81, args, BUILD]],
      [text('model'), dict([text('w'), tensor()])],
    ),
    STOP,
  );
  return torchFile(program, { 0: f32(weights(16, seed)) });
}

/** `iter_0000100` of two tensor and two pipeline parallel ranks: Megatron-LM's layout by its documentation, not its code. */
export function megatronFiles(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  files.set('latest_checkpointed_iteration.txt', new TextEncoder().encode('100'));
  for (const [i, rank] of ['00_000', '00_001', '01_000', '01_001'].entries())
    files.set(`iter_0000100/mp_rank_${rank}/model_optim_rng.pt`, megatronRank({ seed: i + 1 }));
  return files;
}
