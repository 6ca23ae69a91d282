import type { Probe } from '../box/box-plan.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { LastWords } from '../crash/last-words.ts';
import type { Job } from '../job/job.ts';
import { isQueued } from '../lease/fold-queue.ts';
import type { Lease } from '../lease/run.ts';
import type { Said } from './decide.ts';

/** What a look concluded, as a person hears it. */
export function wordsOf(
  said: Said,
  seen: Probe,
  lease: Lease,
  { requirements }: Pick<Job, 'requirements'>,
): string {
  if (said.what === 'fast')
    return `${said.cell} finished in less than half of the expected time: look at it before you believe it`;
  if (said.what === 'early')
    return `${lease.name}: ${EARLY[said.name]} failed, and no cell was started: ${said.why}${endOf(said.why)}${requirements ? unknownPackage(said.why, requirements) : ''}${retryOf(lease)}`;
  if (said.what === 'place') return `${lease.name}: no cell was started: ${oneLine(said.why, 300)}`;
  const { cause, failureClass, signature, fix } = said.diagnosis;
  const room = failureClass === 'DISK_FULL' ? roomOf(seen, lease) : '';
  const retry = failureClass === 'CODE_BUG' || failureClass === 'ENV_BUG' ? retryOf(lease) : '';
  return `${said.cell} is dead: ${cause} (${failureClass}, ${signature}). ${fix}.${room}${retry}`;
}

/** A box that is held takes another commit; a queue gives its machines away. */
const retryOf = (lease: Lease): string =>
  isQueued(lease)
    ? ''
    : ` Once that is corrected and committed, "gpu-lease retry ${lease.name.replace(/-\d+$/, '')}" goes on with it on this box.`;

/** pip's own words, which name no file. */
function unknownPackage(why: string, { file, index }: NonNullable<Job['requirements']>): string {
  const name = /^ERROR: No matching distribution found for (\S{1,200})/.exec(why)?.[1];
  if (name === undefined) return '';
  const where = index ? `the index ${index.url}` : 'the usual index';
  return ` ${file} asks for ${name}, and ${where} has nothing like it: correct its name or version there, or \`requirements.index\`.`;
}

const endOf = (sentence: string): string => (/[.!?]$/.test(sentence) ? '' : '.');

/** As a failed smoke is told. */
export function wordsOfLast(last: LastWords | undefined): string {
  if (!last) return '';
  const { crash, lines } = last;
  return `${crash ? ` It ended with a ${crash}` : ''}${lines.length > 0 ? `\nLast lines of its output:\n${lines.map((each) => `  ${each}`).join('\n')}` : ''}`;
}

const EARLY = { data: 'fetching the data', setup: 'the setup' } as const;

/** Of the file system that the run lies on: which of the two ran out, and where there is something to free. */
function roomOf({ disk }: Probe, lease: Lease): string {
  const { freeBytes, totalBytes, freeInodes, totalInodes } = disk;
  const inodes = freeInodes === null ? '' : ` and ${freeInodes} of ${totalInodes ?? '?'} inodes`;
  return ` Now ${freeBytes} of ${totalBytes} bytes${inodes} are free on the file system of ${lease.started?.dir.base}.`;
}
