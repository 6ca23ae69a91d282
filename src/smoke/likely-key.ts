/** What people call the counter of a run, most likely first; an epoch counts where nothing finer does. */
const STEPS = [
  'step',
  'global_step',
  'iter_num',
  'iteration',
  'iter',
  'steps',
  'current_step',
  'num_updates',
  'update',
  'n_iter',
  'it',
  'epoch',
];

/** What people call the loss of the training, most likely first. */
const LOSSES = ['loss', 'train/loss', 'train_loss', 'loss/train', 'training_loss', 'train/loss_step', 'nll'];

/** The key that most likely holds the step. */
export const likelyStep = (keys: readonly string[]): string | undefined => likely(keys, STEPS);

/** The key that most likely holds the loss: else the first that ends with that word and is of no validation. */
export const likelyLoss = (keys: readonly string[]): string | undefined =>
  likely(keys, LOSSES) ?? keys.find((key) => /loss$/i.test(key) && !/val|test|eval/i.test(key));

/** Whole names first, whatever their case and how their words are parted; then the last part of one: `trainer/global_step`. */
function likely(keys: readonly string[], names: readonly string[]): string | undefined {
  const find = (nameOf: (key: string) => string): string | undefined =>
    names.flatMap((name) => keys.find((key) => nameOf(key) === plain(name)) ?? [])[0];
  return find(plain) ?? find((key) => plain(key.split(/[/.]/).at(-1) ?? key));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
