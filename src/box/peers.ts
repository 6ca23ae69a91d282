import type { AuditFinding } from './audit-finding.ts';
import { type Channel, TransportFailed } from './channel.ts';
import { peerLookProgram } from './keeper-text.ts';
import { parseSshTarget } from './ssh-target.ts';
import { oneLine } from './stranger-text.ts';

/** Longest that a look at all of them takes: connecting, logging in and one answer, at the same time. */
const LOOK_SECONDS = 60;

/** User, port and host as the box is told them; `-` leaves a word to its own `~/.ssh/config`. @throws Problem `ssh-target` */
export function peerWords(peer: string): [user: string, port: string, host: string] {
  const { user = '-', port, host } = parseSshTarget(peer);
  return [user, port === undefined ? '-' : String(port), host];
}

/**
 * Whether the box can start work on the others: logs in to each without a question, by a host key that it knows, and finds there the
 * file system on which the run will live. Asked before anything is laid down.
 *
 * @param of `work`: where runs live, as the audit of the box is told it; `least`: how many nodes are enough to begin
 * @throws TransportFailed when the answer did not arrive whole
 */
export async function auditPeers(
  channel: Channel,
  { work, peers, least = peers.length + 1 }: { work: string; peers: readonly string[]; least?: number },
): Promise<AuditFinding[]> {
  const words = peers.flatMap(peerWords);
  const { stdout, stderr } = await channel.exec(['sh', '-s', '--', work, ...words], {
    stdin: Buffer.from(peerLookProgram()),
    timeoutSeconds: LOOK_SECONDS + 30,
  });
  if (!/^PEERS looked$/m.test(stdout) && !/^PEER fail /m.test(stdout))
    throw new TransportFailed(
      `the look at the other machines did not come back whole: ${oneLine(stderr.slice(-500))}`,
      'short',
    );
  return withoutSome(findingsIn(inOrder(stdout)), least);
}

/** Who does not answer may be away, as long as enough are left. Whoever answers, and is set up wrongly, is put right first. */
function withoutSome(findings: AuditFinding[], least: number): AuditFinding[] {
  const there = 1 + findings.filter(({ level }) => level === 'info').length;
  const isAway = ({ level, what }: AuditFinding) => level === 'fail' && what.includes(' was not reached ');
  return there < least
    ? findings
    : findings.map((each) => (isAway(each) ? { ...each, level: 'warn' } : each));
}

/** They answer when they can; a person reads them by rank. */
const inOrder = (text: string): string =>
  text
    .split('\n')
    .sort((a, b) => Number(a.split(' ')[2] ?? 0) - Number(b.split(' ')[2] ?? 0))
    .join('\n');

/** Lines of `peer-look.sh`: a stranger's word. */
export function findingsIn(text: string): AuditFinding[] {
  const lines = text.split('\n').map((line) => line.split('\t').map((part) => oneLine(part, 400)));
  return lines.flatMap(([head = '', what, fix]): AuditFinding[] => {
    const [, word, rank, name] = /^PEER (ok|fail) (\d{1,4}) (\S{1,300})$/.exec(head) ?? [];
    if (word === 'ok')
      return [
        {
          id: 'ND-04',
          level: 'info',
          what: `node ${rank} (${name}) answers the first machine`,
          cause: '',
          fix: '',
        },
      ];
    if (word !== 'fail' || what === undefined) return [];
    return [
      {
        id: 'ND-04',
        level: 'fail',
        what: `Node ${rank} (${name}) ${what}.`,
        cause:
          'The first machine starts the command on the others by SSH, and all of them work in one folder.',
        fix: `${(fix ?? '').charAt(0).toUpperCase()}${(fix ?? '').slice(1)}.`,
      },
    ];
  });
}
