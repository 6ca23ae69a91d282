import ssh2, { type AgentAuthMethod, type ParsedKey, type PublicKeyAuthMethod } from 'ssh2';
import { Problem } from '../problem.ts';
import { hostMeant } from './ssh-config-hosts.ts';

const LOCKED = 'it is locked by a passphrase';

/** What we may log in with, in the order it is offered. */
export interface SshLogin {
  /** OpenSSH or PEM private keys; `label` names each in messages: a path, "derived". */
  keys?: readonly { text: string; label: string }[];
  /** Path of an agent's socket, usually `$SSH_AUTH_SOCK`. */
  agentSocket?: string;
}

/**
 * ssh2's form of a login. Keys are parsed here, so that a bad one is named instead of skipped.
 *
 * @throws Problem `key-unusable` for a key that cannot be read or is locked by a passphrase, `no-key` without any
 */
export function authMethods(login: SshLogin, user: string): (PublicKeyAuthMethod | AgentAuthMethod)[] {
  const methods: (PublicKeyAuthMethod | AgentAuthMethod)[] = [];
  for (const { text, label } of login.keys ?? []) {
    const key = parsed(text);
    if (typeof key === 'string') throw unusableKey(label, key);
    methods.push({ type: 'publickey', username: user, key });
  }
  if (login.agentSocket) methods.push({ type: 'agent', username: user, agent: login.agentSocket });
  if (methods.length > 0) return methods;
  throw noKey(user);
}

/** Where one is to log in, and which keys were found and cannot be used, as `path (why)`. */
interface LoginPlace {
  host: string;
  alias?: string;
  port: number;
  skippedKeys: readonly string[];
}

/** @throws Problem `no-key`, before anything is written down that would need one */
export function refuseWithoutKey({ keys, agentSocket }: SshLogin, user: string, at?: LoginPlace): void {
  if (!keys?.length && agentSocket === undefined) throw noKey(user, at);
}

function noKey(user: string, at?: LoginPlace): Problem {
  const locked = at?.skippedKeys.find((each) => each.includes(LOCKED))?.replace(/ \(.*$/, '');
  const where = at === undefined ? '' : ` at ${at.host}:${at.port}`;
  const hint = at && hostMeant(at.alias ?? at.host);
  const skipped = at?.skippedKeys.length ? `: ${at.skippedKeys.join(', ')}` : '';
  return new Problem({
    code: 'no-key',
    kind: 'usage',
    what: `There is no key to log in as ${user}${where} with${skipped}.`,
    next: `${hint === undefined ? '' : `${hint} Else: `}${
      locked === undefined
        ? freshKey(user, at)
        : `Unlock it into an agent: \`eval "$(ssh-agent)" && ssh-add ${locked}\`. `
    }${ELSE_KEY}`,
  });
}

const freshKey = (user: string, at: LoginPlace | undefined): string =>
  at === undefined
    ? ''
    : `Make one (\`ssh-keygen -t ed25519\`) and put it there (\`ssh-copy-id -p ${at.port} ${user}@${at.host}\`). `;

const ELSE_KEY =
  'In a workflow store a private key as the secret GPU_LEASE_SSH_KEY and pass it on; elsewhere start an SSH agent with your key in it, or name an IdentityFile in ~/.ssh/config.';

/** Why a private key cannot be offered; `undefined` when it can. */
export function whyUnusable(text: string): string | undefined {
  const key = parsed(text);
  return typeof key === 'string' ? key : undefined;
}

/** The key, or why there is none. */
function parsed(text: string): ParsedKey | string {
  const found = ssh2.utils.parseKey(text);
  const key = Array.isArray(found) ? found[0] : found;
  if (key instanceof Error) return /passphrase|encrypted/i.test(key.message) ? LOCKED : key.message;
  return key?.isPrivateKey() ? key : 'it holds no private key';
}

/** A locked one can be unlocked by a person alone: as a secret of a workflow it is of no use. */
export function unusableKey(label: string, why: string): Problem {
  return new Problem({
    code: 'key-unusable',
    kind: 'usage',
    what: `The private key ${label} cannot be used: ${why}.`,
    next:
      why === LOCKED
        ? `Unlock it into an agent ("ssh-add ${label}") and run the same command again.`
        : 'Use an Ed25519, ECDSA or RSA key in OpenSSH or PEM form.',
  });
}
