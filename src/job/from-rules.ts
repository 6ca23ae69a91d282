import { resumes } from './assemble.ts';
import { type Context, type Finding, stop } from './finding.ts';

/** A job that begins from another run's checkpoint: as after any loss, it must be one that goes on from what it finds. */
export function* fromRules({ parts: { from, checkpoint, candidates = [] } }: Context): Generator<Finding> {
  if (from === undefined) return;
  if (!resumes(checkpoint))
    yield stop(
      'from-without-resume',
      ['from'],
      'A checkpoint is laid where `checkpoint.path` is looked for, and this job goes on from none.',
      'Add `checkpoint: {path: ..., resume: continues}`, or remove `from`.',
    );
  const notebook = candidates.find((each) => (typeof each === 'string' ? each : each.platform) === 'kaggle');
  if (notebook !== undefined)
    yield stop(
      'from-on-kaggle',
      ['from'],
      'Sessions of Kaggle begin from their own output, and nothing brings another run there.',
      'Name another candidate, or make the checkpoint a dataset of Kaggle (`kaggle.datasets`).',
    );
}
