import type { AuditExpectation, AuditFinding, AuditReport } from './audit-finding.ts';
import { judgeGpus } from './audit-gpu.ts';
import { judgePlaces } from './audit-places.ts';
import { type AuditReading, readAudit } from './audit-reading.ts';
import { judgeSlice } from './audit-slice.ts';
import { judgeSoftware } from './audit-software.ts';
import { type Channel, TransportFailed } from './channel.ts';
import { auditText, largestText } from './keeper-text.ts';
import { oneLine } from './stranger-text.ts';

/**
 * Looks at a box before anything is started: one exec, bounded, and a second where a disk is too small. Judgement is pure (`judgeAudit`); nothing on the box is
 * changed but for a probe file per directory.
 *
 * @returns what is judged, and `said`: all that the box answered
 * @throws TransportFailed when the answer did not arrive whole
 */
export async function audit(
  channel: Channel,
  expected: AuditExpectation,
): Promise<AuditReport & { said: string }> {
  const { workDir = '', durableDir = '', python = '', framework, toolSeconds = 45 } = expected;
  const words = [
    workDir,
    durableDir,
    python,
    framework?.module ?? '',
    expected.gpu ? '1' : '0',
    String(toolSeconds),
    expected.dataDir ?? '',
    expected.workNeedsData ? '1' : '0',
    expected.pathDir ?? '',
    expected.conda ? '1' : '',
    expected.setsDir ?? '',
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
  const report = judgeAudit(reading, expected);
  const findings = await Promise.all(report.findings.map((each) => withLargest(channel, each)));
  return { ...report, findings, said: linesOf(result.stdout) };
}

/** Where a mount is too small, what takes its room: asked only then, because it may take a while. */
async function withLargest(channel: Channel, finding: AuditFinding): Promise<AuditFinding> {
  if (finding.fullAt === undefined) return finding;
  const { stdout } = await channel.exec(
    ['sh', '-c', largestText(), 'sh', finding.fullAt, String(LARGEST_SECONDS)],
    { timeoutSeconds: LARGEST_SECONDS + 30 },
  );
  const largest = largestIn(stdout);
  if (largest.length === 0) return finding;
  return { ...finding, what: `${finding.what}. The largest on that mount: ${largest.join(', ')}` };
}

const LARGEST_SECONDS = 20;

/** Of `largest.sh`, as it may be shown. */
const largestIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [, bytes, path] = /^LARGEST (\d{1,16}) (\/.*)$/.exec(line) ?? [];
    return path === undefined ? [] : [`${oneLine(path, 200)} ${bytes} bytes`];
  });

/** As it may be shown, line by line. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => oneLine(line))
    .join('\n');

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
