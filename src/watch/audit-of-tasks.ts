import { judgeAudit } from '../box/audit.ts';
import type { AuditReport } from '../box/audit-finding.ts';
import { type AuditReading, readAudit } from '../box/audit-reading.ts';
import type { Probe } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { EventBody } from '../lease/events.ts';
import { attemptsIn, attemptsOf } from '../lease/task-ranges.ts';
import type { World } from '../world.ts';
import { askedOfMachine } from './allocation.ts';
import type { OnBox } from './watching.ts';

/** In one look: a thousand tasks may begin at once. */
const MOST_TASKS = 32;
const MOST_BYTES_EACH = 65_536;
/** Of machines that are not fit; the others are counted. */
const MOST_NAMED = 8;

/** Each of several files, every line behind its number and a blank. */
const READ = `base=$1; shift; n=0
for each; do n=$((n + 1)); head -c ${MOST_BYTES_EACH} "$base/$each/audit" 2>/dev/null | sed "s/^/$n /"; echo; done`;

interface Task {
  cell: string;
  /** Of its cell in the run. */
  place: number;
  attempt: number;
}

/**
 * What the machines saw of themselves that an engine gave to the tasks of a submission, judged against the job: once for each attempt of
 * each, some in every look.
 */
export async function auditOfTasks(world: World, of: OnBox, seen: Probe): Promise<EventBody[]> {
  const { lease } = of;
  const { attempt } = seen;
  if (lease.started?.attempt !== attempt) return [];
  const tasks = notYetJudged(of, seen).slice(0, MOST_TASKS);
  if (tasks.length === 0) return [];
  const readings = await readingsOf(world, of, { attempt, tasks });
  const judged = tasks.flatMap((task, at) => {
    const reading = readings[at];
    return reading ? [{ ...task, ...judgeAudit(reading, askedOfMachine(of.job)) }] : [];
  });
  if (judged.length === 0) return [];
  const unfit = judged.filter(({ fit }) => !fit);
  for (const each of unfit.slice(0, MOST_NAMED)) warn(world, lease.name, each);
  const findings = unfit.slice(0, MOST_NAMED).flatMap(failuresOf);
  return [
    {
      type: 'audited',
      lease: lease.name,
      attempt,
      tasks: attemptsOf(new Map(judged.map((each) => [each.place, each.attempt]))),
      fit: unfit.length === 0,
      findings: [...findings, ...more(unfit.length - MOST_NAMED)],
      measured: {},
    },
  ];
}

function notYetJudged({ run, lease }: OnBox, { attempt, cells }: Probe): Task[] {
  const { allocation } = lease;
  const known = attemptsIn(allocation?.attempt === attempt ? (allocation.tasks ?? '') : '');
  const places = new Map([...run.cells.keys()].map((name, place) => [name, place]));
  return cells.flatMap(({ name, audited }) => {
    const place = places.get(name);
    if (place === undefined || audited === undefined || (known.get(place) ?? 0) >= audited) return [];
    return [{ cell: name, place, attempt: audited }];
  });
}

/** In the order of the tasks; a line that fails meanwhile takes no more than this from a look. */
async function readingsOf(
  world: World,
  { lease }: OnBox,
  { attempt, tasks }: { attempt: number; tasks: readonly Task[] },
): Promise<(AuditReading | undefined)[]> {
  const base = `${lease.started?.dir.base}/attempts/${attempt}/tasks`;
  const files = tasks.map((task) => `${task.cell}/${task.attempt}`);
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(['sh', '-c', READ, 'sh', base, ...files], {
      timeoutSeconds: 60,
      maxOutputBytes: 2 * MOST_TASKS * MOST_BYTES_EACH,
    });
    const texts = new Map<string, string[]>();
    for (const line of stdout.split('\n')) {
      const [, number = '', text = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
      texts.set(number, [...(texts.get(number) ?? []), text]);
    }
    return tasks.map((_, at) => readAudit((texts.get(String(at + 1)) ?? []).join('\n')));
  } catch (error) {
    if (error instanceof TransportFailed) return [];
    throw error;
  }
}

type Judged = Task & AuditReport;

const failuresOf = ({ cell, findings }: Judged) =>
  findings
    .filter(({ level }) => level === 'fail')
    .map(({ id, level, what, cause, fix }) => ({
      id,
      level,
      what: `${cell}: ${what} Cause: ${cause} Fix: ${fix}`,
    }));

const more = (count: number) =>
  count > 0
    ? [{ id: 'tasks', level: 'fail' as const, what: `So it is with ${count} more of these tasks.` }]
    : [];

function warn({ face }: World, lease: string, { cell, findings }: Judged): void {
  for (const { level, id, what, cause, fix } of findings)
    if (level === 'fail')
      face.warn(`${lease}, task of ${cell}: NOT FIT, ${id}: ${oneLine(what)} Cause: ${cause} Fix: ${fix}`);
}
