import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { ownEnvironment } from '../../host/own-environment.ts';
import { homeOf } from './box-dir.ts';
import { BOX_DIR_VARIABLE, BOX_NAME_VARIABLE } from './marked-processes.ts';

/** The box's own world: nothing of ours is in it, our secrets least of all. */
export function boxEnvironment(dir: string, name: string): NodeJS.ProcessEnv {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', LANG, LC_ALL, TZ, USER = 'box' } = ownEnvironment();
  return {
    // Where our own node is, last: a job may need one and a machine may have none in its path.
    PATH: `${PATH}${delimiter}${dirname(process.execPath)}`,
    HOME: homeOf(dir),
    USER,
    LOGNAME: USER,
    SHELL: '/bin/sh',
    ...(LANG ? { LANG } : {}),
    ...(LC_ALL ? { LC_ALL } : {}),
    ...(TZ ? { TZ } : {}),
    [BOX_NAME_VARIABLE]: name,
    [BOX_DIR_VARIABLE]: dir,
  };
}

/**
 * A tmux server of the box's own. The user's, if one runs, would start the box's processes as its children, without the
 * marker by which they are found again. Outside the box's directory, because a socket's path ends at 107 bytes.
 */
export const tmuxDirOf = (dir: string): string =>
  `/tmp/gpu-lease-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`;

export function makeTmuxDir(dir: string): string {
  const path = tmuxDirOf(dir);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${path} belongs to somebody else`);
  return path;
}
