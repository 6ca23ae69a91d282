import { inert } from '../github/inert.ts';
import { ownVersion } from '../host/installed.ts';
import { EXIT, type Problem } from '../problem.ts';
import {
  countsOf,
  type StampScan,
  scanBundledRoot,
  scanProfile,
  scanRates,
  together,
} from '../profile/stamp-scan.ts';
import { pageOn } from '../report/page.ts';
import { stalenessDocument } from '../report/staleness-document.ts';
import { stalenessSarif } from '../report/staleness-sarif.ts';
import { stalenessText } from '../report/staleness-text.ts';
import { jsonLine } from '../report/visible-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import { ROOT_FACTS_FILE, rootFactsText } from './bundled-root.ts';
import type { Request } from './command.ts';
import { profileFiles } from './profile-files.ts';
import { RATES_FILE, ratesText } from './runner-rates.ts';
import { type Settings, settingsOf } from './settings.ts';
import { keepIssue } from './staleness-issue.ts';
import { planStaleness, type StalenessPlan } from './staleness-plan.ts';

/** Which facts about platforms have to be read up again. From the profiles alone: no key, no platform is asked. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const faults: Problem[] = [];
  const settings = settingsOf({ ...request, faults });
  const plan = planStaleness(settings, faults);
  const scan = scanned(plan, settings);
  if (plan.sarif !== undefined) writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
  const page = pageOn(process.stdout, settings.env);
  const form = { everything: settings.flag('all'), columns: page.columns };
  if (settings.json) process.stdout.write(jsonLine(stalenessDocument(scan, plan.limits)));
  else page.print(inert(stalenessText(scan, plan.limits, form)).trimEnd());
  const said = await keepIssue(plan, scan, settings, signal);
  if (said !== undefined) process.stderr.write(`${inert(said)}\n`);
  return exitOf(scan);
}

export function scanned({ profiles, platform, limits }: StalenessPlan, { clock, cwd }: Settings): StampScan {
  const now = clock.now();
  const ofProfiles = profileFiles({ dir: profiles, platform, cwd }).map(({ name, text }) =>
    scanProfile(text, name, now, limits),
  );
  // What runners are billed by, and the root of signatures, come with gpu-lease alone and belong to no platform.
  const isAll = profiles === undefined && platform === undefined;
  const ofNone = () => [
    scanRates(ratesText(), RATES_FILE, now, limits),
    scanBundledRoot(rootFactsText(), ROOT_FACTS_FILE, now, limits),
  ];
  return together([...ofProfiles, ...(isAll ? ofNone() : [])]);
}

/** What cannot be read is the caller's to correct; a stale fact, or nothing that says how old it is, is a failure (FR-01). */
export function exitOf(scan: StampScan): number {
  const { facts, stale, errors } = countsOf(scan);
  if (errors > 0) return EXIT.usage;
  return stale > 0 || facts === 0 ? EXIT.failed : EXIT.ok;
}
