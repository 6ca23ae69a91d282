import { TransportFailed } from '../../box/channel.ts';
import { formatSshTarget, parseSshTarget } from '../../box/ssh-target.ts';
import { Problem } from '../../problem.ts';
import type { Held, Meter, RentIntent } from '../driver.ts';
import { GREETING_SECONDS, type Reach } from './box.ts';

/** Rents nothing: the box is there. */
export async function attach({ resolve, greet }: Reach, intent: RentIntent): Promise<Held> {
  const held = heldFrom(intent);
  const { host, port, jump } = await resolve(held.boxId);
  // Behind a jump host only a login can tell, and that comes next anyway.
  if (!jump)
    await greet(host, port, GREETING_SECONDS).catch((error) =>
      Promise.reject(unreachable(held.boxId, error)),
    );
  return held;
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
