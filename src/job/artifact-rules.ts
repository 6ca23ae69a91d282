import { quoted } from '../secret/shape.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { coversGlob } from './glob.ts';
import { sourcesInFile } from './metrics-sources.ts';
import type { JobFile } from './schema.ts';

export function* artifactRules({ parts: { artifacts, checkpoint, metrics } }: Context): Generator<Finding> {
  if (!artifacts) return;
  if (artifacts.every(({ min }) => min === 0)) {
    const what = 'Every artifact is optional (`min: 0`): a run that wrote nothing would count as complete.';
    yield stop('nothing-required', ['artifacts'], what, 'Let at least one have `min: 1`.');
  }
  const covers = (glob: string) => artifacts.some(({ path }) => coversGlob(path, glob));
  if (checkpoint && !covers(checkpoint.path)) {
    const what = `No artifact covers the checkpoint ${quoted(checkpoint.path)}: it would be lost with the box.`;
    yield warn(
      'checkpoint-not-kept',
      ['checkpoint', 'path'],
      what,
      'Add it to `artifacts` with `keep: last`.',
    );
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
