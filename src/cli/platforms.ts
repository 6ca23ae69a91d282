import { platformFacts, platformPage } from '../profile/platform-facts.ts';
import { pageOn } from '../report/page.ts';
import { platformListText, platformPageText } from '../report/platform-text.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Request } from './command.ts';
import { platformNames, profileOfPlatform } from './known-platforms.ts';
import { settingsOf } from './settings.ts';

/** What every platform can do, costs and destroys, from the profiles alone: no key, no network, no ledger. */
export async function command(request: Request): Promise<number> {
  const settings = settingsOf(request);
  const name = settings.value('platform');
  const now = settings.clock.now();
  const shown = pageOn(process.stdout, settings.env);
  if (name === undefined) {
    const platforms = platformNames().map((each) => platformFacts(profileOfPlatform(each)));
    if (settings.json) process.stdout.write(jsonLine({ platforms }));
    else shown.print(platformListText(platforms, now).trimEnd());
    return 0;
  }
  const page = platformPage(profileOfPlatform(name));
  if (settings.json) process.stdout.write(jsonLine(page));
  else shown.print(platformPageText(page, now, shown.columns).trimEnd());
  return 0;
}
