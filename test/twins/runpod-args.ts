import { gunzipSync } from 'node:zlib';
import { keysIn } from './start-command.ts';

/**
 * What a pod of RunPod's own image comes to with these `args`, which stand in the place of its command: a line is split into
 * words as a shell would, an object names `entrypoint` and `cmd` (RunPod's description of 2026-09, as generated clients have it).
 * Only `/start.sh` starts sshd (github.com/runpod/containers, 2026), so nobody can log in where it is not run.
 */
export function startedBy(args: string): { hasSshd: boolean; hostKey?: string } {
  if (args === '') return { hasSshd: true };
  const words = args.startsWith('{') ? (JSON.parse(args).cmd as string[]) : wordsOf(args);
  if (words.join(' ') === '/start.sh') return { hasSshd: true };
  const line = words[0] === 'bash' && words[1] === '-c' ? (words[2] ?? '') : '';
  const [, packed] = /^echo (\S+) \| base64 -d \| gunzip \| sh; /.exec(line) ?? [];
  const script = packed === undefined ? undefined : gunzipSync(Buffer.from(packed, 'base64')).toString();
  return {
    hasSshd: /(?:^|; )exec \/start\.sh$/.test(line),
    ...(script && { hostKey: keysIn(script).hostKey ?? '' }),
  };
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
