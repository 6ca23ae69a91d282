import { quoted } from '../secret/shape.ts';
import { candidateOf, constraintOf } from './assemble.ts';
import { type Context, type Finding, stop } from './finding.ts';
import { RETIRED_SHAPES } from './kaggle-accelerators.ts';

/** A candidate that is a session of Kaggle. */
export function* kaggleRules({ parts: { candidates, resources } }: Context): Generator<Finding> {
  const want = constraintOf(resources);
  for (const [at, typed] of (candidates ?? []).entries()) {
    const { platform, kaggle } = candidateOf(typed);
    if (kaggle === undefined) continue;
    const path = ['candidates', at, 'kaggle'];
    if (platform !== 'kaggle') {
      yield stop(
        'kaggle-elsewhere',
        path,
        `\`kaggle\` says what is asked of Kaggle, and the candidate is ${quoted(platform)}.`,
        'Remove it, or write `platform: kaggle`.',
      );
      continue;
    }
    const { accelerator, timeSeconds, stopSeconds } = kaggle;
    if (stopSeconds >= timeSeconds)
      yield stop(
        'kaggle-no-time',
        [...path, 'stopSeconds'],
        `The command would be told to save ${stopSeconds} s before the end of a session of ${timeSeconds} s.`,
        'Ask for a longer `time`, or set `stopSeconds` to what one save takes.',
      );
    const instead = RETIRED_SHAPES[accelerator?.toLowerCase() ?? ''];
    if (instead !== undefined)
      yield stop(
        'kaggle-retired',
        [...path, 'accelerator'],
        `${accelerator} is retired: Kaggle would run the session on ${instead} and not say so.`,
        'Name NvidiaTeslaT4 or TpuV5E8, or none.',
      );
    if (accelerator === 'none' && want.gpu)
      yield stop(
        'kaggle-no-gpu',
        [...path, 'accelerator'],
        `\`resources.gpu\` asks for ${want.gpu.count} GPU, and \`accelerator: none\` for a machine without one.`,
        'Make the two say the same.',
      );
  }
}
