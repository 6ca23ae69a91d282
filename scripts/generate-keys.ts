import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '../src/profile/load.ts';
import type { Profile } from '../src/profile/schema.ts';
import type { Generated } from './generate-job-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKFLOWS = join('.github', 'workflows');

/** From this comment to the next one of stores: the keys that a workflow declares, or hands on. */
const KEYS =
  /^( *)# Keys of platforms, as their profiles name them\.\n([\s\S]*?)(?=^ *# Keys of stores and trackers\.$)/gm;

/** The keys of all platforms wherever they are listed: in the program, in each workflow that hands them on, in the README. */
export function generateKeys(): Generated[] {
  const profiles = readdirSync(join(ROOT, 'profiles'))
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .map((name) => parseProfile(textOf(join('profiles', name)), name, new Date()));
  const accounts = accountsOf(profiles);
  // A platform that no run rents at has a command of its own: the workflows of a run need no key of it.
  const ofRuns = accountsOf(profiles.filter(({ automation }) => automation !== 'batch'));
  return [accountsModule(accounts), ...workflows([...ofRuns.keys()]), readme(profiles)];
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function accountsOf(profiles: readonly Profile[]): Map<string, string> {
  const accounts = new Map<string, string>();
  for (const { id, rent } of profiles)
    for (const { auth } of rent.entries) {
      if (auth?.secret === undefined) continue;
      if (auth.account === undefined) throw new Error(`${id} names ${auth.secret} and no account`);
      for (const name of [...(auth.also ?? []), auth.secret]) accounts.set(name, auth.account);
    }
  return accounts;
}

function accountsModule(accounts: ReadonlyMap<string, string>): Generated {
  const rows = [...accounts].map(
    ([name, account]) => `  ${name}: ${JSON.stringify(account).replaceAll('"', "'")},`,
  );
  const content = [
    '/** Generated from the profiles by "npm run generate -- keys": whose account each variable opens. */',
    'export const ACCOUNTS: Readonly<Record<string, string>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
  return { path: 'src/job/platform-accounts.ts', content };
}

/** @throws Error where a workflow that has the key of a platform has lost the comments around it */
function workflows(names: readonly string[]): Generated[] {
  return readdirSync(join(ROOT, WORKFLOWS)).flatMap((file) => {
    const path = join(WORKFLOWS, file);
    const text = textOf(path);
    const content = text.replace(KEYS, (_all, indent: string, old: string) => {
      const isDeclared = old.includes('required: false');
      const lines = names.map((name) =>
        isDeclared
          ? `${indent}${name}:\n${indent}  required: false\n`
          : `${indent}${name}: \${{ secrets.${name} }}\n`,
      );
      return `${indent}# Keys of platforms, as their profiles name them.\n${lines.join('')}`;
    });
    const outside = text.replace(KEYS, '');
    const stray = names.find((name) => outside.includes(`secrets.${name} }`));
    if (stray !== undefined) throw new Error(`${path} hands ${stray} on outside of its list of keys`);
    return text === outside ? [] : [{ path, content }];
  });
}

/** Who is rented by the program, and who by hand. */
function readme(profiles: readonly Profile[]): Generated {
  const named = (automation: Profile['automation']) =>
    profiles.filter(
      (each) => each.automation === automation && each.kind !== 'loopback' && each.kind !== 'attached',
    );
  let content = textOf('README.md');
  for (const automation of ['full', 'attach'] as const) {
    const cell = new RegExp(`(<!-- ${automation} -->).*?(<!-- /${automation} -->)`);
    if (!cell.test(content)) throw new Error(`README.md has lost its <!-- ${automation} --> marks`);
    const names = named(automation).map(({ name }) => name);
    content = content.replace(
      cell,
      (_all, open: string, close: string) => `${open}${names.join(', ')}${close}`,
    );
  }
  return { path: 'README.md', content };
}
