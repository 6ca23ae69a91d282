import { formatSshTarget, parseSshTarget } from './ssh-target.ts';

/** One box as the system's OpenSSH client is to get into it. */
export interface ClientTarget {
  /** Its address, or a name of the person's own `~/.ssh/config`. */
  host: string;
  user?: string;
  port?: number;
  /** Under which its key stands in `knownHosts`. */
  name: string;
  /** Path of a file that holds that key and no other. */
  knownHosts: string;
  /** Paths of private keys. None: those of the person's own configuration. */
  keys: readonly string[];
  /** The person's own configuration counts; else nothing of it does, their agent included. */
  isOwn: boolean;
  /** The host it is reached through, in the words of the person's own configuration. Only for a block: there it has a new name. */
  jump?: string;
}

type Setting = readonly [name: string, value: string];

/**
 * In the words of ssh_config(5). The box is not trusted: its key is the pinned one or nobody logs in, and no agent, display or
 * open connection of the person is lent to it.
 */
function settingsOf({ name, knownHosts, keys, isOwn }: ClientTarget): Setting[] {
  return [
    ['HostKeyAlias', name],
    ['UserKnownHostsFile', quoted(knownHosts)],
    ['GlobalKnownHostsFile', '/dev/null'],
    ['StrictHostKeyChecking', 'yes'],
    ['CheckHostIP', 'no'],
    ['UpdateHostKeys', 'no'],
    ['ForwardAgent', 'no'],
    ['ForwardX11', 'no'],
    ['ControlPath', 'none'],
    ['ServerAliveInterval', '15'],
    ['ServerAliveCountMax', '4'],
    ...keys.map((key): Setting => ['IdentityFile', quoted(key)]),
    ...(isOwn
      ? []
      : ([
          ['IdentitiesOnly', 'yes'],
          ['IdentityAgent', 'none'],
        ] as const)),
  ];
}

/**
 * The words behind `ssh`.
 *
 * @param terminal the far end gives the command a terminal
 * @param command one line for the login shell there
 */
export function clientArguments(
  target: ClientTarget,
  { terminal, command }: { terminal: boolean; command: string },
): string[] {
  const { host, user, port } = checked(target);
  return [
    ...(target.isOwn ? [] : ['-F', '/dev/null']),
    terminal ? '-t' : '-T',
    ...settingsOf(target).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
    command,
  ];
}

/** A Host block of ssh_config(5), by which editors and other programs find the box under `alias`. */
export function hostBlock(alias: string, target: ClientTarget): string {
  const { host, user, port } = checked(target);
  const settings: Setting[] = [
    ['HostName', host.replaceAll('%', '%%')],
    ...(user === undefined ? [] : ([['User', user]] as const)),
    ...(port === undefined ? [] : ([['Port', String(port)]] as const)),
    ...(target.isOwn ? wayThere(target.jump) : []),
    ...settingsOf(target),
  ];
  return [`Host ${alias}`, ...settings.map(([name, value]) => `  ${name} ${value}`), ''].join('\n');
}

/** Also that it is reached directly: "Host *" may name a way for all that it does not know by name. */
const wayThere = (jump: string | undefined): Setting[] =>
  jump === undefined
    ? [
        ['ProxyJump', 'none'],
        ['ProxyCommand', 'none'],
      ]
    : [['ProxyJump', jump]];

/** For which lease a block of `hostBlock` is. */
export const leaseOfBlock = (text: string): string | undefined => /^ {2}HostKeyAlias (\S+)$/m.exec(text)?.[1];

/** The one line of `knownHosts`. @param hostKey as `SshLine` has it */
export const knownHostsLine = (name: string, hostKey: string): string => `${name} ${hostKey}\n`;

/** A platform's answer says where a box is, and a line end in it would be a setting of its own. */
const checked = ({ host, user, port }: ClientTarget) =>
  parseSshTarget(
    formatSshTarget({
      host,
      ...(user === undefined ? {} : { user }),
      ...(port === undefined ? {} : { port }),
    }),
  );

/** OpenSSH splits at blanks, and gives `%` a meaning. */
const quoted = (path: string): string => `"${path.replaceAll('%', '%%')}"`;
