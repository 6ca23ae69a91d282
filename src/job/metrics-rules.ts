import { patternFault } from '../metrics/log-pattern.ts';
import { quoted } from '../secret/shape.ts';
import type { Path } from '../strict-yaml/read.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { coversGlob } from './glob.ts';
import { carriesStep, isTracker, pathOfSource, type Source, sourcesInFile } from './metrics-sources.ts';

export function* metricsRules({ parts: { artifacts, metrics } }: Context): Generator<Finding> {
  const sources = sourcesInFile(metrics);
  yield* together(sources);
  for (const { source, path } of sources) {
    if (typeof source !== 'string') yield* mappingRules(source, path);
    const where = pathOfSource(source);
    const isAsked = where !== '' && !isTracker(source);
    if (isAsked && artifacts && !artifacts.some((artifact) => coversGlob(artifact.path, where))) {
      const what = `No artifact covers the metrics ${quoted(where)}.`;
      const next = 'Add them to `artifacts` with `role: metrics`.';
      yield warn('metrics-not-kept', placeOf(source, path), what, next);
    }
  }
}

const placeOf = (source: Source, path: Path): Path => (typeof source === 'string' ? path : [...path, 'path']);

/** What one source may not say beside another. */
function* together(sources: ReturnType<typeof sourcesInFile>): Generator<Finding> {
  const seen = new Set<string>();
  let steps: number | undefined;
  for (const { source, path } of sources) {
    const { log, 'total-steps': said } = typeof source === 'string' ? {} : source;
    const where = pathOfSource(source);
    // Several patterns may be read from one log.
    const isTwice = log === undefined && where !== '' && seen.has(where);
    seen.add(where);
    if (isTwice) {
      const what = `Two sources of metrics have the path ${quoted(where)}.`;
      yield stop(
        'metrics-twice',
        placeOf(source, path),
        what,
        'Keep one: every number of a file is charted.',
      );
    }
    if (said !== undefined && steps !== undefined && said !== steps) {
      const what = `A complete run has ${steps} steps by one source of metrics, and ${said} by another.`;
      yield stop('total-steps-differ', [...path, 'total-steps'], what, 'Say it once.');
    }
    steps ??= said;
  }
}

function* mappingRules(source: Exclude<Source, string>, path: Path): Generator<Finding> {
  const { log, format, 'step-key': stepKey } = source;
  if (log === undefined && source.path === undefined) {
    const what = 'A source of metrics has neither a `path` nor a `log`.';
    const next = 'Name its file by `path`, or give by `log` the line that the command prints.';
    yield stop('metrics-nowhere', path, what, next);
  }
  if (log !== undefined && format !== undefined) {
    const what = `Lines of a log have no format, and \`format\` is ${quoted(format)}.`;
    yield stop('log-with-format', [...path, 'format'], what, 'Leave out `format`, or `log`.');
  }
  const fault = log === undefined ? undefined : patternFault(log, stepKey ?? 'step');
  if (log !== undefined && fault)
    yield stop('log-pattern', [...path, 'log'], `The pattern ${quoted(log)} ${fault.why}.`, fault.next);
  if (stepKey !== undefined && carriesStep(source)) {
    const what = `The step is a part of every event of ${quoted(pathOfSource(source))}, and no key of it.`;
    yield stop('step-key-unused', [...path, 'step-key'], what, 'Leave `step-key` out.');
  }
}
