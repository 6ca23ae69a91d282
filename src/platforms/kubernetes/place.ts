import { createHash } from 'node:crypto';
import { type Channel, TransportFailed } from '../../box/channel.ts';
import { FramedChannel } from '../../box/framed-channel.ts';
import type { RemoteCommand } from '../../box/remote-command.ts';
import type { PlatformContext } from '../context.ts';
import { type Kube, openKube } from './api.ts';
import { execIn, NotThere } from './exec.ts';
import type { Claim } from './objects.ts';
import { claimOf, findPlace, makePlace, using } from './place-pod.ts';

/** To a pod that takes commands: its image may have to be pulled first. */
const OPEN_SECONDS = 180;
const LOOK_SECONDS = 0.5;
/** A pod that was there a moment ago, and is not. */
const TRIES = 3;

/**
 * The files on a claim: commands run in a pod of the run where one is, else in a small one without cards. Which pod that is may change
 * from one command to the next. What it shows for a host key is the claim itself, so another claim of that name is another place.
 *
 * @throws TransportFailed while no pod can be had; Problem where that stays so
 */
export async function openPlace(context: PlatformContext): Promise<Channel> {
  const kube = await openKube(context);
  const found = await claimOf(kube);
  const place = new Place(kube, found, context);
  await place.pod(context.signal ?? new AbortController().signal);
  const hostKeySha256 = createHash('sha256').update(found.metadata.uid).digest('base64').replace(/=+$/, '');
  return new FramedChannel(
    {
      where: kube.target,
      hostKeySha256,
      run: (command) => place.run(command),
      end: async () => place.close(),
    },
    using,
  );
}

class Place {
  readonly #kube: Kube;
  readonly #claim: Claim;
  readonly #context: PlatformContext;
  #known: Promise<string> | undefined;
  #isClosed = false;

  constructor(kube: Kube, claim: Claim, context: PlatformContext) {
    this.#kube = kube;
    this.#claim = claim;
    this.#context = context;
  }

  /** The pod to run a command in; asked for once, until it turns out to be gone. */
  pod(signal: AbortSignal): Promise<string> {
    this.#known ??= this.#find(signal).catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    });
    return this.#known;
  }

  /** The pod ends by itself when nobody asks it anything. */
  close(): void {
    this.#isClosed = true;
  }

  async run(command: RemoteCommand): Promise<number> {
    try {
      return await this.#run(command);
    } finally {
      command.onFreed();
    }
  }

  async #run(command: RemoteCommand): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#isClosed)
        throw new TransportFailed(`the way to ${this.#kube.target} was closed here`, 'closed');
      const known = this.pod(command.signal);
      const pod = await known;
      try {
        return await execIn(this.#kube, pod, command);
      } catch (error) {
        if (this.#known === known) this.#known = undefined;
        if (!(error instanceof NotThere)) throw error;
        if (attempt === TRIES) throw new TransportFailed(error.message, 'closed', { cause: error });
      }
    }
  }

  async #find(signal: AbortSignal): Promise<string> {
    const { clock } = this.#context;
    const late = clock.now().getTime() + OPEN_SECONDS * 1000;
    for (;;) {
      const found = await findPlace(this.#kube, this.#claim);
      if ('open' in found) return found.open;
      if ('make' in found) await makePlace(this.#kube, found.make);
      const why = 'wait' in found ? found.wait : 'it was only now asked for';
      if (clock.now().getTime() > late)
        throw new TransportFailed(
          `no pod takes commands on the claim of ${this.#kube.target} after ${OPEN_SECONDS} s: ${why}`,
          'timeout',
        );
      await clock.sleep(LOOK_SECONDS, signal);
      signal.throwIfAborted();
    }
  }
}
