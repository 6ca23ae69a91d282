import { access, chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SshdBox, SshdTestbed } from '../testbed.ts';

/** How an account of a box is set up. */
export interface Account {
  /** Its login shell; csh and fish read their own start files, which `startFile` then is. */
  shell: 'bash' | 'tcsh' | 'bsd-csh' | 'fish' | 'zsh';
  /** What its start file says, in that shell's language. */
  startFile: string;
}

const START_FILE = {
  bash: '.bashrc',
  tcsh: '.tcshrc',
  'bsd-csh': '.cshrc',
  fish: '.config/fish/config.fish',
  zsh: '.zshenv',
};

/** Makes a box of the test bed log in with that shell, as sshd itself would start it. */
export async function setAccount(bed: SshdTestbed, box: SshdBox, account: Account): Promise<void> {
  const enter = join(bed.dir, box.name, 'enter');
  const file = join(box.home, START_FILE[account.shell]);
  await import('node:fs/promises').then(({ mkdir }) => mkdir(join(file, '..'), { recursive: true }));
  await writeFile(file, account.startFile);
  const head = (await readFile(enter, 'utf8')).split('\n').filter((line) => /^(#!|export|cd|c=)/.test(line));
  // Bash reads .bashrc for a command only where sshd itself starts it, and here the test bed stands between.
  const start = account.shell === 'bash' ? '. "$HOME/.bashrc"; eval "$c"' : `exec ${account.shell} -c "$c"`;
  await writeFile(enter, `${[...head, start].join('\n')}\n`);
  await chmod(enter, 0o755);
  await access(enter);
}
