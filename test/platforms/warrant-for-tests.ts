import type { Lease } from '../../src/lease/run.ts';
import { issueParkWarrant, type Warrant } from '../../src/lease/warrant.ts';

/**
 * A real warrant, issued by the core, for tests of drivers: what a driver must check is the box and the verb. The plan is
 * called harmless here so that no sealed run has to be made first; what a verb really destroys is the core's business.
 */
export function warrantFor(boxId: string, ...verbs: string[]): Warrant {
  const lease = { name: 'lease-of-a-test', platform: 'test', boxId } as Lease;
  const plan = verbs.map((verb) => ({ verb, stops: [], destroys: [], reversible: true }));
  const issued = issueParkWarrant(lease, plan);
  if (!issued.ok) throw new Error(issued.refusals[0].what);
  return issued.warrant;
}
