import { markdownCode as code, markdownText as text } from './markdown-text.ts';

export interface KaggleCard {
  run: string | null;
  state: string;
  session: number | null;
  /** `owner/name` of the newest session. */
  kernel: string | null;
  seal: string | null;
  place: string | null;
  why: string | null;
  /** Each as a sentence. */
  quotas: readonly string[];
}

/** The one card of a step: how the run stands on Kaggle, what comes next, and the quota. */
export function kaggleMarkdown(card: KaggleCard): string {
  const { run, why, quotas, place } = card;
  return `${[
    `## Kaggle: ${text(headline(card))}`,
    [...(run === null ? [] : [`run ${code(run)}`]), ...sessionPart(card), ...sealPart(card)].join(' · '),
    why === null ? '' : `> [!WARNING]\n> ${text(why.slice(0, 2000))}`,
    place === null ? '' : `Its files, the manifest and the verdicts: ${text(place)}`,
    `**Next:** ${text(next(card))}`,
    quotas.map((each) => `- ${text(each)}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function headline({ state, session }: KaggleCard): string {
  const words: Record<string, string> = {
    none: 'no run was begun',
    pushed: `session ${session} was pushed`,
    'going-on': `session ${session} goes on`,
    waiting: 'no room for the next session now',
    unfinished: `session ${session} has ended, and the work is not done`,
    sealed: 'done, verified and sealed',
    stored: 'done, verified, sealed and stored',
    failed: `session ${session} needs a person`,
  };
  return words[state] ?? state;
}

function next({ state }: KaggleCard): string {
  if (state === 'none') return 'start this workflow by hand with push: first';
  if (state === 'failed')
    return 'correct it and commit, which is another run; or start this workflow by hand with push: again';
  if (state === 'unfinished') return 'start this workflow by hand, or let the schedule push the next session';
  if (state === 'stored') return 'nothing is left to do here; the schedule of this file may be switched off';
  if (state === 'sealed') return 'fetch it before this runner ends, or name a store in the job file';
  return 'nothing: the next look comes by the schedule, or by hand';
}

/** A name of Kaggle's, or no link. */
function sessionPart({ session, kernel }: KaggleCard): string[] {
  if (session === null || kernel === null) return [];
  const isName = /^[\w-]{1,80}\/[\w-]{1,80}$/.test(kernel);
  return [isName ? `[session ${session}](https://www.kaggle.com/code/${kernel})` : `session ${session}`];
}

const sealPart = ({ seal }: KaggleCard): string[] =>
  seal === null ? [] : [`seal ${code(seal.slice(0, 8))}`];
