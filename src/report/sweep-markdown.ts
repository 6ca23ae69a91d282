import { formatUsd } from '../money.ts';
import { bestCell, bestFirst, brief } from './best-cell.ts';
import {
  markdownCode as code,
  markdownFolded,
  markdownTable,
  markdownText as text,
} from './markdown-text.ts';
import { type SweepFacts, worstFirst } from './sweep-text.ts';

/** What the card has beside the facts. */
export interface SweepCard {
  facts: SweepFacts;
  /** "2 of 12 cells failed: b (dead, exit 3)"; empty where none did. */
  failures: string;
  /** Run ids of the parts that go on by themselves. */
  goOn: readonly string[];
  /** Pages at GitHub; absent where they are not known. */
  links?: { commit?: string; workflowRun?: string; form?: string };
  /** Of each part the page of its files, where they are an artifact. */
  artifacts?: ReadonlyMap<string, string>;
}

type CellFacts = SweepFacts['cells'][number];

const OPEN_ROWS = 12;
const MOST_ROWS = 300;
const MOST_VARIABLES = 6;

/** The one card of a job about a sweep: verdict, best cell and money, next step, the cells; boxes are folded. */
export function sweepMarkdown(card: SweepCard): string {
  const { facts, failures } = card;
  const parts = [
    `## ${text(facts.job)}: ${text(headline(card))}`,
    keyFacts(facts).join(' · '),
    linkLine(card),
    ...[failures, ...troubles(facts)]
      .filter((each) => each !== '')
      .map((each) => `> [!WARNING]\n> ${text(each)}`),
    `**Next:** ${nextWords(card)}`,
    cellTables(card),
    markdownFolded(`Boxes (${facts.parts.length})`, partTable(card)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const ENDED = ['dead', 'finished', 'sealed', 'lost'];

function headline({ facts: { state, cells }, failures }: SweepCard): string {
  const all = cells.length === 1 ? 'its one cell' : `all ${cells.length} cells`;
  if (state === 'debt') return 'a meter is not proven stopped';
  if (failures !== '') return failures.split(':')[0] ?? failures;
  if (state === 'released') return `${all} are home, and every box is released`;
  if (state === 'sealed') return `${all} are sealed`;
  if (state === 'opened') return 'opened, and nothing is rented yet';
  const ended = cells.filter((cell) => ENDED.includes(cell.state)).length;
  return `${state}, ${ended} of ${cells.length} cells ended`;
}

function keyFacts(facts: SweepFacts): string[] {
  const { costUsd, usdPerHourNow, parts } = facts;
  const best = bestCell(facts);
  const budget = parts.reduce((sum, { budgetUsd }) => sum + (budgetUsd ?? 0), 0);
  return [
    ...(best ? [`best: ${code(best.cell.cell)} with ${text(best.words)}`] : []),
    `${formatUsd(costUsd)} of at most ${formatUsd(budget)}`,
    usdPerHourNow > 0 ? `${formatUsd(usdPerHourNow)} per hour now` : 'nothing costs money now',
  ];
}

function linkLine({ facts: { sweep, commit }, links = {} }: SweepCard): string {
  const short = code(commit.slice(0, 8));
  return [
    `sweep ${code(sweep)}`,
    `commit ${links.commit === undefined ? short : `[${short}](${links.commit})`}`,
    ...(links.workflowRun === undefined ? [] : [`[workflow run](${links.workflowRun})`]),
  ].join(' · ');
}

const troubles = ({ parts }: SweepFacts): string[] =>
  parts.flatMap(({ run, halted, problem }) => [
    ...(halted ? [`${run} is halted: ${halted.what} Next: ${halted.next}`] : []),
    ...(problem ? [`${run}: ${problem.what} Next: ${problem.next}`] : []),
  ]);

/** What the reader can do now, the most urgent first. */
function nextWords({ facts: { parts, sweep }, goOn, links = {} }: SweepCard): string {
  const owing = parts.find(({ state }) => state === 'debt');
  if (owing) return `look at what still bills: ${code(`gpu-lease status ${owing.run}`)}`;
  const stuck = parts.find(({ halted, problem }) => halted || problem);
  if (stuck) return `do what the warning says for ${code(stuck.run)}.`;
  const waiting = parts.filter(({ state, seal }) => seal !== null && state !== 'released');
  const form = links.form === undefined ? '' : ` ([open the form](${links.form}))`;
  if (waiting.length > 0)
    return `say whether the release of ${waiting.length} of ${boxWords(parts.length)} is approved${form}: ${code(`gpu-lease release ${waiting[0]?.run ?? ''}`)} in a terminal shows what that means.`;
  if (goOn.length > 0) return `nothing: it goes on by itself on ${goOn.length} of ${boxWords(parts.length)}.`;
  return `nothing; ${code(`gpu-lease sweep --run ${sweep}`)} shows it again.`;
}

const boxWords = (count: number): string => (count === 1 ? '1 box' : `${count} boxes`);

/** What failed first, then the best; the rest of a long table is folded. */
function cellTables({ facts, artifacts = new Map() }: SweepCard): string {
  const { cells, metric } = facts;
  const best = bestCell(facts)?.cell;
  const sorted = worstFirst(bestFirst(facts, cells));
  const names = [...new Set(cells.flatMap(({ differs }) => Object.keys(differs)))].slice(0, MOST_VARIABLES);
  const rows = sorted.slice(0, MOST_ROWS).map((cell) => cellRow(cell, { names, best, artifacts, metric }));
  const decides = metric ? [`best ${text(metric.key)}>`] : [];
  const titles = ['cell', ...decides, 'last loss>', 'state', ...names.map(text), 'step>', 'box'];
  const later = rows.slice(OPEN_ROWS);
  const left = cells.length - rows.length;
  return [
    markdownTable(titles, rows.slice(0, OPEN_ROWS)),
    later.length === 0 ? '' : markdownFolded(`${later.length} more cells`, markdownTable(titles, later)),
    left > 0 ? `${left} more are in the report.` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function cellRow(
  cell: CellFacts,
  {
    names,
    best,
    artifacts,
    metric,
  }: {
    names: string[];
    best: CellFacts | undefined;
    artifacts: ReadonlyMap<string, string>;
    metric: SweepFacts['metric'];
  },
): string[] {
  const isBest = cell === best;
  const page = artifacts.get(cell.run);
  const loss = cell.loss === null ? '' : brief(cell.loss);
  const decides = metric ? (cell.metric === null ? '' : brief(cell.metric)) : loss;
  return [
    isBest ? `**${code(cell.cell)}** ★ best` : code(cell.cell),
    isBest ? `**${decides}**` : decides,
    ...(metric ? [loss] : []),
    stateOf(cell),
    ...names.map((name) => code(cell.differs[name] ?? '(not set)')),
    String(cell.step ?? ''),
    page === undefined ? code(partName(cell.run)) : `[${code(partName(cell.run))}](${page})`,
  ];
}

/** The table of boxes has the whole of it. */
const partName = (run: string): string => /-(p\d+)$/.exec(run)?.[1] ?? run;

function stateOf({ state, exitCode, failureClass, why }: CellFacts): string {
  const more = [
    ...(exitCode ? [`exit ${exitCode}`] : []),
    ...(failureClass ? [failureClass] : []),
    ...(why ? [why] : []),
  ];
  return text(more.length === 0 ? state : `${state}: ${more.join(', ')}`);
}

const partTable = ({ facts: { parts }, artifacts = new Map() }: SweepCard): string =>
  markdownTable(
    ['part', 'state', 'cells>', 'box', 'cost>', 'budget>', 'seal'],
    parts
      .slice(0, MOST_ROWS)
      .map((part) => [
        artifacts.has(part.run) ? `[${code(part.run)}](${artifacts.get(part.run)})` : code(part.run),
        text(part.state),
        String(part.cells),
        text(part.lease),
        formatUsd(part.costUsd),
        part.budgetUsd === null ? '' : formatUsd(part.budgetUsd),
        part.seal === null ? '' : code(part.seal.slice(0, 8)),
      ]),
  );
