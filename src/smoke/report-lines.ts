import { formatSeconds } from '../clock.ts';
import type { DrillReport } from './drill.ts';
import type { SmokeMeasures, SmokeReport } from './smoke.ts';

/** The report for people, one fact a line. */
export function smokeLines(report: SmokeReport): string[] {
  const { environment } = report;
  return [
    `smoke passed in ${formatSeconds(report.seconds)} on ${environment.os} ${environment.arch}, ${environment.interpreter}`,
    ...measureLines(report.smoke),
    ...(report.drill === 'none' ? ['resume drill: none'] : drillLines(report.drill)),
    ...footprintLines(report.footprint),
    ...report.warnings.flatMap(({ what, next }) => [`warning: ${what}`, `  next: ${next}`]),
  ];
}

function measureLines(smoke: SmokeMeasures): string[] {
  const memory =
    smoke.peakMemoryMb === undefined
      ? 'memory not measured'
      : `memory at most ${smoke.peakMemoryMb} MB of ${smoke.memoryLimitMb} (${MEASURE[smoke.memoryMeasure ?? 'rss']}, read every 0.1 s)`;
  const lines = [`  command: exit 0 after ${formatSeconds(smoke.seconds)}, ${memory}`];
  if (smoke.metrics) {
    const { lines: count, firstLoss, lastLoss } = smoke.metrics;
    lines.push(`  metrics: ${count} lines, loss ${brief(firstLoss)} to ${brief(lastLoss)}, all finite`);
  }
  return lines;
}

const MEASURE = {
  rss: 'RSS of all its processes, shared pages counted more than once',
  pss: 'PSS of all its processes',
};

/** Green is no word on what nobody compared. */
const GOES_ON =
  '  this drill proves that it goes on, not that it is the same run: optimizer, scheduler, random state or place in the data may not come back; `smoke: {drill: exact}` asks for that';

function drillLines(drill: DrillReport): string[] {
  const { replay } = drill;
  const compared =
    replay.steps === 0
      ? 'no step with a loss was done twice, so none could be compared'
      : replay.differences.length === 0
        ? `${count(replay.steps, 'step')} done twice, with the same numbers`
        : `${count(replay.steps, 'step')} done twice, with different numbers`;
  return [
    `resume drill passed in ${formatSeconds(drill.seconds)}: killed beside ${drill.checkpoint} of step ${drill.killedAtStep}, ` +
      `the same command went on at step ${drill.resumedAtStep} and reached ${drill.reachedStep}; the checkpoint loads`,
    `  ${compared}`,
    ...(drill.equal
      ? [
          `  ended as a run that was never killed: ${count(drill.equal.losses, 'step')} and ${count(drill.equal.tensors, 'tensor')} the same`,
        ]
      : [GOES_ON]),
  ];
}

const footprintLines = ({ checkpoint, output }: SmokeReport['footprint']): string[] =>
  checkpoint
    ? [
        `  one checkpoint: ${megabytes(checkpoint.bytes)} in ${count(checkpoint.files, 'file')}, all output ${megabytes(output.bytes)}; where the real model is larger, say so under \`checkpoint.size\``,
      ]
    : [];

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e8 ? 3 : 0)} MB`;
const brief = (value: number): string => String(Number(value.toPrecision(4)));
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
