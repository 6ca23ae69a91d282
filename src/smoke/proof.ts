import { formatSeconds } from '../clock.ts';
import type { DrillReport } from './drill.ts';
import type { SmokeReport } from './smoke.ts';

/** What a passed smoke showed, in sentences, and what nobody should take it for. */
export interface SmokeProof {
  /** The strongest of it, in one line. */
  inShort: string;
  proved: string[];
  notProved: string[];
}

export function smokeProof(report: SmokeReport): SmokeProof {
  const { smoke, drill, seconds, environment } = report;
  return {
    inShort: [...drillInShort(drill), ...lossInShort(report), `${formatSeconds(seconds)} in all`].join('; '),
    proved: [
      `The command runs to its end: exit 0 after ${formatSeconds(smoke.seconds)}, ${memoryWords(report)}.`,
      ...(smoke.metrics
        ? [
            `Its metrics have ${count(smoke.metrics.lines, 'record')}, and its loss is finite in each that has one.`,
          ]
        : []),
      ...(drill === 'none' ? [] : drillProved(drill)),
    ],
    notProved: [
      ...(smoke.metrics ? [] : ['that it learns: the job declares no metrics']),
      ...(drill === 'none'
        ? ['that it goes on after a kill: the job has no resume drill']
        : drillLeaves(drill)),
      `anything about a GPU: it ran on ${environment.os} ${environment.arch} with ${environment.interpreter}, with tiny shapes`,
    ],
  };
}

const drillInShort = (drill: DrillReport | 'none'): string[] =>
  drill === 'none'
    ? ['ran to its end; nobody killed it']
    : [`killed at step ${drill.killedAtStep}, went on at step ${drill.resumedAtStep}`];

const lossInShort = ({ smoke: { metrics } }: SmokeReport): string[] =>
  metrics ? [`loss ${brief(metrics.firstLoss)} to ${brief(metrics.lastLoss)}`] : [];

const memoryWords = ({ smoke: { peakMemoryMb, memoryLimitMb } }: SmokeReport): string =>
  peakMemoryMb === undefined
    ? 'memory not measured'
    : `memory at most ${peakMemoryMb} MB of ${memoryLimitMb} MB`;

function drillProved({
  killedAtStep,
  resumedAtStep,
  reachedStep,
  checkpoint,
  replay,
  equal,
}: DrillReport): string[] {
  const same = replay.steps > 0 && replay.differences.length === 0;
  return [
    `Killed beside ${checkpoint} of step ${killedAtStep}, the same command in a fresh folder went on at step ${resumedAtStep} and reached step ${reachedStep}; the checkpoint loads.`,
    ...(same
      ? [`${count(replay.steps, 'step')} done twice had the same loss and rate, where they are logged.`]
      : []),
    ...(equal
      ? [
          `Exact: it ended as a run that was never killed, in ${count(equal.losses, 'step')} and ${count(equal.tensors, 'tensor')}.`,
        ]
      : []),
  ];
}

function drillLeaves({ replay, equal }: DrillReport): string[] {
  if (equal) return [];
  const differs = replay.differences.length > 0;
  return [
    `that it is the same run after a kill${differs ? `: ${count(replay.steps, 'step')} done twice differ` : ''}; optimizer, scheduler, random state and place in the data were not compared (\`drill: exact\` does)`,
  ];
}

const brief = (value: number): string => String(Number(value.toPrecision(4)));
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
