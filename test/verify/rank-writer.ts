import { dict, int, type Op, PROTO2, pickle, STOP, tensor, text } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

/** What one process of a script of one's own saves: its part of the weights, the step, and how many they were. */
export function rankFile({ world = 2 as number | 'unsaid', step = 7, seed = 1 } = {}): Uint8Array {
  const counted: [Op, Op][] = world === 'unsaid' ? [] : [[text('world_size'), int(world)]];
  const program = pickle(
    PROTO2,
    dict([text('model'), dict([text('w'), tensor()])], [text('step'), int(step)], ...counted),
    STOP,
  );
  return torchFile(program, { 0: f32(weights(16, seed)) });
}

export const rankFilesOf = (
  ranks: readonly number[],
  name: (rank: number) => string,
  of: { world?: number | 'unsaid'; step?: number } = {},
): Map<string, Uint8Array> =>
  new Map(ranks.map((rank) => [name(rank), rankFile({ world: ranks.length, ...of, seed: rank + 1 })]));
