import type { Socket } from 'node:net';
import type { Moved } from '../lease/traffic.ts';

/** What this process has moved to and from boxes, by lease: over its own lines, and what it made a box send elsewhere. */
export class TrafficCount {
  readonly #leases = new Map<string, Tally>();

  /** Since this process began; only ever more. Bytes of the connections, without the headers of IP and TCP. */
  of(lease: string): Moved {
    const { ended, open } = this.#tally(lease);
    const sum = { ...ended };
    for (const { bytesWritten, bytesRead } of open) {
      sum.toBoxBytes += bytesWritten;
      sum.fromBoxBytes += bytesRead;
    }
    return sum;
  }

  /** What no line of ours shows: a box was told to send it to a store, and did. */
  add(lease: string, { toBoxBytes = 0, fromBoxBytes = 0 }: Partial<Moved>): void {
    const { ended } = this.#tally(lease);
    ended.toBoxBytes += toBoxBytes;
    ended.fromBoxBytes += fromBoxBytes;
  }

  /** Counts everything that goes over it, from its first byte to its last. */
  watch(lease: string, socket: Socket): void {
    const { open } = this.#tally(lease);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      this.add(lease, { toBoxBytes: socket.bytesWritten, fromBoxBytes: socket.bytesRead });
    });
  }

  #tally(lease: string): Tally {
    const known = this.#leases.get(lease) ?? { ended: { toBoxBytes: 0, fromBoxBytes: 0 }, open: new Set() };
    this.#leases.set(lease, known);
    return known;
  }
}

interface Tally {
  ended: Moved;
  open: Set<Socket>;
}
