import type { NoticeEvent } from '../../job/notice-events.ts';
import { noteClaim, noteOutcome } from '../notices.ts';
import { type Ignored, ofRecord } from './entry.ts';
import { boolean, fields, listOf, oneOf, onlyTrue, optional, text } from './shape.ts';

/** What was told to whom. It may stand behind the end of a run, which is news itself. */
export const TELLING_EVENTS = [
  /** Written before anything is sent: whoever is first sends, and nobody else while the claim is fresh. */
  ofRecord(
    'notice-claimed',
    {
      /** Of the process that sends. */
      claim: text,
      /** Names the news within the run: `sealed:41`. */
      notice: text,
      event: oneOf<NoticeEvent>(),
      /** When it happened. */
      since: text,
      /** As it is told. */
      what: text,
      next: optional(text),
      /** Targets of the job, in its order: `slack-1`. */
      to: listOf(text),
    },
    {
      apply(run, event): Ignored {
        if (!run.opened) return 'the run was never opened';
        noteClaim(run, event);
        return;
      },
      subject: ({ event, to }) => `tells ${to.join(', ')}: ${event}`,
      sentence: ({ event, to }) => `tells ${to.join(', ')} of "${event}"`,
    },
  ),

  ofRecord(
    'notice-sent',
    {
      claim: text,
      notice: text,
      outcomes: listOf(
        fields({
          to: text,
          taken: boolean,
          /** Why not, in a few words without an address. */
          why: optional(text),
          /** Not tried again before, ISO 8601. */
          notBefore: optional(text),
        }),
      ),
    },
    {
      apply(run, event): Ignored {
        if (!run.notices.has(event.notice)) return 'nobody was to be told of it';
        noteOutcome(run, event);
        return;
      },
      subject: ({ notice, outcomes }) =>
        `told of ${notice}: ${outcomes.map(({ to, taken }) => `${to} ${taken ? 'took it' : 'did not'}`).join(', ')}`,
      sentence: ({ notice, outcomes }) =>
        `${notice}: ${outcomes.map(({ to, taken, why }) => (taken ? `${to} was told` : `${to} WAS NOT TOLD (${why ?? 'no reason'})`)).join('; ')}`,
    },
  ),
  /** On the commit of a labelled run, and at its end on the change, stands how it is. Written once it was posted. */
  ofRecord(
    'change-told',
    {
      /** How it stood, as `change-news.ts` has it. */
      of: text,
      /** GitHub let nobody post it, the schedule's look neither: nobody tries again. */
      refused: optional(onlyTrue),
    },
    {
      apply(run, event): Ignored {
        if (!run.opened?.change) return 'it is of no change';
        run.changeTold = event.of;
        return;
      },
      subject: ({ of, refused }) => `${refused ? 'may not tell' : 'told'} the change: ${of}`,
      sentence: ({ of, refused }) =>
        `its commit and its change ${refused ? 'COULD NOT BE TOLD' : 'were told'} that it is ${of}`,
    },
  ),
] as const;
