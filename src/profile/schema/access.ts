import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { EVENTS } from '../survival.ts';
import { duration, identifier, stamp, text, tri } from './stamp.ts';

const changesOn = z.array(z.enum(EVENTS));

/** How a box is reached by SSH, and how long an address stays true. `null` where there is no SSH. */
export const Ssh = mapping({
  user: text,
  /** Shape of the host name, with `<placeholders>`. */
  host: text,
  auth: z.array(z.enum(['key', 'password'])).min(1),
  flavours: z
    .array(
      mapping({
        id: identifier,
        /** scp, sftp and rsync work and are not throttled. */
        bulk: z.boolean(),
        forwarding: tri,
        'max-gb': z.number().positive().optional(),
        needs: text.optional(),
      }),
    )
    .min(1),
  port: mapping({
    assigned: z.enum(['fixed-22', 'at-create', 'random', 'provider']),
    'changes-on': changesOn,
  }),
  address: mapping({ stable: tri, 'changes-on': changesOn }),
  /** Who can vouch for the host key before first contact. */
  'host-key': z.enum(['installed-at-create', 'platform', 'first-contact', 'user']),
  ...stamp,
});

const LAUNCHERS = ['tmux', 'setsid', 'onstart', 'sbatch', 'kube-job', 'kaggle-commit'] as const;

/** Which parts of the program are put together for this platform. */
export const Drive = mapping({
  /** A folder of `src/platforms`, by the name that its registry has for it; `none` where there is no program for it. */
  driver: identifier,
  channel: z.enum(['ssh', 'kube-exec', 'none']),
  /** In this order; the first that works on the box is taken. */
  launchers: z.array(z.enum(LAUNCHERS)),
});

export const Detach = mapping({
  /** How a missing launcher is had: `tmux: sudo apt-get install -y tmux`. */
  install: z.partialRecord(z.enum(LAUNCHERS), text).optional(),
  survives: z.partialRecord(z.enum(EVENTS), tri),
  done: z.enum(['marker', 'scheduler-state', 'job-condition', 'version-status', 'session-end']),
  caveats: z.array(text).optional(),
  ...stamp,
});

export const Spot = mapping({
  available: tri,
  mechanism: z.enum(['auction', 'interruptible', 'preemption', 'walltime', 'session', 'none']),
  /**
   * How long a box is kept on average before it is taken away, for the expected cost and for the checkpoint cadence.
   * Platforms do not publish it: `unmeasured` figures are ours and say so in `note`.
   */
  'mean-hours-between': z.number().positive().optional(),
  /** Time between the warning and the end; `null` where no box is taken away. */
  notice: duration.nullable(),
  signal: z.enum(['SIGTERM', 'none', 'unknown']),
  'on-evict': z.enum(['pause', 'stop', 'kill', 'requeue', 'reschedule', 'unknown', 'n/a']),
  'can-park': z
    .enum(['yes', 'no'])
    .optional()
    .describe('Whether we can stop a spot box ourselves. Absent: as any other.'),
  'bid-changeable': tri.optional(),
  detect: z.array(text),
  /** What really ends runs here, eviction or not. */
  'other-losses': z.array(text).optional(),
  ...stamp,
});
