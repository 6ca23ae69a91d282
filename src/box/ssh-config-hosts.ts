import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { nearestOf } from '../nearest.ts';
import { oneLine } from './stranger-text.ts';

/** A name of a person's own `~/.ssh/config`. */
interface NamedHost {
  name: string;
  host: string;
  port: string;
  user: string | undefined;
}

/** Longer ones are written by programs. */
const MOST_CHARACTERS = 200_000;

/**
 * The hosts that `~/.ssh/config` names in plain words, for a hint alone: what a name means is OpenSSH's to say, and patterns,
 * `Match` and `Include` are passed over.
 */
function namedHosts(text: string): NamedHost[] {
  const hosts: NamedHost[] = [];
  let now: NamedHost[] = [];
  for (const line of text.slice(0, MOST_CHARACTERS).split('\n')) {
    const [, key = '', value = ''] = /^\s*(\w+)(?:\s+|\s*=\s*)"?(.*?)"?\s*$/.exec(line) ?? [];
    const word = key.toLowerCase();
    if (word === 'match') now = [];
    else if (word === 'host') {
      now = value
        .split(/\s+/)
        .filter((name) => /^[\w.-]+$/.test(name))
        .map((name) => ({ name, host: name, port: '22', user: undefined }));
      hosts.push(...now);
    } else
      for (const each of now) {
        if (word === 'hostname') each.host = value;
        if (word === 'port') each.port = value;
        if (word === 'user') each.user = value;
      }
  }
  return hosts;
}

/**
 * What a person may mean by an address that does not let them in: a name that is nearly that, or one that stands for the same host.
 *
 * @param target as it stands in the job file
 */
export function hostMeant(target: string, home = homedir()): string | undefined {
  const hosts = namedHosts(readable(join(home, '.ssh', 'config')));
  const bare = target
    .replace(/^ssh:\/\//, '')
    .replace(/^[^@]*@/, '')
    .replace(/:\d+\/?$/, '');
  const same = hosts.filter(({ name, host }) => name !== target && host === bare);
  const near = nearestOf(
    bare,
    hosts.map(({ name }) => name).filter((name) => name !== target),
  );
  const found = same.length === 1 ? same[0] : hosts.find(({ name }) => name === near);
  if (!found) return;
  const at = `${found.user === undefined ? '' : `${found.user}@`}${found.host}:${found.port}`;
  return `Did you mean "${found.name}"? ~/.ssh/config has it at ${oneLine(at, 200)}.`;
}

function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
