import { inWorkflow } from '../github/in-workflow.ts';
import type { StandingApproved } from '../lease/events.ts';
import { costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { staleVerbsBy } from '../profile/stale-verbs.ts';
import type { World } from '../world.ts';
import { askAtTerminal, givenPhrase } from './approve-release.ts';
import { gateOf, personOfEnvironment } from './gate.ts';
import type { Given } from './given.ts';
import { standingMeaning } from './meaning.ts';
import {
  givenBefore,
  requirePhrase,
  type StandingTerms,
  standingPhrase,
  standingTerms,
  termLines,
} from './standing-terms.ts';

/**
 * A person's word that what of this run is sealed within these bounds may be released without asking again. `undefined`
 * where the same word was given before, and where nobody gave it now.
 */
export async function approveInAdvance(
  world: World,
  given: Given,
  run: Run,
): Promise<StandingApproved | undefined> {
  const now = world.clock.now();
  const terms = standingTerms(run, given.inAdvance ?? '', now);
  world.face.heading(`approval in advance: ${run.id}`);
  for (const line of termLines(run, terms, `until ${terms.expiresAt}`)) world.face.line(line);
  if (givenBefore(run, terms, now)) {
    world.face.line('it was given before and still counts');
    return;
  }
  await refuseStaleFacts(world, run, terms);
  const word = inWorkflow(given)
    ? await wordInWorkflow(world, given, run, terms)
    : await wordAtTerminal(world, given, run, terms);
  if (!word) return;
  world.face.line(`approved in advance by ${word.person} (${word.via})`);
  return { type: 'standing-approved', ...word, ...terms };
}

/** Later nobody is there to read them up: what is too old now, or before the approval ends, is not approved for then. */
async function refuseStaleFacts(
  world: World,
  run: Run,
  { platforms, expiresAt }: StandingTerms,
): Promise<void> {
  const stale: string[] = [];
  for (const platform of platforms) {
    const verbs = staleVerbsBy(await world.profile(platform), new Date(expiresAt));
    if (verbs.length > 0) stale.push(`${platform}: ${verbs.join(', ')}`);
  }
  if (stale.length === 0) return;
  throw new Problem({
    code: 'standing-stale-facts',
    kind: 'refused',
    what: `What is known of the verbs that a release would carry out is too old to be approved in advance until ${expiresAt} (${stale.join('; ')}).`,
    next: 'Approve the release once the run is sealed, where that is shown and acknowledged; let the approval end before that day ("approval.standing.within", else "budget.hours", of a new run); or update gpu-lease to a version whose profiles were read up ("gpu-lease staleness").',
    costing: costing(run),
  });
}

type Word = Pick<StandingApproved, 'person' | 'via'>;

/** The reviewers of the environment that the job waited in, or a phrase that a person dispatched where there is none. */
async function wordInWorkflow(
  world: World,
  given: Given,
  run: Run,
  terms: StandingTerms,
): Promise<Word | undefined> {
  const gate = await gateOf(given, world, run);
  if (gate.kind === 'environment' && given.environment !== undefined) {
    const meaning = standingMeaning(run, terms.level, given.env['GITHUB_RUN_ID']);
    return { person: await personOfEnvironment({ given, world, run }, gate, meaning), via: 'environment' };
  }
  // For code of a branch only reviewers count: whoever may write could type the phrase, the author among them.
  if (gate.kind === 'phrase' && !run.opened?.change) {
    const typed = await givenPhrase(given, world, run);
    if (typed) return typedWord(run, terms, typed);
  }
  const environment = gate.kind === 'environment' ? gate.name : undefined;
  throw new Problem({
    code: gate.kind === 'phrase' && gate.because ? gate.because.code : 'standing-needs-a-person',
    kind: 'refused',
    what:
      gate.kind === 'phrase' && gate.because
        ? gate.because.what
        : `An approval in advance was asked for in a workflow, and ${environment === undefined ? 'no protected environment is named' : `its job does not say that it waits in "${environment}"`}.`,
    next: `Let the job wait in a protected environment and name it ("environment"), or approve from a terminal: gpu-lease approve ${run.id} --standing ${terms.level}`,
    costing: costing(run),
  });
}

async function wordAtTerminal(
  world: World,
  given: Given,
  run: Run,
  terms: StandingTerms,
): Promise<Word | undefined> {
  const phrase = standingPhrase(run.id, terms);
  world.face.settle();
  world.face.line(`to approve, type: ${phrase}`);
  const typed = (await givenPhrase(given, world, run)) ?? (await askAtTerminal(given, world, phrase));
  return typed && typedWord(run, terms, typed);
}

function typedWord(run: Run, terms: StandingTerms, given: { typed: string; person: string }): Word {
  requirePhrase(run, terms, given.typed);
  return { person: given.person, via: 'phrase' };
}
