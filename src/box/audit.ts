import type { Constraint, Range } from '../job/constraint.ts';
import { judgeGpus } from './audit-gpu.ts';
import { judgePlaces } from './audit-places.ts';
import { type AuditReading, readAudit } from './audit-reading.ts';
import { judgeSlice } from './audit-slice.ts';
import { judgeSoftware } from './audit-software.ts';
import { type Channel, TransportFailed } from './channel.ts';
import { auditText } from './keeper-text.ts';
import { oneLine } from './stranger-text.ts';

/** What the job and the profile expect of a box. Absent = no expectation. */
export interface AuditExpectation {
  /** Where the run will live; `~` and `$HOME` at the start are understood on the box. Default: its HOME. */
  workDir?: string;
  durableDir?: string;
  /** The durable directory must lie on a mount of its own, not on the root file system. Default true. */
  durableIsMount?: boolean;
  /** Free bytes and inodes needed where the run will live. Defaults 200 MB and 1,000. */
  diskBytes?: number;
  inodes?: number;
  gpu?: Constraint['gpu'];
  cpus?: Range;
  memoryGb?: Range;
  shmBytes?: number;
  /** Interpreter that will train: `python3`, `/opt/conda/bin/python`. */
  python?: string;
  /** Module that it must be able to import; `required: false` when the setup may still install it. */
  framework?: { module: 'torch' | 'jax' | 'tensorflow'; required: boolean };
  launcher?: 'tmux' | 'setsid';
  /** The platform's own gotchas: one that is known for a finding lends it its cause and fix. */
  profileGotchas?: readonly { id: string; aliases?: readonly string[]; cause: string; fix: string }[];
  /** No tool on the box is waited for longer. Default 45. */
  toolSeconds?: number;
}

export interface AuditFinding {
  /** Gotcha or capability id; a platform's own id is added: `U7`, `P0-13 (GS3)`. */
  id: string;
  level: 'info' | 'warn' | 'fail';
  what: string;
  cause: string;
  fix: string;
}

export interface AuditReport {
  /** No finding says `fail`. */
  fit: boolean;
  findings: AuditFinding[];
  /** Numbers worth keeping; units in the names. What could not be read is absent, never zero. */
  measured: Record<string, number | string | boolean>;
}

/**
 * Looks at a box before anything is started: one exec, bounded. Judgement is pure (`judgeAudit`); nothing on the box is
 * changed but for a probe file per directory.
 *
 * @throws TransportFailed when the answer did not arrive whole
 */
export async function audit(channel: Channel, expected: AuditExpectation): Promise<AuditReport> {
  const { workDir = '', durableDir = '', python = '', framework, toolSeconds = 45 } = expected;
  const words = [
    workDir,
    durableDir,
    python,
    framework?.module ?? '',
    expected.gpu ? '1' : '0',
    String(toolSeconds),
  ];
  // As an argument and not by stdin, which is a round trip more. Dropbear takes no command line of 9,000 bytes.
  const result = await channel.exec(['sh', '-c', auditText(), 'sh', ...words], {
    timeoutSeconds: toolSeconds + 30,
  });
  const reading = readAudit(result.stdout);
  if (reading === undefined) {
    throw new TransportFailed(
      `the audit's answer is not complete: ${oneLine(result.stderr.slice(-500))}`,
      'short',
    );
  }
  return judgeAudit(reading, expected);
}

export function judgeAudit(reading: AuditReading, expected: AuditExpectation): AuditReport {
  const measured: AuditReport['measured'] = {};
  const findings = [
    ...judgePlaces(reading, expected, measured),
    ...judgeSlice(reading, expected, measured),
    ...(expected.gpu ? judgeGpus(reading, expected.gpu, measured) : []),
    ...judgeSoftware(reading, expected, measured),
  ].map((finding) => withPlatformsOwn(finding, expected.profileGotchas ?? []));
  return { fit: findings.every((finding) => finding.level !== 'fail'), findings, measured };
}

function withPlatformsOwn(
  finding: AuditFinding,
  gotchas: NonNullable<AuditExpectation['profileGotchas']>,
): AuditFinding {
  const own = gotchas.find((gotcha) => gotcha.id === finding.id || gotcha.aliases?.includes(finding.id));
  if (own === undefined || finding.level === 'info') return finding;
  return {
    ...finding,
    id: own.id === finding.id ? own.id : `${finding.id} (${own.id})`,
    cause: own.cause,
    fix: own.fix,
  };
}
