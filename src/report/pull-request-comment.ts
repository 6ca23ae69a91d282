import { formatUsd } from '../money.ts';
import { headline, levelWords } from './card-words.ts';
import { comparedCurves } from './compared-curves.ts';
import {
  markdownCode as code,
  markdownBlock,
  markdownFolded,
  markdownTable,
  markdownText as text,
} from './markdown-text.ts';
import type { Chart } from './metrics-charts.ts';
import { visible } from './visible-text.ts';

/** Everything that the comment on a pull request says. Words in it may come from a box or a platform. */
export interface PullRequestFacts {
  job: string;
  commit: string;
  smoke: 'passed' | 'failed' | 'waived' | 'unknown';
  /** Why it failed, as the job says that ran the change's own code: a stranger's words. Empty where nobody says. */
  reason?: string;
  /** `null`: nothing was asked, as on a pull request from a fork. */
  plan: PlannedCost | null;
  /** Of the pull request's commits, newest first. */
  runs: ToldRun[];
  /** The newest sealed or released run of the base branch; absent where none is known. */
  base: ToldRun | undefined;
  /** What that run is, where nobody could look whether it is of the base branch. */
  baseIs?: string;
  /** Page of the workflow run that wrote this. */
  url: string;
  /** Of the commit, and of the form that starts a training; absent where they are not known. */
  links?: { commit?: string; form?: string };
}

export interface PlannedCost {
  candidates: { platform: string; summary: string; usdPerHour: number; expectedUsd: number | null }[];
  declined: { platform: string; why: string }[];
  atMostUsd: number;
}

export interface ToldRun {
  run: string;
  state: string;
  commit: string;
  usd: number;
  cells: { name: string; ended: string; step: number | undefined; loss: number | undefined }[];
  verified: { verified: number; roster: number; level: string } | undefined;
  /** `tiny-1 on runpod: gpu 0.40 USD/h` for each machine that still costs something. */
  costing: string[];
  halted: { what: string; next: string } | undefined;
  /** As the record keeps them; none of a run that was not sealed, or before curves were kept. */
  charts?: readonly Chart[];
  /** Page of its files and report, where they are an artifact. */
  artifact?: string;
  /** Nobody could tell, where this is written, who wrote its record: it is signed and the secret is not there. */
  notVerified?: boolean;
}

const MAX_ROWS = 12;
const BASE = 'base branch';

/** The one comment on a pull request: smoke, planned cost, runs against the base branch, what is alive, what is next. */
export function pullRequestComment(facts: PullRequestFacts): string {
  const parts = [
    `### gpu-lease: ${text(facts.job)} at ${linked(code(facts.commit.slice(0, 8)), facts.links?.commit)}: ${text(verdict(facts))}`,
    `**Smoke:** ${SMOKE[facts.smoke]}${facts.url === '' ? '' : ` · [workflow run](${safeUrl(facts.url)})`}`,
    `**Next:** ${text(nextStep(facts))}${form(facts)}${reportWords(facts)}`,
    reason(facts),
    alive(facts),
    runs(facts),
    curves(facts),
    plan(facts),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** In a few words, before anything else; of several things the most urgent. */
function verdict({ smoke, runs: all }: PullRequestFacts): string {
  const bad = all.find(({ state }) => state === 'debt') ?? all.find(({ state }) => state === 'halted');
  if (smoke === 'failed' && !bad) return 'its smoke failed';
  const [newest] = all;
  const run = bad ?? newest;
  if (run) return headline({ state: run.state, seal: run.verified });
  return { passed: 'its smoke passed', waived: 'no smoke', unknown: 'no smoke yet', failed: '' }[smoke];
}

const SMOKE: Record<PullRequestFacts['smoke'], string> = {
  passed: 'passed ✓',
  failed: 'failed ✗: the annotation on the changed files and the log say where',
  waived: 'none (the job says `smoke: none`)',
  unknown: 'not known yet',
};

/** In a block of code nobody is mentioned and nothing is a link; what hides our comments stands in none of them. */
function reason({ smoke, reason: words = '' }: PullRequestFacts): string {
  if (smoke !== 'failed' || words === '') return '';
  const shown = visible(words).replaceAll('<!--', '<! --');
  return `As the job says that ran this change:\n\n${markdownBlock(shown)}`;
}

const linked = (words: string, url: string | undefined): string =>
  url === undefined ? words : `[${words}](${safeUrl(url)})`;

/** Only where a training is what comes next. */
const form = ({ smoke, runs: all, links }: PullRequestFacts): string =>
  links?.form === undefined || all.length > 0 || (smoke !== 'passed' && smoke !== 'waived')
    ? ''
    : ` [Open the form](${safeUrl(links.form)}).`;

/** What is to be approved can be read first. */
function reportWords({ runs: all }: PullRequestFacts): string {
  const waiting = all.find(isWaiting);
  return waiting?.artifact === undefined
    ? ''
    : ` Its curves and verdicts: \`+evidence/report.html\` in [its files](${safeUrl(waiting.artifact)}).`;
}

/** What would be paid is of no interest while nothing may be rented, and of less once something was. */
function plan({ plan: planned, smoke, runs: all }: PullRequestFacts): string {
  if (!planned || smoke === 'failed') return '';
  const rows = planned.candidates
    .slice(0, MAX_ROWS)
    .map((each) => [
      text(each.platform),
      text(each.summary),
      `${each.usdPerHour}`,
      each.expectedUsd === null ? 'not known without `watch.expected`' : formatUsd(each.expectedUsd),
    ]);
  const declined = planned.declined
    .slice(0, MAX_ROWS)
    .map(({ platform, why }) => `- ${text(platform)}: ${text(why)}`);
  const title = `Planned cost: at most ${formatUsd(planned.atMostUsd)}`;
  const body = [
    rows.length > 0
      ? markdownTable(['candidate', 'offer', 'USD/h>', 'expected>'], rows)
      : 'Nothing that fits is offered now.',
    declined.length > 0
      ? `<details><summary>${planned.declined.length} declined</summary>\n\n${declined.join('\n')}\n\n</details>`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return all.length > 0 ? markdownFolded(title, body) : `#### ${title}\n\n${body}`;
}

function runs({ runs: all, base, baseIs = BASE }: PullRequestFacts): string {
  if (all.length === 0) return '';
  const rows = all.slice(0, MAX_ROWS).map((each) => row(each, base));
  const against = base ? [[`**${baseIs}**`, ...row(base, undefined).slice(1)]] : [];
  const unverified = all.some((each) => each.notVerified)
    ? '\n\nNot verified: these records are signed, and this job holds no secret to check them with.'
    : '';
  const note = base
    ? ''
    : '\n\nNo sealed run of the base branch is known here, so there is nothing to compare with.';
  const legend = legendOf(base ? [...all, base] : all);
  return `#### Runs\n\n${markdownTable(['run', 'commit', 'state', 'cells', 'loss', 'verified', 'cost>'], [...rows, ...against])}${unverified}${note}${legend}`;
}

/** Of the newest run of the change that has any, beside those of the base branch. */
function curves({ runs: all, base, baseIs = BASE }: PullRequestFacts): string {
  const own = all.find(({ charts = [] }) => charts.length > 0);
  const against = base && { run: base.run, is: baseIs, charts: base.charts ?? [] };
  return own ? comparedCurves({ run: own.run, charts: own.charts ?? [] }, against) : '';
}

/** The words of the table, for who has never read of them; only those that stand in it. */
function legendOf(all: readonly ToldRun[]): string {
  const levels = [...new Set(all.flatMap(({ verified }) => (verified ? [verified.level] : [])))];
  const words = [
    ...levels.map((level) => levelWords(level)),
    ...(all.some(({ state }) => state === 'sealed')
      ? ['sealed: home, verified and bound to one digest; the box is held until its release is approved']
      : []),
  ];
  return words.length === 0 ? '' : `\n\n<sub>${words.map(text).join(' · ')}</sub>`;
}

function row(run: ToldRun, base: ToldRun | undefined): string[] {
  return [
    linked(code(run.run), run.artifact),
    code(run.commit.slice(0, 8)),
    text(run.state),
    run.cells
      .slice(0, MAX_ROWS)
      .map(({ name, ended, step }) =>
        [text(name), text(ended), step === undefined ? '' : `at step ${step}`]
          .filter((word) => word !== '')
          .join(' '),
      )
      .join('<br>'),
    run.cells
      .slice(0, MAX_ROWS)
      .map(({ name, loss }) => lossText(loss, base?.cells.find((each) => each.name === name)?.loss))
      .join('<br>'),
    run.verified ? `${run.verified.verified}/${run.verified.roster} ${text(run.verified.level)}` : '',
    formatUsd(run.usd),
  ];
}

/** Less is better; whether it is better enough is the reader's to say. */
function lossText(loss: number | undefined, base: number | undefined): string {
  if (loss === undefined) return '';
  if (base === undefined) return loss.toPrecision(4);
  const change = loss - base;
  const sign = change > 0 ? '+' : '';
  const verdict = change === 0 ? 'the same' : change < 0 ? 'better' : 'worse';
  return `${loss.toPrecision(4)} (${sign}${change.toPrecision(2)}, ${verdict})`;
}

function alive({ runs: all }: PullRequestFacts): string {
  const costing = all.flatMap((run) => run.costing);
  if (costing.length === 0) return all.length > 0 ? '**Machines alive:** none' : '';
  return `> [!WARNING]\n> **Machines alive:** ${costing.slice(0, MAX_ROWS).map(text).join('; ')}`;
}

const isWaiting = ({ state }: ToldRun): boolean => state === 'sealed' || state === 'parked';

/** What the reader can do now, the most urgent first. */
export function nextStep({ smoke, runs: all }: Pick<PullRequestFacts, 'smoke' | 'runs'>): string {
  const debt = all.find(({ state }) => state === 'debt');
  if (debt) return `a meter of ${debt.run} is not proven stopped; look at it: gpu-lease status ${debt.run}`;
  const halted = all.find((run) => run.halted && run.state === 'halted');
  if (halted?.halted) return `${halted.run} stopped itself: ${halted.halted.next}`;
  const waiting = all.find(isWaiting);
  if (waiting) return `${waiting.run} waits for its release to be approved.`;
  if (smoke === 'failed') return 'correct what the smoke found; nothing is rented before it passes.';
  const [newest] = all;
  if (newest && newest.costing.length > 0) return `${newest.run} goes on by itself.`;
  if (newest) return `nothing; ${newest.run} is ${newest.state}.`;
  return smoke === 'passed' || smoke === 'waived'
    ? 'a training of this branch can be started by hand (Run workflow).'
    : 'wait for the smoke.';
}

/** Ours, from the runner's own variables; still nothing that could end the link. */
const safeUrl = (url: string): string =>
  /^https?:\/\/[\w.:/~-]{1,300}$/.test(url) ? url : 'https://github.com';
