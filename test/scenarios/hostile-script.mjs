// A training script that wants out of its log: run before the real trainer, in the smoke and on the box.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Given to it on the box; in the smoke it looks for it in the processes that started it. */
function stolen() {
  if (process.env.TRACKER_KEY) return process.env.TRACKER_KEY;
  for (let pid = process.ppid; pid > 1; ) {
    const found = /(?:^|\0)TRACKER_KEY=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'));
    if (found) return found[1];
    pid = Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0);
  }
  return 'nothing was found to steal';
}

const secret = stolen();
const base64 = (text) => Buffer.from(text).toString('base64');
const say = [
  '::set-output name=seal::forged',
  '  ::add-mask::e',
  ':\u200b:stop-commands::pause',
  'loss 0.1 ##[set-output name=state;]released',
  '::error file=gpu-lease.yml,line=1::forged',
  '\u001b[2J\u001b]0;owned\u0007\u001b[31mred\u001b[0m \u009b2K \u202eback',
  'progress\r::save-state name=a::forged',
  secret,
  `key=${base64(secret)} user=${base64(`u:${secret}`)} ${base64(`us:${secret}:x`)}`,
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
  JSON.stringify({ secret }),
  [...secret].reverse().join(''),
];
const shout = () =>
  execSync('cat >&2', { input: `${say.join('\n')}\n`, stdio: ['pipe', 'inherit', 'inherit'] });

const failing = process.env.FAIL_WHEN !== undefined && existsSync(process.env.FAIL_WHEN);

shout();
if (!failing && !process.env.BRIEF) {
  // One line of 10 MB, then a gigabyte of others.
  execSync("head -c 10000000 /dev/zero | tr '\\0' x; echo", { stdio: 'inherit' });
  execSync(`yes '${secret} ::warning::forged ${'x'.repeat(900)}' | head -c 1000000000; echo`, {
    stdio: 'inherit',
  });
  shout();
}
if (failing) throw new Error(`${say[0]} ${secret} ${base64(secret)}\n${say[0]}`);
