import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { QuotaStatistics } from '../platforms/kaggle/replies.ts';
import { Problem } from '../problem.ts';
import { isTpu } from './push-body.ts';

/** The weekly quota of one kind of accelerator, as Kaggle counts it. Seconds. */
export interface Quota {
  kind: 'GPU' | 'TPU';
  used: number;
  /** By sessions that run. */
  reserved: number;
  allowed: number;
  /** ISO 8601. */
  refreshesAt: string | undefined;
}

/** `undefined` where Kaggle tells none. Every command asks it first: an answer proves the login. */
export async function quotasOf(api: KaggleApi): Promise<Quota[]> {
  const { quotaRefreshTime, gpuQuota, tpuQuota } = await api.call(
    'GetAcceleratorQuotaStatistics',
    {},
    QuotaStatistics,
  );
  return [
    { kind: 'GPU' as const, told: gpuQuota },
    { kind: 'TPU' as const, told: tpuQuota },
  ].flatMap(({ kind, told }) =>
    typeof told?.totalTimeAllowed === 'number'
      ? [
          {
            kind,
            used: told.timeUsed ?? 0,
            reserved: told.timeReserved ?? 0,
            allowed: told.totalTimeAllowed,
            refreshesAt: quotaRefreshTime ?? undefined,
          },
        ]
      : [],
  );
}

export const leftOf = ({ used, reserved, allowed }: Quota): number => Math.max(0, allowed - used - reserved);

export const hours = (seconds: number): string => `${(seconds / 3600).toFixed(1)} h`;

export function quotaWords(quota: Quota): string {
  const { kind, used, reserved, allowed, refreshesAt } = quota;
  const running = reserved > 0 ? `, ${hours(reserved)} held by sessions that run` : '';
  const again = refreshesAt === undefined ? '' : `; it begins anew at ${refreshesAt}`;
  return `weekly ${kind} quota: ${hours(used)} of ${hours(allowed)} used${running}${again}`;
}

/** A session must have room for its own end, and for some work before it. */
const LEAST_WORK_SECONDS = 300;

/**
 * How long the session may last: as asked, or what the quota still has, so that it saves before Kaggle takes the machine.
 *
 * @throws Problem `kaggle-quota`
 */
export function sessionSeconds(
  { timeSeconds, stopSeconds }: { timeSeconds: number; stopSeconds: number },
  shape: string | undefined,
  quotas: readonly Quota[],
): number {
  const quota = shape && quotas.find(({ kind }) => kind === (isTpu(shape) ? 'TPU' : 'GPU'));
  if (!quota || leftOf(quota) >= timeSeconds) return timeSeconds;
  const left = Math.floor(leftOf(quota));
  if (left >= stopSeconds + LEAST_WORK_SECONDS) return left;
  throw new Problem({
    code: 'kaggle-quota',
    kind: 'capacity',
    what: `The quota has too little left for a session that ends ${hours(stopSeconds)} before its time is over: ${quotaWords(quota)}. Nothing was pushed.`,
    next: `Run the same command again${quota.refreshesAt === undefined ? ' next week' : ` after ${quota.refreshesAt}`}; the run goes on from its newest checkpoint.`,
  });
}
