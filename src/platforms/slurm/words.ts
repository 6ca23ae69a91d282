/*
 * Slurm's words in plain ones, with what to do where somebody can. Reasons: slurm.schedmd.com/job_reason_codes.html and
 * SchedMD/slurm `src/common/job_state_reason.c`; end states: sacct(1).
 */

export interface Waiting {
  why: string;
  /** It will not start by itself. */
  stuck?: 'held' | 'never';
}

const wait = (why: string): Waiting => ({ why });
const held = (why: string): Waiting => ({ why, stuck: 'held' });
const never = (why: string): Waiting => ({ why, stuck: 'never' });

/** The first that fits. What stands in a reason behind a comma are names of nodes. */
const REASONS: readonly (readonly [RegExp, Waiting])[] = [
  [/^None$/, wait('Slurm has not looked at it yet')],
  [
    /^Priority$/,
    wait('jobs of higher priority wait before it; a shorter `time` or fewer cards fit into gaps sooner'),
  ],
  [/^Resources$/, wait('it is the next, and waits until enough is free')],
  [
    /^(?:ReqNodeNotAvail|Nodes required for job are DOWN)/,
    wait(
      'the nodes that it asks for are down, drained or reserved, for maintenance as a rule; a shorter `time` may fit in before, else wait or ask for other nodes',
    ),
  ],
  [
    /^PartitionTimeLimit$/,
    never('its `time` is longer than the partition allows; ask for less time, or take another `partition`'),
  ],
  [
    /^(?:PartitionNodeLimit|PartitionConfig)$/,
    never('the partition has no such nodes; take another `partition`'),
  ],
  [/^PartitionDown$/, wait('the partition starts no jobs at present; wait, or take another `partition`')],
  [/^PartitionInactive$/, wait('the partition is closed; wait, or take another `partition`')],
  [/^BadConstraints$/, never('no node has all that it asks for; change `constraint`, cards or memory')],
  [
    /^DependencyNeverSatisfied$/,
    never(
      'the job that it waits for (`dependency`) did not end as asked, so it never starts; end it and correct `dependency`',
    ),
  ],
  [/^Dependency$/, wait('it waits for the job that `dependency` names')],
  [/^BeginTime$/, wait('its time to begin has not come; after a requeue Slurm waits for about two minutes')],
  [/^Licenses$/, wait('a licence that it asks for is in use; wait')],
  [/^Reservation$/, wait('its `reservation` has not begun, or is full')],
  [/^ReservationDeleted$/, never('its `reservation` is gone; leave it out')],
  [/^InvalidAccount$/, never('its `account` may not be used any more; correct `account`')],
  [/^InvalidQOS$/, never('its `qos` may not be used; correct `qos`')],
  [
    /^(?:QOS|Assoc)(?:Max|Grp)\w*WallDuration|^QOSTimeLimit$|^AssociationTimeLimit$|^TimeLimit$/,
    never('its `time` is longer than QOS or account allow; ask for less time'),
  ],
  [
    /^(?:QOS|Assoc)Grp\w*(?:Minutes|RunMinutes|Billing)/,
    wait(
      'the hours that account or QOS were given are used up; wait until they are renewed, or ask for more',
    ),
  ],
  [
    /^(?:QOS|Assoc)Max\w*PerJob/,
    never('it asks for more than account or QOS allow to one job; ask for less, or take another `qos`'),
  ],
  [
    /^QOS(?:Max|MinGRES|Min)\w*|^AssocMax\w*/,
    wait('you use as much at once as QOS or account allow to one user; it starts when jobs of yours end'),
  ],
  [/^QOSGrp\w*/, wait('all users of the QOS together use as much as it allows; wait, or take another `qos`')],
  [
    /^AssocGrp\w*/,
    wait('all users of the account together use as much as it allows; wait, or take another `account`'),
  ],
  [/^JobHeldAdmin$/, held('an administrator holds it, not gpu-lease; ask the operators of the cluster why')],
  [/^JobHeldUser$|requeued in held state/i, held('it was held by hand; let it go with "scontrol release"')],
  [
    /launch failed requeued held|^JobHoldMaxRequeue$/i,
    never(
      'Slurm could not start it and holds it; the reason is in the log of the node: ask the operators, then let it go with "scontrol release"',
    ),
  ],
  [/^(?:NodeDown|FrontEndDown)$/, wait('a node that it needs is down; it waits until it is back')],
  [/^(?:Cleaning|Prolog)$/, wait('Slurm prepares its nodes or tidies them up')],
  [/^(?:JobArrayTaskLimit|QOSJobLimit|AssociationJobLimit)$/, wait('as many jobs run as may run at once')],
];

/** Why a job waits, as squeue's `%r` says it. */
export function whyWaiting(reason: string): Waiting {
  const [, words] = REASONS.find(([pattern]) => pattern.test(reason)) ?? [];
  return words === undefined ? wait(`Slurm says ${reason}`) : { ...words, why: `${words.why} (${reason})` };
}

/** What is known of an end beside its state. */
export interface End {
  state: string;
  /** `7:0`: exit code and signal. */
  exit?: string;
  /** As sacct has it: `CANCELLED by 1000`. */
  by?: string;
  /** Our own number on the login node. */
  uid?: string;
  /** Of the largest step, and what was asked for; in Slurm's words, `3256K`. */
  maxRss?: string;
  asked?: string;
  reason?: string;
  /** Lines of Slurm's own in the log of the job. */
  said?: string;
}

/** States after which a job never runs again. */
const ENDS: Readonly<Record<string, (end: End) => string>> = {
  COMPLETED: () => 'its command ended with 0',
  FAILED: failed,
  CANCELLED: cancelled,
  TIMEOUT: () =>
    'it reached its walltime, and was not put back into the queue; a longer `time`, or another lease that resumes',
  OUT_OF_MEMORY: outOfMemory,
  PREEMPTED: () => 'work of higher priority took its nodes, and it was not put back into the queue',
  NODE_FAIL: () => 'its node failed, and it was not put back into the queue',
  BOOT_FAIL: () => 'its node could not be started',
  DEADLINE: () => 'it could not have ended before its `--deadline`',
  REVOKED: () => 'another cluster of a federation took it',
};

export const isEnd = (state: string): boolean => Object.hasOwn(ENDS, state);

/** States in which there is an allocation, whatever becomes of it. */
export const HAS_NODES: ReadonlySet<string> = new Set([
  'RUNNING',
  'COMPLETING',
  'CONFIGURING',
  'SUSPENDED',
  'STOPPED',
  'SIGNALING',
  'STAGE_OUT',
  'RESIZING',
]);

export const WAITS: ReadonlySet<string> = new Set([
  'PENDING',
  'REQUEUED',
  'REQUEUE_FED',
  'REQUEUE_HOLD',
  'RESV_DEL_HOLD',
  'SPECIAL_EXIT',
]);

/** The engine took it away, and it may be begun again elsewhere. */
export const TAKEN: ReadonlySet<string> = new Set(['PREEMPTED', 'NODE_FAIL', 'BOOT_FAIL', 'TIMEOUT']);

export function howEnded(end: End): string {
  const words = Object.hasOwn(ENDS, end.state) ? ENDS[end.state] : undefined;
  return `${words?.(end) ?? 'it ended'} (${end.state})`;
}

function outOfMemory({ maxRss, asked }: End): string {
  const used = maxRss && asked ? `: ${maxRss} of ${asked}` : '';
  return `it used more memory than it asked for${used}; ask for a fifth more by \`memoryGb\`, and leave the batch size as it is`;
}

/** Where a site ends jobs by their sums and not by the kernel, memory is a signal like any other, and only the log of the job says so. */
const OVER_MEMORY = /exceeded (?:job |step )?memory limit|oom[-_ ]kill/i;

function failed(end: End): string {
  const { exit = '', reason = '', said = '' } = end;
  if (OVER_MEMORY.test(said)) return outOfMemory(end);
  const [, code = '', signal = ''] = /^(\d+):(\d+)$/.exec(exit) ?? [];
  if (signal !== '' && signal !== '0')
    return `signal ${signal} ended it${signal === '9' ? ', sent after a grace period, for memory, or by hand' : ''}`;
  if (code === '78') {
    const [, told] = /^gpu-lease: (.*)$/m.exec(said) ?? [];
    return `it found nothing to start (exit code 78): ${told ?? 'its log below ~/.gpu-lease/.queue says what'}`;
  }
  if (code !== '' && code !== '0') return `its command ended with exit code ${code}`;
  return reason === 'JobLaunchFailure' ? 'Slurm could not start it' : 'its command failed';
}

function cancelled({ by = '', uid }: End): string {
  const [, who] = /^CANCELLED by (\d+)/.exec(by) ?? [];
  if (who === undefined) return 'it was cancelled';
  if (who === uid) return 'it was cancelled by your own user';
  return `it was cancelled by ${who === '0' ? 'the administrator (user 0)' : `user ${who}`}`;
}
