import { releaseMeaning } from '../../src/approval/meaning.ts';
import { approvedByEnvironment } from '../../src/github/environment-approval.ts';
import type { WorkflowRun } from '../../src/github/github.ts';
import type { Step } from '../../src/lease/step.ts';
import { Problem, Problems } from '../../src/problem.ts';

/** Everything by which the approval of an environment's reviewer must not count. */
const FLAWS = [
  'other seal',
  'unprotected',
  'bypass',
  'unsaid',
  'nobody',
  'rejected',
  'old attempt',
  'self',
  'gone',
  'bot',
] as const;

export type Flaw = (typeof FLAWS)[number];

export const flawOf = (n: number): Flaw | undefined => FLAWS[n % FLAWS.length];

/** What the reviewers of an environment say to this question; the person, where their word counts. */
export async function reviewed(
  { seal, lease }: Extract<Step, { do: 'ask' }>,
  flaw: Flaw | undefined,
): Promise<string | undefined> {
  const other = 'f'.repeat(64);
  const attempt = flaw === 'old attempt' ? 2 : 1;
  const meant = { lease, seal: flaw === 'other seal' ? other : seal };
  try {
    const person = await approvedByEnvironment(
      {
        environment: async (name) => ({
          name,
          reviewers: flaw === 'unprotected' ? [] : ['rev'],
          preventsSelfReview: false,
          waitMinutes: 0,
          adminsBypass: flaw === 'bypass' ? true : flaw === 'unsaid' ? undefined : false,
          branches: undefined,
        }),
        approvals: async () =>
          flaw === 'nobody'
            ? []
            : [
                {
                  state: flaw === 'rejected' ? 'rejected' : 'approved',
                  login: 'rev',
                  comment: '',
                  environments: ['release'],
                },
              ],
        workflowRun: async (id) =>
          ({
            id,
            title: `release ${meant.lease} ${meant.seal}`,
            actor: flaw === 'self' ? 'rev' : 'ada',
            triggeringActor: 'ada',
          }) as WorkflowRun,
        permissionOf: async () =>
          flaw === 'gone' ? undefined : { permission: 'read', isPerson: flaw !== 'bot' },
      },
      {
        environment: 'release',
        rules: { selfReview: 'forbid', adminBypass: 'forbid' },
        meaning: releaseMeaning({ lease, seal, staleFacts: false }),
        run: { workflowRun: 1, attempt, eventName: 'workflow_dispatch', inputs: meant },
        launchedBy: undefined,
        noted: flaw === 'old attempt' ? '1.2:1' : undefined,
        costing: [],
      },
    );
    return person;
  } catch (error) {
    if (flaw === undefined || !(error instanceof Problem || error instanceof Problems)) throw error;
    return;
  }
}
