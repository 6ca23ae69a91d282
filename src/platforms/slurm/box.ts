import { oneLine } from '../../box/stranger-text.ts';
import { Problem } from '../../problem.ts';
import { PlatformAnswer } from '../api.ts';
import type { Description, Endpoint, Held, Meter, MeterReading, Resource } from '../driver.ts';
import { metersOfQueue } from '../queue-meters.ts';
import { isSilent, isUnknownJob, type LoginNode, queueSilent, sentenceOf, type Told } from './api.ts';
import { standingIn } from './looked.ts';
import { BEGIN_JOB, CANCEL, FIND, FORGET, LIST, LOOK } from './remote.ts';
import { OURS } from './script.ts';
import { type Row, rowsOf, type Standing } from './standing.ts';
import { byId, standingOfAll } from './tasks.ts';

/** The job id, and the cluster where a site has several. */
const BOX = /^\d{1,12}(?:;[A-Za-z0-9_.-]{1,60})?$/;

export function boxWords(boxId: string): [string] {
  if (BOX.test(boxId)) return [boxId];
  throw new PlatformAnswer(`${JSON.stringify(boxId.slice(0, 80))} is no id of a Slurm job`);
}

/** How many hours were used only Slurm knows; what one costs only the job's author. */
export const heldAs = (boxId: string, name: string, usdPerHour: number | undefined): Held => ({
  boxId,
  name,
  meters: [
    { id: 'submission', kind: 'none', usdPerHour: 0, source: 'waiting in a queue costs nothing' },
    walltime(usdPerHour),
  ],
});

const walltime = (usdPerHour: number | undefined): Meter => ({
  id: 'walltime',
  kind: 'gpu',
  usdPerHour,
  source: usdPerHour === undefined ? 'not written down where it was submitted' : "the job's usdPerHour",
});

export async function find(node: LoginNode, name: string): Promise<Held[]> {
  const told = await node.ask(FIND, [name]);
  const rows = listed(node, told).filter((each) => each.name === name);
  const [noted, price] = told.lines('job');
  return byId(rows)
    .filter((each) => standingOfAll(each, true).word?.phase !== 'over')
    .flatMap(([first]) => (first ? [first] : []))
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ id }) => heldAs(noted?.startsWith(`${id};`) ? noted : id, name, priceOf(price)));
}

/** As it was written down at the submit. */
export function priceOf(text: string | undefined): number | undefined {
  const price = Number(text);
  return text === undefined || !Number.isFinite(price) || price < 0 ? undefined : price;
}

/** @throws Problem where Slurm did not answer: a list that is not whole is no list */
function listed(node: LoginNode, told: Told): Row[] {
  const lines = told.lines('squeue');
  if (told.code('squeue') === 0) return rowsOf(lines);
  if (isSilent(lines)) throw queueSilent(node.target, sentenceOf(lines));
  throw new PlatformAnswer(
    `squeue on ${node.target} ended with ${told.code('squeue')}: ${sentenceOf(lines)}`,
  );
}

const ownerIn = (comment: string): string | undefined =>
  new RegExp(`^${OURS} ([a-z0-9]{1,40})$`).exec(comment)?.[1];

/** What a job was called at its submit: `4711;east` where a site has several clusters, which squeue does not show. */
function boxIdsIn(told: Told): (row: Row) => string {
  const noted = new Map(
    told.lines('job').map((line) => {
      const [boxId = '', name = ''] = line.split(' ');
      return [`${boxId.replace(/;.*/, '')} ${name}`, boxId];
    }),
  );
  return ({ id, name }) => noted.get(`${id} ${name}`) ?? id;
}

export async function inventory(node: LoginNode): Promise<Resource[]> {
  const told = await node.ask(LIST, ['all']);
  const rows = listed(node, told);
  const boxIdOf = boxIdsIn(told);
  return byId(rows).flatMap((all): Resource[] => {
    const [row] = all;
    if (!row) return [];
    const owner = ownerIn(row.comment);
    if (owner === undefined) return [];
    const { native, word } = standingOfAll(all, true);
    const billing = word === undefined ? 'unknown' : word.phase === 'over' ? 'no' : 'yes';
    return [{ kind: 'instance', id: boxIdOf(row), name: oneLine(row.name, 120), owner, native, billing }];
  });
}

export async function describe(node: LoginNode, endpoint: Endpoint, boxId: string): Promise<Description> {
  return described(await look(node, boxId), endpoint);
}

const look = async (node: LoginNode, boxId: string): Promise<Standing> =>
  standingIn(await node.ask(LOOK, boxWords(boxId)), boxId);

/** The way in is the login node's, whatever becomes of the job: its files lie there. */
function described({ native, word, never, taken }: Standing, endpoint: Endpoint): Description {
  if (word === undefined) return { state: 'unknown', native, endpoint };
  const state = ({ held: 'starting', waiting: 'starting', running: 'running', over: 'gone' } as const)[
    word.phase
  ];
  return {
    state,
    native,
    endpoint,
    queue: word,
    ...(never === undefined ? {} : { hopeless: never }),
    ...(taken ? { evicted: true } : {}),
  };
}

export async function running(node: LoginNode, endpoint: Endpoint): Promise<Map<string, Description>> {
  const told = await node.ask(LIST, ['']);
  const begun = new Set(told.lines('begun'));
  const boxIdOf = boxIdsIn(told);
  const ours = listed(node, told).filter(({ comment }) => ownerIn(comment) !== undefined);
  return new Map(
    byId(ours).flatMap((rows) =>
      rows[0] === undefined
        ? []
        : [[boxIdOf(rows[0]), described(standingOfAll(rows, begun.has(rows[0].name)), endpoint)] as const],
    ),
  );
}

export async function meters(node: LoginNode, held: Held): Promise<MeterReading[]> {
  const { word } = await look(node, held.boxId);
  return metersOfQueue(held, word);
}

export async function begin(node: LoginNode, boxId: string): Promise<void> {
  const told = await node.ask(BEGIN_JOB, boxWords(boxId));
  const asked = told.lines('squeue');
  // Not asked of a job that is marked as let go. A list that did not come (`timeout` ends it without a word) says nothing of the job.
  const listed = told.code('squeue') ?? 0;
  if (isSilent(asked) || (listed !== 0 && !isUnknownJob(asked)))
    throw queueSilent(node.target, sentenceOf(asked));
  const said = told.lines('release');
  if (told.code('release') === undefined || told.code('release') === 0) return;
  // It came to its end, or was let go, between the two questions.
  if (isUnknownJob(said) || said.some((line) => /already finished|not held/i.test(line))) return;
  if (isSilent(said) || sentenceOf(said) === undefined) throw queueSilent(node.target, sentenceOf(said));
  throw new Problem({
    code: 'begin-refused',
    kind: 'unfit',
    what: `Slurm does not let job ${boxId} go: ${sentenceOf(said)}. It is held and costs nothing.`,
    next: `Look at it with "scontrol show job ${boxId}" on ${node.target}; then run the same command again, or release it.`,
  });
}

/** What is noted of a job is kept so long after its run was closed: Slurm's accounting is searched as far back for a name. */
const KEPT_DAYS = 30;

export async function forget(node: LoginNode, boxId: string): Promise<void> {
  await node.ask(FORGET, [...boxWords(boxId), String(KEPT_DAYS)]);
}

export async function cancel(node: LoginNode, boxId: string): Promise<void> {
  const told = await node.ask(CANCEL, boxWords(boxId));
  const said = told.lines('scancel');
  if (told.code('scancel') === 0) return;
  if (isSilent(said)) throw queueSilent(node.target, sentenceOf(said));
  const isKnown = told.lines('name').length > 0;
  if ((isUnknownJob(said) && isKnown) || said.some((line) => /already complet/i.test(line))) return;
  throw new Problem({
    code: 'verb-refused',
    kind: 'billing',
    what: `"scancel" of ${boxId} was not accepted on ${node.target}: ${sentenceOf(said) ?? 'it said nothing'}.`,
    next: `Run the same command again; if it stays so, run "scancel ${boxId}" on ${node.target}.`,
    costing: [boxId],
  });
}
