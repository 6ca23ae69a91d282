import type { Level } from '../../evidence-level.ts';
import { everyCellEnded } from '../fold-cell.ts';
import { opaqueWords } from '../opaque-words.ts';
import { shortOf } from '../promised.ts';
import { type Ignored, ofRun } from './entry.ts';
import { inStore } from './kept.ts';
import { boolean, fields, listOf, number, oneOf, optional, text } from './shape.ts';

const level = oneOf<Level>();

/** What a run left behind and what of it was proven: what an approval stands on, and the approvals. */
export const SEAL_EVENTS = [
  ofRun(
    'collected',
    { lease: text, files: number, bytes: number, manifestSha256: text, codeProven: boolean },
    {
      isSight: true,
      apply(run): Ignored {
        if (!everyCellEnded(run)) return 'not every cell has ended';
        run.collected = true;
        return;
      },
      subject: ({ files, lease }) => `collected ${files} file${files === 1 ? '' : 's'} from ${lease}`,
      sentence: (event) =>
        `collected ${event.files} files, ${event.bytes} bytes; code on the box ${event.codeProven ? 'proven' : 'NOT PROVEN'}`,
    },
  ),

  ofRun(
    'sealed',
    {
      seal: text,
      verified: number,
      /** Files that the roster claims. */
      roster: number,
      /**
       * Verified files of each row of the roster, cell by cell in the order of the job: what was promised stands in `run-opened`, so
       * that the two can be held against each other. Seals of before they were counted do not say.
       */
      rows: optional(listOf(number)),
      bytes: number,
      /** What every file that is to be loaded reaches, as far as its role can be proven. */
      level,
      /** Of the verified files, those that count by their bytes only. Seals of before this was counted do not say. */
      opaque: optional(number),
      /** Where the artifacts are, by a name a person can use. */
      place: text,
      /** The machine on which it was sealed. Absent before it was written. */
      machine: optional(text),
      /** Where the files lie when they had no room with us: on a durable tier that outlives the box, by the profile's word. */
      in: optional(fields({ durable: text, platform: text, tier: text })),
      /** SHA-256 over the meaning of the statement that lies beside the evidence. Absent before there was one. */
      statement: optional(text),
      /**
       * What its metrics came to, in few points, for whoever has the record alone: at most six series of sixty steps, each with its
       * value. Shown, and never decided by. Absent where no metrics came home, and before they were kept.
       */
      curves: optional(listOf(fields({ cell: text, key: text, points: listOf(listOf(number)) }))),
      /** What the metric that decides on the best (`metrics.best`) came to at its best, cell by cell. Shown, and never decided by. */
      best: optional(listOf(fields({ cell: text, value: number, step: number }))),
    },
    {
      apply(run, event): Ignored {
        if (!run.collected) return 'nothing was collected';
        const short = shortOf(run, event);
        if (short.length > 0) return short.join('; ');
        run.seal = event;
        run.stored = [];
        return;
      },
      subject: (event) => `sealed ${event.verified}/${event.roster} as ${event.seal.slice(0, 8)}`,
      sentence: (event) =>
        `sealed ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}${opaqueWords(event.opaque)}, in ${event.place}`,
    },
  ),

  /** Something sealed is no longer what it was; the seal is void. */
  ofRun(
    'unsealed',
    { seal: text, why: text },
    {
      apply(run, event): Ignored {
        if (run.seal?.seal !== event.seal) return 'no such seal';
        run.seal = undefined;
        run.stored = [];
        run.collected = false;
        return;
      },
      subject: (event) => `seal ${event.seal.slice(0, 8)} is void: ${event.why}`,
      sentence: (event) => `seal ${event.seal.slice(0, 8)} is void: ${event.why}`,
    },
  ),

  /** What was sealed lies in a store that outlives this machine, and was read back from there, equal byte for byte. */
  ofRun(
    'stored',
    { seal: text, ...inStore },
    {
      apply(run, event): Ignored {
        if (run.seal?.seal !== event.seal) return 'no such seal';
        run.stored.push(event);
        return;
      },
      subject: ({ files, seal, store }) =>
        `stored ${files} file${files === 1 ? '' : 's'} of ${seal.slice(0, 8)} as ${store}`,
      sentence: (event) =>
        `stored ${event.seal.slice(0, 8)} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`,
    },
  ),

  /**
   * A reviewer's word in advance: what of this run is sealed within these bounds may be released without asking again,
   * so that no meter waits for a person.
   */
  ofRun(
    'standing-approved',
    {
      person: text,
      via: oneOf<'environment' | 'phrase'>(),
      /** Of the job that they saw. */
      configHash: text,
      platforms: listOf(text),
      maxUsdPerHour: number,
      /** The least level of verification, with nothing missing. */
      level,
      expiresAt: text,
    },
    {
      apply(run, event): Ignored {
        run.standing.push(event);
        return;
      },
      subject: (event) => `approved in advance: release at ${event.level} or better`,
      sentence: (event) =>
        `${event.person} approved in advance (${event.via}): release once sealed at ${event.level} or better, on ${event.platforms.join(', ')}, at most ${event.maxUsdPerHour} USD/h, until ${event.expiresAt}`,
    },
  ),

  ofRun(
    'approved',
    {
      /** What it binds to: for a release the seal, for an abandon the digest of the list of losses. */
      binds: text,
      goal: oneOf<'release' | 'park' | 'abandon'>(),
      lease: text,
      /** Verbs in order, as shown to the person. */
      verbs: listOf(text),
      person: text,
      via: oneOf<'phrase' | 'environment' | 'standing' | 'demo'>(),
      expiresAt: text,
    },
    {
      apply(run, event): Ignored {
        run.approvals.push(event);
        return;
      },
      // Who approved is in the event; a log that may be public names nobody.
      subject: (event) => `approved ${event.goal} of ${event.lease} for ${event.binds.slice(0, 8)}`,
      sentence: (event) =>
        `${event.person} approved (${event.via}) ${event.goal} of ${event.lease}: ${event.verbs.join(', ')}; binds to ${event.binds.slice(0, 8)}`,
    },
  ),
] as const;
