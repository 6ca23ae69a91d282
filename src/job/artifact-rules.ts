import { quoted } from '../secret/shape.ts';
import { resumes } from './assemble.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { sourcesInFile } from './metrics-sources.ts';
import type { JobFile } from './schema.ts';

export function* artifactRules({ parts: { artifacts, metrics } }: Context): Generator<Finding> {
  if (!artifacts) return;
  if (artifacts.every(({ min }) => min === 0)) {
    const what = 'Every artifact is optional (`min: 0`): a run that wrote nothing would count as complete.';
    yield stop('nothing-required', ['artifacts'], what, 'Let at least one have `min: 1`.');
  }
  const seen = new Set<string>();
  for (const [at, { path, keep }] of artifacts.entries()) {
    if (seen.has(path)) {
      yield stop(
        'artifact-twice',
        ['artifacts', at, 'path'],
        `Two artifacts have the path ${quoted(path)}.`,
        'Keep one.',
      );
    }
    seen.add(path);
    if (keep === 'best' && !namesBest(metrics)) {
      const what = `${quoted(path)} is kept as best, and no metric says what is best.`;
      yield warn('best-of-what', ['artifacts', at], what, 'Add `metrics.best: {key: ..., direction: min}`.');
    }
  }
}

const namesBest = (metrics: JobFile['metrics']): boolean =>
  sourcesInFile(metrics).some(({ source }) => typeof source !== 'string' && source.best !== undefined);

export function* checkpointRules({ parts: { checkpoint, metrics } }: Context): Generator<Finding> {
  if (checkpoint === undefined || typeof checkpoint === 'string') return;
  const { path, complete, retain } = checkpoint;
  if (Array.isArray(path) && path.length > 1 && complete === undefined && resumes(checkpoint)) {
    const what = `Nothing says when ${path.map(quoted).join(' and ')} are of one step: a box that is lost, or a trainer that stands, between two of them leaves files of two steps, and they are kept as one checkpoint once they lay still, unless each of them says its step.`;
    yield warn(
      'files-unmarked',
      ['checkpoint', 'path'],
      what,
      'Write one more file after the last of them and name it as `complete`, or save all in one file.',
    );
  }
  if (complete !== undefined && typeof path === 'string' && path === complete) {
    const what = `The file ${quoted(complete)} is the checkpoint and the sign that it is complete: it can be one of them.`;
    yield stop(
      'complete-is-path',
      ['checkpoint', 'complete'],
      what,
      'Remove `complete`, or name another file.',
    );
  }
  if (retain?.best === true && !namesBest(metrics)) {
    const what = 'The best set is to be kept, and no metric says what is best.';
    yield warn(
      'best-of-what',
      ['checkpoint', 'retain', 'best'],
      what,
      'Add `metrics.best: {key: ..., direction: min}`.',
    );
  }
}
