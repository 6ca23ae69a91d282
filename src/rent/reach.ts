import { HostKeyChanged, LoginRefused, TransportFailed } from '../box/channel.ts';
import { formatSeconds, secondsBetween } from '../clock.ts';
import type { EventBody } from '../lease/events.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

const BOOT_DEADLINE_SECONDS = 900;
/** Soon at first, because some boxes are up at once; then rarely, because most take minutes. */
const LOOK_AGAIN_SECONDS = { first: 0.2, most: 5 };

/** Looks in a row, with a pause between them, that make it a fact that the box is gone. */
const GONE_LOOKS = 2;

/** Waits, bounded, until the box answers with a host key that we may pin. */
export async function reach(world: World, run: Run, lease: Lease): Promise<EventBody[]> {
  const driver = await world.driver(lease.platform);
  const started = world.clock.now();
  let gone = 0;
  for (let pause = LOOK_AGAIN_SECONDS.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS.most)) {
    const { state } = await driver.describe(lease.boxId ?? '');
    // A list that lags may not show a new box yet.
    gone = state === 'gone' ? gone + 1 : 0;
    if (gone >= GONE_LOOKS)
      return [{ type: 'preempted', lease: lease.name, what: 'box', why: 'gone before it answered' }];
    const reached = state === 'running' ? await connect(world, run, lease) : undefined;
    if (reached) return [reached];
    const waited = secondsBetween(started, world.clock.now());
    const attached = lease.intent.attach !== undefined;
    if (waited > (attached ? 30 : BOOT_DEADLINE_SECONDS) || world.signal.aborted)
      throw neverAnswered(run, lease, waited, state);
    await world.clock.sleep(pause, world.signal);
  }
}

async function connect(world: World, run: Run, lease: Lease): Promise<EventBody | undefined> {
  try {
    const channel = await world.channel(lease);
    const driver = await world.driver(lease.platform);
    const vouched = (await driver.describe(lease.boxId ?? '')).endpoint?.hostKeySha256;
    const pin = vouched === channel.hostKeySha256 ? 'platform' : 'first-contact';
    return { type: 'reachable', lease: lease.name, hostKeySha256: channel.hostKeySha256, pin };
  } catch (error) {
    if (error instanceof TransportFailed) return;
    throw asProblem(error, run, lease);
  }
}

/** Identity and login failures are for a person; they are never retried. */
export function asProblem(error: unknown, run: Run, lease: Lease): unknown {
  if (error instanceof HostKeyChanged) {
    return new Problem(
      {
        code: 'host-key-changed',
        kind: 'identity',
        what: `${lease.name}: ${error.message}. Either the box was rebuilt or somebody is in between; nothing was sent.`,
        next: `Compare the key with the platform's console. A rebuilt box is another box: "gpu-lease abandon ${run.id}" and start a new run.`,
        costing: costing(run),
      },
      { cause: error },
    );
  }
  if (error instanceof LoginRefused) {
    return new Problem(
      {
        code: 'login-refused',
        kind: 'unreachable',
        what: `${lease.name} does not accept our key: ${error.message}.`,
        next:
          lease.intent.attach === undefined
            ? 'Check that GPU_LEASE_SECRET is the one the box was rented with.'
            : 'Put your public key into its authorized_keys, or name the right IdentityFile in ~/.ssh/config; "ssh -v" to the same target shows the same.',
        costing: costing(run),
      },
      { cause: error },
    );
  }
  return error;
}

function neverAnswered(run: Run, lease: Lease, waitedSeconds: number, state: string): Problem {
  return new Problem({
    code: 'box-never-answered',
    kind: 'unreachable',
    what: `${lease.name} on ${lease.platform} did not answer within ${formatSeconds(waitedSeconds)}; the platform calls it ${state}.`,
    next: `Run the same command to go on waiting, or "gpu-lease abandon ${run.id}" to give the box back.`,
    costing: costing(run),
  });
}
