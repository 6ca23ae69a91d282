/**
 * What a checkpoint must hold so that a resumed run is the run that was interrupted. Looked for by name in the
 * checkpoint's keys: a name proves nothing about what is behind it, but a missing one is worth a sentence.
 */
interface StateItem {
  item: string;
  /** What is lost without it. */
  lost: string;
  names: RegExp;
  /** Without it the same numbers cannot come out again. */
  decides?: boolean;
  /** Only some jobs have it. */
  optional?: boolean;
}

const FULL_STATE: StateItem[] = [
  {
    item: 'model weights',
    lost: 'everything learned',
    names: /\b(model|state_dict|module|net|network|weights?|params)\b/,
  },
  {
    item: 'optimizer state',
    lost: 'momentum: the loss jumps after every resume',
    decides: true,
    names: /\b(optim\w*|opt|param groups|exp_avg\w*|momentum\w*|opt_state)\b/,
  },
  {
    item: 'LR scheduler',
    lost: 'the schedule: warm-up is replayed',
    decides: true,
    names: /\b(lr_)?sched\w*\b/,
  },
  {
    item: 'global step',
    lost: 'the position in the run',
    names: /\b(global_?step|step|iteration|iter(_num)?|num_steps)\b/,
  },
  { item: 'epoch', lost: 'the position in the data', names: /\b(epoch|current_epoch)\b/ },
  {
    item: 'RNG (Python, NumPy, torch, all CUDA devices)',
    lost: 'shuffling, dropout and augmentation as they would have been',
    decides: true,
    names: /\b\w*(rng|random|generator)\w*\b/,
  },
  {
    item: 'loader or sampler position',
    lost: 'the rest of the epoch: samples are seen twice or never',
    decides: true,
    names: /\b\w*(sampler|loader|dataset|data_state|consumed)\w*\b/,
  },
  {
    item: 'best so far',
    lost: 'the comparison: a worse model replaces the best one',
    names: /\b\w*best\w*\b/,
  },
  { item: 'AMP gradient scaler', lost: 'the loss scale', names: /\b\w*scaler\w*\b/, optional: true },
  {
    item: 'EMA or SWA weights',
    lost: 'the average',
    names: /\b(\w*ema\w*|swa\w*|averaged\w*)\b/,
    optional: true,
  },
];

const describe = ({ item, lost, optional }: StateItem): string =>
  `${item}${optional ? ' (if the job uses it)' : ''}: without it you lose ${lost}`;

/** Every item, for a checkpoint whose keys are not known. */
export const fullStateItems = (): string[] => FULL_STATE.map(describe);

/** Items that no key of the checkpoint is named after, required ones first. */
export function missingStateItems(keys: readonly string[]): { required: string[]; optional: string[] } {
  const missing = missingOf(keys);
  return {
    required: missing.filter((item) => !item.optional).map(describe),
    optional: missing.filter((item) => item.optional).map(describe),
  };
}

/** Of what the numbers after a resume depend on, the items that no key is named after. Of keys that are not known: none. */
export const missingForTheSame = (keys: readonly string[]): string[] =>
  keys.length === 0 ? [] : missingOf(keys).flatMap(({ decides, item }) => (decides ? [item] : []));

function missingOf(keys: readonly string[]): StateItem[] {
  // Dots and underscores part words here: `optimizer.exp_avg.0` and `best_loss` are to be found by their parts.
  const text = keys.map((key) => key.replaceAll(/[^A-Za-z0-9_]+/g, ' ').toLowerCase()).join(' ');
  return FULL_STATE.filter(({ names }) => !names.test(text));
}
