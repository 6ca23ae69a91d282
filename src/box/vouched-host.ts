import { Problem } from '../problem.ts';
import { HostKeyChanged } from './channel.ts';
import { knownKeys } from './known-hosts.ts';
import { knownHostsFaults } from './known-hosts-faults.ts';
import type { Asked, ShownKey } from './ssh-shown-key.ts';
import { GIVEN, type ResolvedTarget } from './ssh-user-config.ts';

/** Asks a server for its key. @returns `undefined` where nothing answers @throws HostKeyChanged of a jump host */
export type AskHostKey = (asked: Asked) => Promise<ShownKey | undefined>;

const MAX_FAULTS = 20;

/**
 * What would be found out about the host's key only once the box counts as rented. A box that does not answer is refused nothing: it
 * may be switched off until the job is due, its key is compared in any case when it is first reached, and until then nothing runs.
 *
 * @throws Problem `known-hosts-malformed` with every bad line; `host-not-vouched` where lines were given and none vouches for this
 * host; `host-key-differs` with the key that it shows and those that were expected
 */
export async function refuseUnvouched(target: ResolvedTarget, ask: AskHostKey): Promise<void> {
  const { given, pin, host, port, jump } = target;
  if (given !== undefined) refuseMalformed(given.text);
  // Without a word about the host its key is pinned at first contact.
  if (pin === undefined && given === undefined) return;
  const shown = await shownBy(target, ask, {
    ...{ host, port },
    ...(pin?.keyTypes ? { keyTypes: pin.keyTypes } : {}),
    ...(jump ? { jump } : {}),
  });
  if (pin === undefined) {
    if (given) throw notVouched(target, given, shown);
    return;
  }
  const expected = typeof pin.sha256 === 'string' ? [pin.sha256] : pin.sha256;
  if (shown && !expected.includes(shown.sha256)) throw differs(target, shown, expected);
}

function refuseMalformed(text: string): void {
  const faults = knownHostsFaults(text);
  if (faults.length === 0) return;
  const lines = faults.slice(0, MAX_FAULTS).map(({ line, why }) => `line ${line}: ${why}`);
  const more = faults.length - lines.length;
  throw new Problem({
    code: 'known-hosts-malformed',
    kind: 'usage',
    what: `${GIVEN.knownHosts} has ${faults.length} line${faults.length === 1 ? '' : 's'} that no host can be known by: ${lines.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Nothing was begun.`,
    next: 'Store it anew: each line as "ssh-keyscan" or ~/.ssh/known_hosts has it, names, type and key, on a line of its own.',
  });
}

async function shownBy(
  { jump }: ResolvedTarget,
  ask: AskHostKey,
  asked: Asked,
): Promise<ShownKey | undefined> {
  try {
    return await ask(asked);
  } catch (error) {
    if (!(error instanceof HostKeyChanged)) throw error;
    throw new Problem(
      {
        code: 'host-key-differs',
        kind: 'identity',
        what: `The jump host ${jump?.host} is another one: ${error.message}. Nothing was sent, and nothing was begun.`,
        next: REPLACE,
      },
      { cause: error },
    );
  }
}

const REPLACE =
  'Compare the key on the box ("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub") or in the console of its provider; where it is right, put it into known_hosts in place of the old one.';

function differs(
  { host, port, given }: ResolvedTarget,
  { type, sha256 }: ShownKey,
  expected: readonly string[],
): Problem {
  const whose = given ? `${GIVEN.knownHosts} and the files of known_hosts expect` : 'known_hosts expects';
  return new Problem({
    code: 'host-key-differs',
    kind: 'identity',
    what: `${host}:${port} shows host key SHA256:${sha256} (${type}), and ${whose} ${expected.map((each) => `SHA256:${each}`).join(' or ')}. Either the box was rebuilt or somebody is in between; nothing was sent, and nothing was begun.`,
    next: `${REPLACE}${given ? '' : ` \`ssh-keygen -R '${port === 22 ? host : `[${host}]:${port}`}'\` takes that out, and the next login asks for the new one.`}`,
  });
}

function notVouched(
  { host, port }: ResolvedTarget,
  { text, name, namePort }: NonNullable<ResolvedTarget['given']>,
  shown: ShownKey | undefined,
): Problem {
  const written = namePort === 22 ? name : `[${name}]:${namePort}`;
  const found = knownKeys(text, name, namePort);
  const withoutPort = namePort !== 22 && knownKeys(text, name, 22).keys.length > 0;
  const why =
    found.keys.length > 0
      ? `names ${written} by a type of key that cannot be compared here (${found.keys.map(({ type }) => type).join(', ')})`
      : found.authorities > 0
        ? `vouches for ${written} by a certificate authority alone, and gpu-lease compares keys and no certificates`
        : withoutPort
          ? `names ${name} without its port; with it the name is ${written}`
          : `does not name ${written}`;
  const seen = shown
    ? `${host}:${port} shows SHA256:${shown.sha256} (${shown.type})`
    : `${host}:${port} does not answer now`;
  return new Problem({
    code: 'host-not-vouched',
    kind: 'identity',
    what: `${GIVEN.knownHosts} ${why}, so nobody vouches for its key; ${seen}. Nothing was begun.`,
    next: `Compare that key on the box ("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"), then add its line ("ssh-keyscan${port === 22 ? '' : ` -p ${port}`} ${host}") to ${GIVEN.knownHosts}. Without that secret the key is pinned at first contact.`,
  });
}
