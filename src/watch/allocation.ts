import { judgeAudit } from '../box/audit.ts';
import type { AuditExpectation } from '../box/audit-finding.ts';
import { readAudit } from '../box/audit-reading.ts';
import type { Probe } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import type { World } from '../world.ts';
import type { OnBox } from './watching.ts';

const MOST_BYTES = 2 ** 20;

/** What the machine that a queue gave to this attempt saw of itself, judged against the job: once for each attempt. */
export async function auditOfAllocation(world: World, of: OnBox, seen: Probe): Promise<EventBody[]> {
  const { lease, job } = of;
  const { started, allocation } = lease;
  if (!seen.audited || started?.attempt !== seen.attempt || allocation?.attempt === seen.attempt) return [];
  const reading = readAudit(await textOf(world, of, seen.attempt));
  if (reading === undefined) return [];
  const { fit, findings, measured } = judgeAudit(reading, askedOfMachine(job));
  for (const { level, id, what, cause, fix } of findings) {
    if (level === 'info') world.face.line(`${lease.name}: audit ${id}: ${oneLine(what)}`);
    else
      world.face.warn(
        `${lease.name}: ${level === 'fail' ? 'NOT FIT, ' : ''}${id}: ${what} Cause: ${cause} Fix: ${fix}`,
      );
  }
  return [
    {
      type: 'audited',
      lease: lease.name,
      attempt: seen.attempt,
      fit,
      findings: findings.map(({ id, level, what, cause, fix }) => ({
        id,
        level,
        what: level === 'info' ? what : `${what} Cause: ${cause} Fix: ${fix}`,
      })),
      measured,
    },
  ];
}

/** What it has room for was asked of the place; here only what computes is looked at. */
export const askedOfMachine = ({ resources: { gpu, cpus, memoryGb } }: Job): AuditExpectation => ({
  ...(gpu && { gpu }),
  ...(cpus && { cpus }),
  ...(memoryGb && { memoryGb }),
  diskBytes: 0,
  inodes: 0,
});

/** A line that fails meanwhile takes no more than this from a look. */
async function textOf(world: World, { lease }: OnBox, attempt: number): Promise<string> {
  const file = `${lease.started?.dir.base}/attempts/${attempt}/audit`;
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(['cat', file], { timeoutSeconds: 60, maxOutputBytes: MOST_BYTES });
    return stdout;
  } catch (error) {
    if (error instanceof TransportFailed) return '';
    throw error;
  }
}
