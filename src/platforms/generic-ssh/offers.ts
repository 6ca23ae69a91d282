import { formatSshTarget, parseSshTarget } from '../../box/ssh-target.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Offer } from '../driver.ts';

/** The job's constraint is checked by the audit on the box: from here nobody can tell what it has. */
export function offerOf(platform: string, { attach, usdPerHour = 0 }: Candidate): Offer {
  const id = formatSshTarget(parseSshTarget(attach ?? noTarget(platform)));
  const price = usdPerHour === 0 ? 'your own' : `${usdPerHour} USD/h by your word`;
  return { id, platform, summary: `${id}, ${price}`, usdPerHour, market: 'on-demand' };
}

function noTarget(platform: string): never {
  throw new Problem({
    code: 'attach-missing',
    kind: 'usage',
    what: `The candidate "${platform}" does not say where the box is.`,
    next: 'Add "attach: ssh://user@host:port" (or a Host name from your ~/.ssh/config) to that candidate.',
  });
}
