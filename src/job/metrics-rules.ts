import { quoted } from '../secret/shape.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { coversGlob } from './glob.ts';
import { carriesStep, pathOfSource, sourcesInFile } from './metrics-sources.ts';

export function* metricsRules({ parts: { artifacts, metrics } }: Context): Generator<Finding> {
  const seen = new Map<string, number>();
  let steps: number | undefined;
  for (const { source, path } of sourcesInFile(metrics)) {
    const where = pathOfSource(source);
    const at = typeof source === 'string' ? path : [...path, 'path'];
    if (artifacts && !artifacts.some((artifact) => coversGlob(artifact.path, where))) {
      const what = `No artifact covers the metrics ${quoted(where)}.`;
      yield warn('metrics-not-kept', at, what, 'Add them to `artifacts` with `role: metrics`.');
    }
    const twice = seen.get(where);
    seen.set(where, (twice ?? 0) + 1);
    if (twice === 1) {
      const what = `Two sources of metrics have the path ${quoted(where)}.`;
      yield stop('metrics-twice', at, what, 'Keep one: every number of a file is charted.');
    }
    if (typeof source !== 'string' && source['step-key'] !== undefined && carriesStep(source)) {
      const what = `The step is a part of every event of ${quoted(where)}, and no key of it.`;
      yield stop('step-key-unused', [...path, 'step-key'], what, 'Leave `step-key` out.');
    }
    const said = typeof source === 'string' ? undefined : source['total-steps'];
    if (said !== undefined && steps !== undefined && said !== steps) {
      const what = `A complete run has ${steps} steps by one source of metrics, and ${said} by another.`;
      yield stop('total-steps-differ', [...path, 'total-steps'], what, 'Say it once.');
    }
    steps ??= said;
  }
}
