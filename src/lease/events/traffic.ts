import { count, formatGb } from '../traffic.ts';
import { type Ignored, ofLease } from './entry.ts';
import { fields, number, optional, text } from './shape.ts';

/** USD per GB of 2^30 bytes, and GB an hour that are free. */
export const trafficPrice = optional(
  fields({
    toBoxUsdPerGb: optional(number),
    fromBoxUsdPerGb: optional(number),
    freeFromBoxGbPerHour: optional(number),
  }),
);

/** Bytes that cost money. */
export const TRAFFIC_EVENTS = [
  /** Sums since that counter began; of a box whose platform bills what it receives or sends. */
  ofLease(
    'moved',
    {
      lease: text,
      /** One word of the process that counts. */
      counter: text,
      toBoxBytes: number,
      fromBoxBytes: number,
    },
    {
      apply(_run, lease, { counter, toBoxBytes, fromBoxBytes, at }): Ignored {
        if (lease.boxId === undefined) return 'it has no box';
        count(lease.traffic, counter, { toBoxBytes, fromBoxBytes }, Date.parse(at));
        return;
      },
      subject: ({ lease }) => `traffic of ${lease}`,
      sentence: ({ lease, toBoxBytes, fromBoxBytes }) =>
        `${formatGb(toBoxBytes)} went to ${lease} and ${formatGb(fromBoxBytes)} came from it, by one process so far`,
    },
  ),
] as const;
