import { opaqueWords } from '../lease/opaque-words.ts';
import { formatUsd } from '../money.ts';
import type { ReportFacts } from './facts.ts';

/** How a run stands, in the words of a headline; any other state is its own word. */
const STANDS: Readonly<Record<string, string>> = {
  debt: 'a meter is not proven stopped',
  'no-capacity': 'nothing that fits is to be had',
  preempted: 'the box was taken away, and another one is looked for',
  opened: 'opened, and nothing is rented yet',
  ended: 'the work has ended, and is not home yet',
  collected: 'home, and not sealed yet',
};

/** What comes next where nobody has to do anything. */
const GOES_ON: Readonly<Record<string, string>> = {
  opened: 'nothing: a box is rented by the next step, or by the next look',
  running: 'nothing: it is looked at again when something can have changed',
  'no-capacity': 'nothing: the platforms are asked again at the next look',
  preempted: 'nothing: the next look goes on from the newest verified checkpoint',
  ended: 'nothing: the next step brings home what the job promises',
  collected: 'nothing: the next step seals what was brought home',
  sealed:
    'say whether its release is approved: gpu-lease release in a terminal or the workflow shows what that means',
  parked:
    'say whether its release is approved: gpu-lease release in a terminal or the workflow shows what that means',
  released: 'nothing: it is done, and every meter is proven stopped',
  abandoned: 'nothing: it was given up',
};

/** The verdict, before anything else. */
export function headline({
  state,
  seal,
}: {
  state: string;
  seal: { verified: number; roster: number } | undefined;
}): string {
  const stands = STANDS[state] ?? state;
  return seal === undefined ? stands : `${stands}, ${seal.verified} of ${seal.roster} files verified`;
}

/** The level, the curve in two numbers, the money: each in a few words. */
export function keyFacts(facts: ReportFacts): string[] {
  const { seal, usd, budgetUsd, usdPerHourNow } = facts;
  return [
    ...(seal ? [`verified at ${levelWords(seal.level)}${opaqueWords(seal.opaque)}`] : []),
    ...lossWords(facts),
    `${formatUsd(usd)} of at most ${formatUsd(budgetUsd)}`,
    usdPerHourNow > 0 ? `waiting costs ${formatUsd(usdPerHourNow)} per hour` : 'nothing costs money now',
  ];
}

function lossWords({ charts }: ReportFacts): string[] {
  const [chart] = charts;
  const [first, last] = [chart?.points[0], chart?.points.at(-1)];
  if (!chart || !first || !last) return [];
  const name = chart.title.split(' of ')[0] ?? '';
  return [`${name} ${brief(first.value)} to ${brief(last.value)} at step ${last.step}`];
}

/** What the reader can do now; of several things the most urgent. */
export function nextWords({ state, halted, approval, debts = [], attention, run }: ReportFacts): string {
  const [debt] = debts;
  if (state === 'debt')
    return debt?.next ?? `look at it ("gpu-lease status ${run}"), and end by hand what still bills`;
  if (halted && state === 'halted') return halted.next;
  if (approval) return 'read what a yes means, and say it or leave it';
  const [concern] = attention;
  return concern?.next ?? GOES_ON[state] ?? 'nothing: it goes on by itself';
}

/** A level in words, for who has never read of one; the page of the verifier has the whole of it. */
export const levelWords = (level: string): string => {
  const means = LEVELS[level];
  return means === undefined ? level : `${level} (${means})`;
};

const LEVELS: Readonly<Record<string, string>> = {
  L0: 'there, and of a known kind',
  L1: 'every byte accounted for',
  L2: 'holds together',
  L3: 'complete, finite and of the right step',
};

const brief = (value: number): string => String(Number(value.toPrecision(4)));
