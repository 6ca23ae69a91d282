import { TransportFailed } from '../../box/channel.ts';
import type { ResolvedTarget } from '../../box/ssh-user-config.ts';
import type { AskHostKey } from '../../box/vouched-host.ts';
import type { Description, Driver } from '../driver.ts';

export const GREETING_SECONDS = 15;

/** How a box is come by, from the word that names it. */
export interface Reach {
  resolve(target: string): Promise<ResolvedTarget>;
  /** Waits for the SSH banner. @throws TransportFailed */
  greet(host: string, port: number, seconds: number): Promise<void>;
  askHostKey: AskHostKey;
}

/** `running` is the user's word. Whether it is true only a login shows; `gone` is never said. */
export async function describe({ resolve }: Reach, boxId: string): Promise<Description> {
  const { host, port, user, alias } = await resolve(boxId);
  const endpoint = { host, port, user, ...(alias === undefined ? {} : { alias }) };
  return { state: 'running', endpoint, native: 'attached' };
}

type Answering = Awaited<ReturnType<NonNullable<Driver['answers']>>>;

export async function answers({ resolve, greet }: Reach, boxId: string): Promise<Answering> {
  const { host, port, jump } = await resolve(boxId);
  return jump ? answersBehind(jump, { host, port }) : answersAt(host, port, greet);
}

async function answersAt(host: string, port: number, greet: Reach['greet']): Promise<Answering> {
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
