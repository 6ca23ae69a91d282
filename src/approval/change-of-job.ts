import { digestOf, type Json } from '../canonical.ts';
import type { Job } from '../job/job.ts';
import { platformSecretsOf, secretNamesOf } from '../job/secret-names.ts';
import { formatUsd } from '../money.ts';

/** What a job file can make the keys do, in plain words: where they are spent, what goes to a box, who is told. */
const SUBJECTS: readonly { is: string; of(job: Job): string }[] = [
  { is: 'secrets that go to the box', of: (job) => listed(secretNamesOf(job)) },
  { is: 'secrets that go to the platform', of: (job) => listed(platformSecretsOf(job)) },
  {
    is: 'where it rents',
    of: ({ candidates }) =>
      listed(
        candidates.map(({ platform, attach }) =>
          attach === undefined ? platform : `${platform} (${attach})`,
        ),
      ),
  },
  {
    is: 'the budget',
    of: ({ budget: { usd, hours, usdPerHour } }) =>
      `${formatUsd(usd)}, ${hours} h, ${formatUsd(usdPerHour)} per hour`,
  },
  {
    is: 'who is told',
    of: ({ notify, notices }) =>
      listed([...(notify ? [`the box, by ${notify.url}`] : []), ...(notices ?? []).map(({ kind }) => kind)]),
  },
];

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

/** Lines for whoever approves a commit of a pull request: its job file beside the one of the default branch. */
export function changeOfJob(base: Job, change: Job): string[] {
  const differing = SUBJECTS.flatMap(({ is, of }) =>
    of(base) === of(change) ? [] : [`${is}: ${of(change)} (on the default branch: ${of(base)})`],
  );
  const parts = (
    ['candidates', 'budget', 'secrets', 'notify', 'notices', 'store', 'data', 'requirements'] as const
  ).filter((part) => digest(base[part]) !== digest(change[part]));
  const more = parts.length > 0 ? [`its job file differs in: ${parts.join(', ')}`] : [];
  return differing.length + more.length > 0
    ? [...differing, ...more]
    : ['its job file asks for the same secrets, boxes, budget and notices as the default branch'];
}

/** Whose approval counts is for the default branch to say. */
export const isApprovalSame = (base: Job, change: Job): boolean =>
  digest(base.approval) === digest(change.approval);

const digest = (part: unknown): string => digestOf((part ?? null) as Json);
