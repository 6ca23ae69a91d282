import { TransportFailed } from '../../box/channel.ts';
import { sshGreeting } from '../../box/ssh-greeting.ts';
import { formatSshTarget, parseSshTarget } from '../../box/ssh-target.ts';
import { ownSshWorld, type ResolvedTarget, resolveSshTarget } from '../../box/ssh-user-config.ts';
import { Problem } from '../../problem.ts';
import type { Driver, Held, Meter, Offer, RentIntent } from '../driver.ts';

const GREETING_SECONDS = 15;

export interface GenericSshOptions {
  /** The profile that this box is attached under; several platforms without an API share this driver. */
  platform?: string;
  /** Default: the user's own `~/.ssh`. */
  resolve?: (target: string) => Promise<ResolvedTarget>;
  /** Default: one TCP connection that waits for the SSH banner. Throws `TransportFailed`. */
  greet?: (host: string, port: number, seconds: number) => Promise<void>;
}

/**
 * A machine that is already there: one's own, or rented by hand. Nothing is rented or released here. What it costs is the
 * user's word; with a price the meter is never seen to stop, because there is nobody to ask: a person has to end it, and
 * `answers` is all that can be looked at afterwards.
 */
export function genericSsh(options: GenericSshOptions = {}): Driver {
  const {
    platform = 'generic-ssh',
    resolve = (target) => resolveSshTarget(target, ownSshWorld()),
    greet = sshGreeting,
  } = options;
  return {
    platform,

    /** The job's constraint is checked by the audit on the box: from here nobody can tell what it has. */
    async offers(_want, candidate) {
      const id = formatSshTarget(parseSshTarget(candidate.attach ?? noTarget(platform)));
      const usdPerHour = candidate.usdPerHour ?? 0;
      const price = usdPerHour === 0 ? 'your own' : `${usdPerHour} USD/h by your word`;
      return [
        {
          id,
          platform,
          summary: `${id}, ${price}`,
          usdPerHour,
          market: 'on-demand',
        } satisfies Offer,
      ];
    },

    async create(intent) {
      const held = heldFrom(intent);
      const { host, port, jump } = await resolve(held.boxId);
      // Behind a jump host only a login can tell, and that comes next anyway.
      if (!jump)
        await greet(host, port, GREETING_SECONDS).catch((error) =>
          Promise.reject(unreachable(held.boxId, error)),
        );
      return held;
    },

    /** Nothing here has our name, and nothing is charged for it: attaching again is the same attachment. */
    async find() {
      return [];
    },

    async inventory() {
      return [];
    },

    async answers(boxId) {
      const { host, port, jump } = await resolve(boxId);
      return jump ? answersBehind(jump, { host, port }) : answersAt(host, port, greet);
    },

    /** `running` is the user's word. Whether it is true only a login shows; `gone` is never said. */
    async describe(boxId) {
      const { host, port, user, alias } = await resolve(boxId);
      const endpoint = { host, port, user, ...(alias === undefined ? {} : { alias }) };
      return { state: 'running', endpoint, native: 'attached' };
    },

    // The box was attached, and its provider is not known here.
    verbs: {},

    async meters(held) {
      return held.meters.map(({ id, kind }) => ({ id, state: kind === 'none' ? 'gone' : 'unknown' }));
    },
  };
}

type Answering = Awaited<ReturnType<NonNullable<Driver['answers']>>>;

async function answersAt(
  host: string,
  port: number,
  greet: NonNullable<GenericSshOptions['greet']>,
): Promise<Answering> {
  try {
    await greet(host, port, GREETING_SECONDS);
    return { answers: 'yes', what: `SSH still answers at ${host}:${port}` };
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    if (isSilence(error)) return { answers: 'no', what: `SSH no longer answers (${error.message})` };
    return { answers: 'unclear', what: `whether it still runs cannot be told from here: ${error.message}` };
  }
}

/** Something that takes the connection is no silence, whatever it says; nor is a network of ours that is down. */
const isSilence = ({ reason, cause }: TransportFailed): boolean =>
  reason === 'refused' ||
  (reason === 'timeout' && (cause as { code?: unknown } | undefined)?.code !== 'ENETUNREACH');

async function answersBehind(
  jump: NonNullable<ResolvedTarget['jump']>,
  to: { host: string; port: number },
): Promise<Answering> {
  const { reachableThrough } = await import('../../box/ssh-through.ts');
  const answers = await reachableThrough(jump, to);
  const where = `${to.host}:${to.port} behind ${jump.host}`;
  const what = {
    yes: `something still answers at ${where}`,
    no: `nothing answers any more at ${where}`,
    unclear: `whether it still runs cannot be told: ${jump.host} was not reached, or forwards nothing`,
  }[answers];
  return { answers, what };
}

function heldFrom(intent: RentIntent): Held {
  const boxId = formatSshTarget(parseSshTarget(intent.attach ?? intent.offer.id));
  const { usdPerHour } = intent.offer;
  const meter: Meter =
    usdPerHour === 0
      ? { id: 'none', kind: 'none', usdPerHour: 0, source: 'own machine' }
      : { id: 'gpu', kind: 'gpu', usdPerHour, source: "the job's usdPerHour" };
  return { boxId, name: intent.name, meters: [meter] };
}

function noTarget(platform: string): never {
  throw new Problem({
    code: 'attach-missing',
    kind: 'usage',
    what: `The candidate "${platform}" does not say where the box is.`,
    next: 'Add "attach: ssh://user@host:port" (or a Host name from your ~/.ssh/config) to that candidate.',
  });
}

function unreachable(boxId: string, error: unknown): unknown {
  if (!(error instanceof TransportFailed)) return error;
  const next = {
    refused: 'Start the SSH server there, or correct the port.',
    unresolved: 'Correct the host name.',
    banner:
      'Something answers on that port that is not an SSH server (a proxy or VPN, as a rule); correct the port.',
    timeout: 'Start the box, or open the port in its firewall.',
  }[error.reason as string];
  return new Problem(
    {
      code: 'host-unreachable',
      kind: 'unreachable',
      what: `${boxId} cannot be reached: ${error.message}. Nothing was rented.`,
      next: next ?? 'Try "ssh" to the same target; then run the same command again.',
    },
    { cause: error },
  );
}
