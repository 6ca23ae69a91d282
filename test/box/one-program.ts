import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellBox } from './shell-channel.ts';

export type Program = 'curl' | 'wget' | 'python3' | 'busybox';

/** Everything that this machine has but the programs that fetch, and then one of them. */
function boxPath({ home }: ShellBox, program: Program | 'none'): string {
  const dir = join(home, 'tools');
  mkdirSync(dir);
  const others = new Set(['curl', 'wget', 'python', 'python3', 'busybox', 'perl']);
  for (const from of ['/usr/bin', '/bin', '/usr/sbin'])
    for (const name of readdirSync(from))
      if (!others.has(name) && !/^python/.test(name) && !existsSync(join(dir, name)))
        symlinkSync(join(from, name), join(dir, name));
  if (program === 'busybox') {
    symlinkSync('/usr/bin/busybox', join(dir, 'busybox'));
    symlinkSync('/usr/bin/busybox', join(dir, 'wget'));
  } else if (program === 'python3') symlinkSync('/usr/bin/python3', join(dir, 'python3'));
  else if (program !== 'none') symlinkSync(`/usr/bin/${program}`, join(dir, program));
  return dir;
}

export const withProgram = (box: ShellBox, program: Program | 'none'): void => {
  box.env['PATH'] = `${box.bin}:${boxPath(box, program)}`;
};
