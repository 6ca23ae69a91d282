import { inert } from '../github/inert.ts';
import { Problem, Problems } from '../problem.ts';
import { type GotchaDraft, gotchaOf, nextId, refusals } from '../profile/gotcha-draft.ts';
import { sourceFor } from '../profile/gotcha-source.ts';
import { parseProfile } from '../profile/load.ts';
import { withGotcha } from '../profile/profile-patch.ts';
import type { Request } from './command.ts';
import type { OptionName } from './options.ts';
import { profileFiles } from './profile-files.ts';
import { type Settings, settingsOf } from './settings.ts';

/** What is asked where an option did not say it, in this order. What has a default is not asked for. */
const QUESTIONS: readonly [Exclude<keyof GotchaDraft, 'risk' | 'phases' | 'match'> & OptionName, string][] = [
  ['platform', 'Which platform? (the name of its profile)'],
  ['concerns', 'Whom does it concern? (platform, training, project, machine, correction)'],
  ['symptom', 'What is seen?'],
  ['cause', 'Why does it happen? (the root of it)'],
  ['proof', 'How was it reproduced, or which mechanism makes it certain?'],
  ['general', 'Why does it hit others, too?'],
  ['fix', 'What helps?'],
  ['source', 'Where can that be read? (URL, tag of a source of the profile, or what was observed)'],
];

/** `gotcha add`: drafts an entry of a profile as a patch on stdout. Changes no file; a person applies it (FR-06). */
export async function command(request: Request): Promise<number> {
  const settings = settingsOf(request);
  if (request.words[0] !== 'add' || request.words.length > 1) throw noVerb(request.words);
  const draft = await draftOf(settings, await asker());
  const patch = patchFor(draft, settings);
  process.stdout.write(patch);
  process.stderr.write(
    inert(
      'Nothing was changed. Read the patch; to take it: save it, "git apply FILE" at the root of the repository, then open a pull request.\n',
    ),
  );
  return 0;
}

/** @throws Problems with everything that keeps the entry out, at once */
export function patchFor(draft: GotchaDraft, settings: Pick<Settings, 'cwd' | 'clock' | 'value'>): string {
  const dir = settings.value('profiles') || undefined;
  const [file] = profileFiles({ dir, platform: draft.platform, cwd: settings.cwd });
  if (file === undefined) throw new Error('profileFiles gives one profile or throws');
  const profile = parseProfile(file.text, file.name);
  const [first, ...rest] = refusals(draft, profile.gotchas).map(
    ({ code, what, next }) => new Problem({ code, kind: 'usage', what, next }),
  );
  if (first) throw new Problems([first, ...rest]);
  const now = settings.clock.now();
  const { tag, added, isCheckable } = sourceFor(draft.source, profile.sources, now);
  const verified = isCheckable ? now.toISOString().slice(0, 7) : null;
  const gotcha = gotchaOf(draft, nextId(profile.id, profile.gotchas), verified, tag);
  const path = file.name.replaceAll('\\', '/');
  const { text, patch } = withGotcha(file.text, path, gotcha, added && { tag, ...added });
  // Structure, cross-references and stamps of the whole, as of every profile that is read.
  parseProfile(text, file.name, now);
  return patch;
}

type Ask = (question: string) => Promise<string>;

export async function draftOf(settings: Pick<Settings, 'value'>, ask: Ask | undefined): Promise<GotchaDraft> {
  const draft: Partial<Record<keyof GotchaDraft, string>> = {
    risk: settings.value('risk') ?? '',
    phases: settings.value('phases') ?? '',
    match: settings.value('match') ?? '',
  };
  for (const [name, question] of QUESTIONS) {
    const given = settings.value(name);
    draft[name] = given ?? (await ask?.(question)) ?? '';
    if (name === 'platform' && draft.platform === '') throw noPlatform();
    if (name === 'concerns' && draft.concerns === '') draft.concerns = 'platform';
    // What belongs elsewhere is not asked about any further.
    if (name === 'concerns' && draft.concerns !== 'platform') ask = undefined;
  }
  return draft as GotchaDraft;
}

/** Only where somebody can answer. */
async function asker(): Promise<Ask | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline/promises');
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return (await lines.question(`${question}\n> `)).trim();
    } finally {
      lines.close();
    }
  };
}

const noVerb = (words: readonly string[]): Problem =>
  new Problem({
    code: 'unknown-argument',
    kind: 'usage',
    what: `"gotcha ${words.join(' ').slice(0, 60)}" is nothing that gpu-lease knows.`,
    next: 'Write "gpu-lease gotcha add"; it asks for the rest, or takes it as options (gpu-lease gotcha --help).',
  });

const noPlatform = (): Problem =>
  new Problem({
    code: 'no-platform',
    kind: 'usage',
    what: 'No platform was named.',
    next: 'Give --platform and the name of its profile; "gpu-lease platforms" lists them.',
  });
