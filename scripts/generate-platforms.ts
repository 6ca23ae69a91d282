import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '../src/profile/load.ts';
import { platformPage } from '../src/profile/platform-facts.ts';
import type { Generated } from './generate-job-schema.ts';
import { platformsMarkdown } from './platform-markdown.ts';

const profiles = join(import.meta.dirname, '..', 'profiles');

/** docs/platforms.md: every shipped profile for people. */
export function generatePlatforms(): Generated[] {
  const pages = readdirSync(profiles)
    .filter((name) => name.endsWith('.yml'))
    .sort()
    .map((name) => platformPage(parseProfile(readFileSync(join(profiles, name), 'utf8'), name, new Date())));
  return [{ path: 'docs/platforms.md', content: platformsMarkdown(pages) }];
}
