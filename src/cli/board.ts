import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { secondsBetween } from '../clock.ts';
import { boardRows, type Looking } from '../course/board-rows.ts';
import { surelyEmpty } from '../ledger/no-refs.ts';
import { EXIT, Problem } from '../problem.ts';
import { parseProfile } from '../profile/load.ts';
import type { Profile } from '../profile/schema.ts';
import { type BoardFacts, boardOf } from '../report/board-facts.ts';
import { boardHtml } from '../report/board-html.ts';
import { boardLines } from '../report/board-text.ts';
import { LiveScreen } from '../report/live-screen.ts';
import { pageOn } from '../report/page.ts';
import { showsBlocks } from '../report/sparkline.ts';
import { columnsOn } from '../report/terminal-face.ts';
import { jsonLine } from '../report/visible-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import type { Request } from './command.ts';
import { ledgerLocation } from './ledger-place.ts';
import { profileFiles } from './profile-files.ts';
import { lookingLedgerOf, type Settings, settingsOf } from './settings.ts';

/** Of a board that is watched and where nobody said how long: a terminal that was forgotten ends by itself. */
const LONGEST_WATCH = '1h';
const REDRAW_SECONDS = 5;
/** In a pipe every picture is a page of its own. */
const REPRINT_SECONDS = 60;

/** A ledger that does not answer within that is said not to; a board that is watched asks it again. */
const LOOK_SECONDS = 60;

/** `board`, and `status --watch`. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const { given } = request;
  const isWatched = given.watch === true && given.json !== true;
  const bound = given.bound ?? (isWatched ? LONGEST_WATCH : undefined);
  const settings = settingsOf({ ...request, given: { ...given, ...(bound !== undefined && { bound }) } });
  if (isWatched) await watch(settings, signal);
  else print(settings, await look(settings));
  return EXIT.ok;
}

/** One look; also as a page, where one is asked for. */
async function look(settings: Settings): Promise<BoardFacts> {
  const { clock, cwd } = settings;
  // Where no run was ever written down, nothing need be opened to say so.
  const isEmpty = surelyEmpty(ledgerLocation(settings), false) !== undefined;
  const rows = isEmpty ? [] : await boardRows(await lookingOf(settings), settings.value('run'));
  const facts = settings.redactor.deep(boardOf(rows, clock.now()));
  const page = settings.value('html');
  if (page) {
    const path = resolve(cwd, page);
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, boardHtml(facts));
  }
  return facts;
}

/** What a look needs, and nothing by which a box or a platform could be reached. */
async function lookingOf(settings: Settings): Promise<Looking> {
  const { clock, storeDir, cwd, boundSeconds } = settings;
  const seconds = Math.min(LOOK_SECONDS, boundSeconds);
  const endsAt = new Date(clock.now().getTime() + seconds * 1000);
  const known = new Map<string, Profile>();
  return {
    ledger: await lookingLedgerOf({ ...settings, endsAt }),
    clock,
    storeDir,
    async profile(platform) {
      const [file] = known.has(platform) ? [] : profileFiles({ dir: undefined, platform, cwd });
      if (file) known.set(platform, parseProfile(file.text, file.name));
      const profile = known.get(platform);
      if (!profile) throw new Error(`there is no profile of ${platform}`);
      return profile;
    },
  };
}

const formOf = ({ env }: Settings) => ({ columns: columnsOn(process.stdout), blocks: showsBlocks(env) });

function print(settings: Settings, facts: BoardFacts): void {
  if (settings.json) process.stdout.write(jsonLine(facts));
  else pageOn(process.stdout, settings.env).print(boardLines(facts, formOf(settings)).join('\n'));
}

/** Until Ctrl-C or the bound; both are how it is meant to end. */
async function watch(settings: Settings, signal: AbortSignal): Promise<void> {
  const { clock, env } = settings;
  const isLive = process.stdout.isTTY && env['TERM'] !== 'dumb';
  const screen = isLive ? new LiveScreen(process.stdout, env) : undefined;
  const every = screen ? REDRAW_SECONDS : REPRINT_SECONDS;
  const began = clock.now();
  const left = () => settings.boundSeconds - secondsBetween(began, clock.now());
  let shown: BoardFacts | undefined;
  while (!signal.aborted) {
    const seen = await look(settings).catch((error: unknown) => unreached(error, shown));
    const facts = seen instanceof Problem ? shown : seen;
    shown = facts;
    if (facts && screen) screen.draw([...boardLines(facts, formOf(settings)), '', footOf(facts, seen)]);
    else if (facts) print(settings, facts);
    if (left() <= 0) return;
    await clock.sleep(Math.min(every, left()), signal);
  }
}

/** One picture at least must be had; after it a remote may be away for a while. */
function unreached(error: unknown, shown: BoardFacts | undefined): Problem {
  if (shown && error instanceof Problem && error.kind === 'unreachable') return error;
  throw error;
}

const footOf = ({ madeAt }: BoardFacts, seen: BoardFacts | Problem): string =>
  `as of ${madeAt.slice(11, 19)} UTC${seen instanceof Problem ? `; since then ${seen.what}` : ''}; Ctrl-C ends this view and nothing else`;
