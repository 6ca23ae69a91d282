import { readFileSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import { parseProfile } from '../profile/load.ts';
import { platformFacts, platformPage } from '../profile/platform-facts.ts';
import type { Profile } from '../profile/schema.ts';
import { pageOn } from '../report/page.ts';
import { platformListText, platformPageText } from '../report/platform-text.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Request } from './command.ts';
import { knownPlatforms } from './known-platforms.ts';
import { settingsOf } from './settings.ts';

/** What every platform can do, costs and destroys, from the profiles alone: no key, no network, no ledger. */
export async function command(request: Request): Promise<number> {
  const settings = settingsOf(request);
  const names = [...knownPlatforms().platforms].sort();
  const name = settings.value('platform');
  const now = settings.clock.now();
  const shown = pageOn(process.stdout, settings.env);
  if (name === undefined) {
    const platforms = names.map((each) => platformFacts(profileOf(each)));
    if (settings.json) process.stdout.write(jsonLine({ platforms }));
    else shown.print(platformListText(platforms, now).trimEnd());
    return 0;
  }
  if (!names.includes(name)) throw unknownPlatform(name, names);
  const page = platformPage(profileOf(name));
  if (settings.json) process.stdout.write(jsonLine(page));
  else shown.print(platformPageText(page, now, shown.columns).trimEnd());
  return 0;
}

function profileOf(name: string): Profile {
  const file = `profiles/${name}.yml`;
  return parseProfile(readFileSync(new URL(file, installedDir()), 'utf8'), file);
}

function unknownPlatform(name: string, names: string[]): Problem {
  const meant = nearestOf(name, names);
  return new Problem({
    code: 'unknown-platform',
    kind: 'usage',
    what: `There is no profile for the platform ${JSON.stringify(name.slice(0, 80))}.`,
    next: `${meant ? `Did you mean "${meant}"? ` : ''}There are: ${names.join(', ')}.`,
  });
}
