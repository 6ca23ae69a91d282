import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The keeper as it is pushed. The build puts the `.sh` files beside the bundle's chunks. */
export const keeperText = (): string => read('keeper.sh');
/** What fetches a job's data on the box; laid down beside the plan that it works by. */
export const fetchText = (): string => read('fetch.sh');
/** By what it gets one file; laid down beside it. */
export const getText = (): string => read('get.sh');
/** What measures how fast that goes. It travels as a command line, as `auditText` does. */
export const routeText = (): string => withoutComments(`${read('get.sh')}${read('route.sh')}`);
/** What tells the job's address; laid down where the job names one. */
export const notifyText = (): string => read('notify.sh');
/** What copies checkpoints to the durable tier while a cell runs; laid down where the job has both. */
export const setsText = (): string => read('sets.sh');
/** What notes down memory over time; laid down beside every plan. */
export const memoryText = (): string => read('memory.sh');
/** What starts a command on several nodes, and what looks at them before; laid down where a job has several. */
export const nodesText = (): string => read('nodes.sh');
/** What starts it on machines of one's own, and what looks whether they can be reached. */
export const peersText = (): string => read('peers.sh');
export const peerLookText = (): string => read('peer-look.sh');
/** The same, to look at all of them from a machine on which nothing was laid down: its words are those of `look_at_all`. */
export const peerLookProgram = (): string => `${withoutComments(read('peer-look.sh'))}\nlook_at_all "$@"\n`;
/** What starts it where each node is a pod by itself. */
export const podsText = (): string => read('pods.sh');
export const preflightText = (): string => read('preflight.sh');
export const preflightProgram = (): string => read('preflight.py');
/** Without its comments: it travels as a command line, and Dropbear takes none of 9,000 bytes. */
export const auditText = (): string => withoutComments(read('audit.sh'));

const withoutComments = (text: string): string => text.replace(/^[ \t]*#.*\n/gm, '');

/** What stands before the setup of a machine that was rented for the run. */
export const settleText = (): string => withoutComments(read('settle.sh'));

/** What says which directories take the room of a mount. */
export const largestText = (): string => read('largest.sh');

/** What ends the meter of a box for which nobody comes; laid down by itself, before anything else is. */
export const deadManText = (): string => read('dead-man.sh');
/** Names it on the box, as `keeperHash` does the keeper. */
export const deadManHash = (): string =>
  createHash('sha256').update(deadManText()).digest('hex').slice(0, 12);

/** Names the keeper on the box: `keeper-<first 12>.sh`. */
export const keeperHash = (): string => createHash('sha256').update(keeperText()).digest('hex');

const texts = new Map<string, string>();

function read(
  name:
    | 'preflight.py'
    | `${'nodes' | 'pods' | 'peers' | 'peer-look' | 'preflight' | 'keeper' | 'fetch' | 'notify' | 'sets' | 'audit' | 'largest' | 'memory' | 'get' | 'route' | 'settle' | 'dead-man'}.sh`,
): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  // A checkout on Windows may have changed the line ends; the box must never see that.
  const text = readFileSync(new URL(`./${name}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');
  texts.set(name, text);
  return text;
}
