import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inert } from '../github/inert.ts';
import { EXIT, Problem } from '../problem.ts';
import { ApiDescription } from '../profile/api-description.ts';
import { differencesOf, shareKnown } from '../profile/api-differences.ts';
import { ApiUses } from '../profile/api-uses.ts';
import { type Comparison, comparisonText } from '../report/api-differences-text.ts';
import { jsonLine } from '../report/visible-text.ts';
import { installedDir } from './installed.ts';
import type { Settings } from './settings.ts';

/** A description knows at least so much of what a driver calls, or it is another platform's. */
const OWN_SHARE = 0.5;

/** `staleness --against FILE`: what the drivers use, held against a newer description of the platform's API. */
export function compareWith(file: string, settings: Settings): number {
  const description = new ApiDescription(textOf(file, settings.cwd), file);
  const uses = usesFor(settings.value('platform'), description, file);
  const differences = differencesOf(uses, description);
  const { title, version, unresolved } = description;
  const comparison: Comparison = {
    platform: uses.platform,
    before: uses.description,
    now: { title, version },
    calls: uses.calls.length,
    unresolved: unresolved.size,
    differences,
  };
  process.stdout.write(settings.json ? jsonLine(comparison) : inert(comparisonText(comparison)));
  return differences.length > 0 ? EXIT.failed : EXIT.ok;
}

function usesFor(platform: string | undefined, description: ApiDescription, file: string): ApiUses {
  const folder = new URL('profiles/uses/', installedDir());
  const names = readdirSync(folder).sort();
  const known = names.map((name) => name.replace(/\.json$/, ''));
  const read = (name: string) =>
    ApiUses.parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));
  if (platform !== undefined) {
    if (known.includes(platform)) return read(platform);
    throw noUses(
      `There is no record of what gpu-lease uses of ${JSON.stringify(platform.slice(0, 80))}.`,
      known,
    );
  }
  const [best] = known
    .map((name) => read(name))
    .map((uses) => ({ uses, share: shareKnown(uses, description) }))
    .sort((a, b) => b.share - a.share);
  if (best && best.share >= OWN_SHARE) return best.uses;
  throw noUses(
    `${file} (${description.title}) has too little of what gpu-lease calls to say whose it is.`,
    known,
  );
}

const noUses = (what: string, known: readonly string[]): Problem =>
  new Problem({
    code: 'no-uses',
    kind: 'usage',
    what,
    next: `Name the platform with --platform; there are records of: ${known.join(', ')}.`,
  });

function textOf(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new Problem(
      {
        code: 'no-description',
        kind: 'usage',
        what: `${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`,
        next: "Give a file with the platform's OpenAPI description.",
      },
      { cause },
    );
  }
}
