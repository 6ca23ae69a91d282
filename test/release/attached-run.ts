import type { EventBody } from '../../src/lease/events.ts';
import {
  approved,
  audited,
  cellEnded,
  collected,
  LEASE,
  opened,
  reachable,
  sealed,
  started,
  waived,
} from '../lease/told-run.ts';

/** A sealed and approved run on an attached box of LanRui, up to the moment of its release. */
export const attachedRun = (usdPerHour = 1.2): EventBody[] => [
  opened(),
  waived,
  {
    type: 'intended',
    lease: LEASE,
    platform: 'lanrui',
    offer: 'ssh://user@box:2201',
    summary: 'attached',
    usdPerHour,
    market: 'on-demand',
    attach: 'ssh://user@box:2201',
  },
  {
    type: 'rented',
    lease: LEASE,
    boxId: 'ssh://user@box:2201',
    meters: [
      { id: 'gpu', kind: usdPerHour > 0 ? 'gpu' : 'none', usdPerHour, source: "the job's usdPerHour" },
    ],
    adopted: false,
  },
  reachable(),
  audited(),
  started(),
  cellEnded(),
  collected,
  sealed,
  { ...approved(), verbs: ['stop'] } as EventBody,
];
