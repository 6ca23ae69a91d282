// The life of one rented box in a process of its own, to be killed anywhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../../src/job/job.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { liveRented } from './rented-life.ts';

const dir = process.env['RENTED_LIFE_DIR'] ?? '';
const json = (name: string): unknown => JSON.parse(readFileSync(join(dir, name), 'utf8'));

void liveRented({
  dir,
  env: process.env,
  job: json('job.json') as Job,
  /** As the product's reader gave it to the test: no kill changes it, and half of a life's time went into reading it. */
  profile: json('profile.json') as Profile,
  signal: new AbortController().signal,
});
