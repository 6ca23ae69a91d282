/** Where a line that a platform's console shows for copying leads. */
export interface ConsoleLine {
  host: string;
  user?: string;
  port?: number;
  /** File of a private key, as it was typed. */
  identity?: string;
}

const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][A-Za-z0-9._-]{0,252})$/;
const USER = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,63}$/;
const IDENTITY = /^[\w~./@+%-]{1,255}$/;
/** Options of ssh(1) without a value, one or several in a word. */
const FLAGS = /^-[46AaCfGgKkMNnqsTtVvXxYy]+$/;
/** Options of ssh(1) that take a value and say nothing about where the box is: tunnels, ciphers, log files. */
const PASSED_OVER = /^-[BbcDEeILmOoPQRSw]$/;
/** Of `-o`, what would lead elsewhere. */
const LEADS_ELSEWHERE = /^(?:proxy|hostname|port|user\b|hostkeyalias|match)/i;

/**
 * Reads `ssh -p 12345 root@host`, `ssh root@host -p 12345 -i key` and their like, the way people copy them out of a console.
 *
 * @returns what is wrong with it, as the rest of a sentence about it; `undefined` for a text that is no such line
 */
export function readConsoleLine(text: string): ConsoleLine | string | undefined {
  const [program, ...words] = text.trim().split(/\s+/);
  if (program !== 'ssh' || words.length === 0) return;
  const line: Partial<ConsoleLine> = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const fault = readWord(word, words, line);
    if (fault) return fault;
  }
  return line.host === undefined ? 'names no host' : { ...line, host: line.host };
}

/** @param rest what follows; the value of an option is taken from it */
function readWord(word: string, rest: string[], line: Partial<ConsoleLine>): string | undefined {
  if (FLAGS.test(word)) return;
  if (word.startsWith('-')) return readOption(word.slice(0, 2), word.slice(2) || (rest.shift() ?? ''), line);
  if (line.host !== undefined) return `has a command behind the host (${word.slice(0, 40)}); leave it out`;
  return readPlace(word, line);
}

function readPlace(word: string, line: Partial<ConsoleLine>): string | undefined {
  const [, user, host = ''] = /^(?:([^@]*)@)?(.*)$/.exec(word) ?? [];
  if (user?.includes(':'))
    return 'holds a password. Log in with a key, and take the password out of the history of this file';
  if (!HOST.test(host)) return 'names no host';
  if (user !== undefined && !USER.test(user)) return 'names a user that is no login name';
  line.host = host.replace(/^\[|\]$/g, '');
  if (user !== undefined) line.user = user;
  return;
}

function readOption(option: string, value: string, line: Partial<ConsoleLine>): string | undefined {
  if (option === '-p') {
    if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535)
      return 'has a port outside 1 to 65535';
    line.port = Number(value);
  } else if (option === '-l') {
    if (!USER.test(value)) return 'names a user that is no login name';
    line.user = value;
  } else if (option === '-i') {
    if (!IDENTITY.test(value) || value.startsWith('-')) return 'names a key file by a path that is not plain';
    line.identity = value;
  } else if (!PASSED_OVER.test(option) || (option === '-o' && LEADS_ELSEWHERE.test(value)))
    return `has an option that leads elsewhere (${option}); put it into ~/.ssh/config and name the host of it`;
  return;
}
