import type { Channel } from '../box/channel.ts';
import { HostKeyChanged, LoginRefused, TransportFailed } from '../box/channel.ts';
import { hostMeant } from '../box/ssh-config-hosts.ts';
import { copyIdWords } from '../box/ssh-target.ts';
import type { Candidate, Job } from '../job/job.ts';
import { nearestOf } from '../nearest.ts';
import { Problem, type ProblemDetail, Problems } from '../problem.ts';
import type { World } from '../world.ts';
import { keysOfCandidate } from './platform-keys.ts';
import type { Settings } from './settings.ts';

/** One try, and one more for a line that was just not there. */
const ATTEMPTS = 2;
const GIVE_UP_SECONDS = 15;

/**
 * What costs seconds to find out and would else be found after minutes of smoke: keys of platforms that are not set, an SSH key
 * that is not there, a box of one's own that is somewhere else or lets nobody in.
 *
 * @throws Problem, or Problems where it is more than one, only where no candidate is left
 */
export async function refuseUnreachable(world: World, settings: Settings, job: Job): Promise<void> {
  const found = await Promise.all(job.candidates.map((each) => whyNot(world, settings, each)));
  const [first, ...more] = found.flatMap((each) => each ?? []);
  if (!first || found.some((each) => each === undefined)) return;
  const known = new Set([first.what]);
  const others = more.filter(({ what }) => !known.has(what) && known.add(what));
  throw others.length === 0 ? first : new Problems([first, ...others]);
}

/** `undefined` where nothing speaks against it, or only asking its platform would tell. */
async function whyNot(world: World, settings: Settings, candidate: Candidate): Promise<Problem | undefined> {
  try {
    if (candidate.attach !== undefined) return await closed(world, settings, candidate);
    return candidate.queue === undefined ? keyless(settings, candidate) : undefined;
  } catch (error) {
    if (error instanceof Problem && error.kind !== 'interrupted') return error;
    throw error;
  }
}

function keyless({ env }: Settings, { platform, ...candidate }: Candidate): Problem | undefined {
  const names = keysOfCandidate({ platform, ...candidate }).find((each) =>
    each.every((name) => !env[name]?.trim()),
  );
  if (!names) return;
  const [name = ''] = names;
  const like = nearestOf(
    name,
    Object.keys(env).filter((each) => each !== name && /KEY|TOKEN|SECRET/.test(each) && env[each]?.trim()),
  );
  const meant = like === undefined ? '' : `Did you mean ${like}? \`export ${name}="$${like}"\`. Else make`;
  return new Problem({
    code: 'api-key-missing',
    kind: 'usage',
    what: `${platform} needs ${names.join(' or ')}, which is ${env[name] === undefined ? 'not set' : 'empty'} here; nothing was asked, and nothing was begun.`,
    next: `${meant || 'Make'} a key in the platform's console and set ${name}; in a workflow store it as a secret of the environment that holds the keys, and hand it on by that name.`,
  });
}

async function closed(world: World, settings: Settings, candidate: Candidate): Promise<Problem | undefined> {
  const driver = await world.driver(candidate);
  // Its key, and the word of known_hosts about it.
  await driver.offers({}, candidate);
  try {
    const channel = await loginAt(world, settings, candidate.attach ?? '');
    await channel.close();
    return;
  } catch (error) {
    const told = closedWords(candidate.attach ?? '', error);
    if (!told) throw error;
    return new Problem(told, { cause: error });
  }
}

/** A login to a box that a person made and named, tried for seconds. @throws as `connectSsh`; Problem for a target that cannot be resolved */
export async function loginAt(
  { clock, signal }: Pick<World, 'clock' | 'signal'>,
  { env }: Pick<Settings, 'env'>,
  attach: string,
): Promise<Channel> {
  const { connectSsh } = await import('../box/ssh-connect.ts');
  const { ownSshWorld, resolveSshTarget } = await import('../box/ssh-user-config.ts');
  const own = await resolveSshTarget(attach, ownSshWorld(env));
  const { channel } = await connectSsh({
    endpoint: async () => own,
    clock,
    signal,
    login: own.login,
    pin: own.pin ? { ...own.pin, by: 'user' } : 'first-contact',
    attempts: ATTEMPTS,
    giveUpSeconds: GIVE_UP_SECONDS,
    ...(own.jump ? { jump: own.jump } : {}),
  });
  return channel;
}

/** Why a login failed, in words that are not about a run. */
export function closedWords(attach: string, error: unknown): ProblemDetail | undefined {
  const hint = hostMeant(attach);
  const meant = hint === undefined ? '' : `${hint} Else: `;
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof LoginRefused)
    return {
      code: 'login-refused',
      kind: 'unreachable',
      what: `${attach} does not accept our key: ${what}. Nothing was rented.`,
      next: `${meant}Put your public key into its authorized_keys (\`ssh-copy-id ${copyIdWords(attach)}\`), correct the user of \`attach\`, or name the right IdentityFile in ~/.ssh/config; "ssh -v" to the same target shows the same.`,
    };
  if (error instanceof HostKeyChanged)
    return {
      code: 'host-key-changed',
      kind: 'identity',
      what: `${attach}: ${what}. Nothing was sent.`,
      next: 'Compare the key with that of the machine itself, and correct known_hosts if it was set up anew.',
    };
  if (!(error instanceof TransportFailed)) return;
  return {
    code: 'box-never-answered',
    kind: 'unreachable',
    what: `${attach} cannot be reached: ${what}. Nothing was rented.`,
    next: `${meant}Correct host and port of \`attach\`, or start the machine; then the same command again.`,
  };
}
