import { quoted } from '../secret/shape.ts';
import type { Range } from './constraint.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { countInName, knownGpu, memorySizesOf, nearestGpu } from './gpus.ts';

/** A card that is misspelt would be offered by nobody; one that is newer than our table may well be. */
export function* gpuRules({ parts: { resources } }: Context): Generator<Finding> {
  const gpu = resources?.gpu;
  if (gpu === undefined || gpu === 'none' || gpu.name === undefined) return;
  const named = typeof gpu.name === 'string' ? [gpu.name] : gpu.name;
  for (const [at, name] of named.entries()) {
    if (knownGpu(name)) continue;
    const path = ['resources', 'gpu', 'name', ...(typeof gpu.name === 'string' ? [] : [at])];
    const near = nearestGpu(name);
    const what = `There is no card ${quoted(name)} that we know of.`;
    yield near === undefined
      ? warn(
          'unknown-gpu',
          path,
          what,
          'An offer must hold this very name; `memory: 80GB+` asks for cards without naming them.',
        )
      : {
          ...stop(
            'unknown-gpu',
            path,
            what,
            `Did you mean ${JSON.stringify(near)}? A card newer than this program is asked for by its memory, such as \`memory: 80GB+\`.`,
          ),
          meant: near,
        };
  }
  yield* otherCount(named, gpu.count);
  yield* impossibleMemory(named, gpu.memory);
}

/** A platform's name of a machine counts its cards: taken without the count, one would be rented where eight were meant. */
function* otherCount(named: readonly string[], count: number | Range): Generator<Finding> {
  for (const name of named) {
    const said = countInName(name);
    if (said === undefined || said === count || typeof count !== 'number') continue;
    yield stop(
      'other-gpu-count',
      ['resources', 'gpu', 'count'],
      `${quoted(name)} is a machine of ${said} cards, and \`count\` asks for ${count}.`,
      `Write \`count: ${said}\`, or name the card alone: ${JSON.stringify(knownGpu(name)?.model ?? name)}.`,
    );
    return;
  }
}

/** None of the cards comes with that memory: nobody could ever offer one. */
function* impossibleMemory(named: readonly string[], memory: Range | undefined): Generator<Finding> {
  if (!memory) return;
  const { min = 0, max = Number.POSITIVE_INFINITY } = memory;
  const sizes = named.map(memorySizesOf);
  if (sizes.some((each) => each === undefined || each.some((size) => size >= min && size <= max))) return;
  const comes = named.map((name, at) => `${name} with ${sizes[at]?.join(' or ')} GB`).join(', ');
  yield stop(
    'impossible-gpu',
    ['resources', 'gpu', 'memory'],
    `No card that is named has that memory: there is ${comes}.`,
    'Correct `memory`, or name a card that has it; `count` asks for several cards in one box.',
  );
}
