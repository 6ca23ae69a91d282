import { inert } from '../github/inert.ts';
import { Problem } from '../problem.ts';
import { gotchaOf, nextId, PARTS, refusals } from '../profile/gotcha-draft.ts';
import { sourceFor } from '../profile/gotcha-source.ts';
import { parseProfile } from '../profile/load.ts';
import { withGotcha } from '../profile/profile-patch.ts';
import type { Request } from './command.ts';
import { throwAll } from './given-options.ts';
import { profileFiles } from './profile-files.ts';
import { type Settings, settingsOf } from './settings.ts';

const DRAFTED =
  'Nothing was changed. Read the patch, its risk and phases above all; to take it: save it, "git apply FILE" at the root of the repository, then open a pull request.\n';

/** `gotcha add`: drafts an entry of a profile as a patch on stdout. Changes no file; a person applies it (FR-06). */
export async function command(request: Request): Promise<number> {
  if (request.words[0] !== 'add' || request.words.length > 1) throw noVerb(request.words);
  process.stdout.write(patchFor(settingsOf(request)));
  process.stderr.write(inert(DRAFTED));
  return 0;
}

/** @throws Problems with everything that keeps the entry out, at once */
function patchFor(settings: Settings): string {
  const said = Object.fromEntries(PARTS.map((part) => [part, settings.value(part) ?? '']));
  const draft = { ...said, concerns: settings.choice('concerns') } as Parameters<typeof refusals>[0];
  const platform = settings.value('platform') || undefined;
  if (platform === undefined) throw noPlatform();
  const [file] = profileFiles({ dir: settings.value('profiles') || undefined, platform, cwd: settings.cwd });
  if (file === undefined) throw new Error('profileFiles gives one profile or throws');
  const profile = parseProfile(file.text, file.name);
  throwAll(refusals(draft, profile.gotchas));
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

const noVerb = (words: readonly string[]): Problem =>
  new Problem({
    code: 'unknown-argument',
    kind: 'usage',
    what: `"gotcha ${words.join(' ').slice(0, 60)}" is nothing that gpu-lease knows.`,
    next: 'Write "gpu-lease gotcha add" and say the rest by options (gpu-lease gotcha --help).',
  });

const noPlatform = (): Problem =>
  new Problem({
    code: 'no-platform',
    kind: 'usage',
    what: 'No platform was named.',
    next: 'Give --platform and the name of its profile; "gpu-lease platforms" lists them.',
  });
