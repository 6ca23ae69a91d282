import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inert } from '../src/github/inert.ts';
import { Problem } from '../src/problem.ts';
import { ApiDescription } from './api/description.ts';
import { differencesOf, shareKnown } from './api/differences.ts';
import { comparisonText } from './api/text.ts';
import { ApiUses } from './api/uses.ts';

// `npm run compare-api -- FILE [--platform NAME]`: what a driver uses, held against a newer description of the platform's API.

/** A description knows at least so much of what a driver calls, or it is another platform's. */
const OWN_SHARE = 0.5;
const USES = new URL('api/uses/', import.meta.url);

try {
  process.exitCode = compare(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(inert(error.message));
  process.exitCode = 2;
}

function compare(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    options: { platform: { type: 'string' } },
    allowPositionals: true,
  });
  const [file = ''] = positionals;
  const description = new ApiDescription(textOf(file), file);
  const uses = usesFor(values.platform, description, file);
  const differences = differencesOf(uses, description);
  const { title, version, unresolved } = description;
  const text = comparisonText({
    platform: uses.platform,
    before: uses.description,
    now: { title, version },
    calls: uses.calls.length,
    unresolved: unresolved.size,
    differences,
  });
  process.stdout.write(inert(text));
  return differences.length > 0 ? 1 : 0;
}

function usesFor(platform: string | undefined, description: ApiDescription, file: string): ApiUses {
  const names = readdirSync(USES).sort();
  const known = names.map((name) => name.replace(/\.json$/, ''));
  const read = (name: string) =>
    ApiUses.parse(JSON.parse(readFileSync(new URL(`${name}.json`, USES), 'utf8')));
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

function noUses(what: string, known: readonly string[]): Problem {
  return new Problem({
    code: 'no-uses',
    kind: 'usage',
    what,
    next: `Name the platform with --platform; there are records of: ${known.join(', ')}.`,
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
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
