import { readConsoleLine } from '../job/console-line.ts';
import { Problem } from '../problem.ts';

/** Where a person says a box is. What is left out comes from `~/.ssh/config` or SSH's defaults. */
export interface SshTarget {
  /** A host name, an address, or a name from `~/.ssh/config`. */
  host: string;
  user?: string;
  port?: number;
  /** File of a private key to log in with, before those of `~/.ssh/config`. */
  identity?: string;
}

/**
 * Reads `ssh://user@host:port`, a line such as `ssh -p 12345 root@host`, `user@host`, `host:port`, `[2001:db8::1]:22` or a name from `~/.ssh/config`.
 *
 * @throws Problem `ssh-target`. A leading `-` is refused everywhere: it would become an option of `ssh`
 */
export function parseSshTarget(text: string): SshTarget {
  const line = readConsoleLine(text);
  if (typeof line === 'object') return line;
  const bare = text.startsWith('ssh://') ? text.slice('ssh://'.length).replace(/\/$/, '') : text;
  const found =
    /^(?:(?<user>[^@\s]+)@)?(?:\[(?<v6>[0-9A-Fa-f:.]+)\]|(?<host>[^@:[\]/\s]+))(?::(?<port>\d{1,5}))?$/.exec(
      bare,
    );
  const { user, v6, host = v6, port } = found?.groups ?? {};
  if (
    !host ||
    !isWord(host) ||
    (user !== undefined && !isWord(user)) ||
    Number(port ?? 22) > 65_535 ||
    Number(port ?? 22) < 1
  ) {
    throw new Problem({
      code: 'ssh-target',
      kind: 'usage',
      what: `${JSON.stringify(text.slice(0, 200))} does not say where a box is.`,
      next: 'Write ssh://user@host:port, user@host, or a Host name from your ~/.ssh/config.',
    });
  }
  return {
    host,
    ...(user === undefined ? {} : { user }),
    ...(port === undefined ? {} : { port: Number(port) }),
  };
}

/** As `ssh-copy-id` takes it: `-p 12345 root@host`. */
export function copyIdWords(text: string): string {
  const { host, user, port } = parseSshTarget(text);
  return `${port === undefined ? '' : `-p ${port} `}${user === undefined ? '' : `${user}@`}${host}`;
}

/** One spelling for one target, `ssh://user@host:port` with what was given. */
export function formatSshTarget({ host, user, port }: SshTarget): string {
  const shown = host.includes(':') ? `[${host}]` : host;
  return `ssh://${user === undefined ? '' : `${user}@`}${shown}${port === undefined ? '' : `:${port}`}`;
}

const isWord = (text: string): boolean =>
  /^[^-\p{Cc}\p{Cf}'"\\$`;&|<>(){}!*?%][^\p{Cc}\p{Cf}'"\\$`;&|<>(){}!*?]*$/u.test(text);
