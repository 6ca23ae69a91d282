import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { isPriced, movedSince } from '../lease/traffic.ts';
import type { World } from '../world.ts';

/** What this process has moved to and from boxes whose bytes cost money, as far as the record does not know it yet. */
export const movedOf = ({ traffic, claim }: World, { leases }: Run): EventBody[] =>
  traffic === undefined
    ? []
    : leases
        .filter((lease) => lease.boxId !== undefined && isPriced(lease.traffic.price))
        .flatMap((lease) => movedSince(lease, claim, traffic.of(lease.name)));
