import { nearestOf } from '../nearest.ts';
import { quoted } from '../secret/shape.ts';
import { candidateOf, DEFAULT_BUDGET } from './assemble.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { QUEUES } from './queue-rules.ts';

/** By the profiles (`spot.available`), which a test holds against this. */
export const SPOT: ReadonlySet<string> = new Set(['vastai', 'verda', 'compshare']);
export const NO_SPOT: ReadonlySet<string> = new Set([
  'autodl',
  'colab',
  'digitalocean',
  'featurize',
  'gpushare',
  'kaggle',
  'lambda',
  'lanrui',
  'matpool',
  'paperspace-core',
  'paperspace-gradient',
  'runpod',
]);

/** By the profiles (`rent.self-stop`, whose verb destroys nothing), which a test holds against this. */
export const ENDS_ITSELF: ReadonlySet<string> = new Set(['autodl', 'vastai']);

/** By the drivers (`takesRegistry`), which a test holds against this: the login lies at the platform, known by its id. */
export const REGISTRIES: ReadonlySet<string> = new Set(['runpod']);
/** By the drivers (`takesLogin`), which a test holds against this: the login is handed over with the create. */
export const LOGINS: ReadonlySet<string> = new Set(['runpod', 'vastai']);
/** What the others do with an image. */
const IMAGES: Record<string, string> = {
  autodl: 'starts its own images and none of a registry',
  compshare: 'starts its own images and none of a registry',
  lambda: 'rents whole machines and starts no container image',
  digitalocean: 'rents whole machines and starts no container image',
  verda: 'rents whole machines and starts no container image',
  'paperspace-core': 'rents whole machines and starts no container image',
  kubernetes: 'takes pull secrets of the cluster by name (`kubernetes.imagePullSecrets`)',
  slurm: "pulls by the configuration of the cluster's own user",
  kaggle: 'starts its own images and none of a registry',
};

const list = (names: ReadonlySet<string>): string => [...names].join(', ');

export function* candidateRules({
  parts: { candidates, image, registry },
  known: { platforms, free = new Set(['local']) },
}: Context): Generator<Finding> {
  if (registry !== undefined && image === undefined)
    yield stop(
      'registry-without-image',
      ['registry'],
      '`registry` is the login by which `image` is pulled, and the job names no image.',
      'Add `image: name@sha256:...`, or leave `registry` out.',
    );
  const seen = new Set<string>();
  for (const [at, typed] of (candidates ?? []).entries()) {
    const candidate = candidateOf(typed);
    const path = ['candidates', at];
    const below = (key: string) => (typeof typed === 'string' ? path : [...path, key]);
    if (!platforms.has(candidate.platform)) {
      const names = [...platforms].sort();
      const near = nearestOf(candidate.platform, names);
      const use = `Use one of: ${names.join(', ')}; or add profiles/${candidate.platform}.yml.`;
      yield {
        ...stop(
          'unknown-platform',
          below('platform'),
          `There is no profile for the candidate ${quoted(candidate.platform)}.`,
          near === undefined ? use : `Did you mean "${near}"? ${use}`,
        ),
        ...(near !== undefined && { meant: near }),
      };
    }
    if (candidate.market === 'spot' && NO_SPOT.has(candidate.platform))
      yield stop(
        'no-spot',
        below('market'),
        `${quoted(candidate.platform)} rents no spot boxes to programs, so there would never be one.`,
        `Leave \`market\` out, or take one of ${list(SPOT)} for spot.`,
      );
    if (candidate.registry !== undefined && !REGISTRIES.has(candidate.platform))
      yield stop(
        'no-registry-login',
        below('registry'),
        `${quoted(candidate.platform)} ${IMAGES[candidate.platform] ?? 'pulls public images alone'}, so it takes no login of a registry.`,
        `Leave \`registry\` out, or take one of ${list(REGISTRIES)} for an image that is not public.`,
      );
    if (candidate.selfStop && candidate.attach === undefined)
      yield stop(
        'self-stop-of-rented',
        below('self-stop'),
        '`self-stop` is for a box of your own. One that is rented ends its own meter wherever that loses nothing.',
        'Remove `self-stop`, or name the box with `attach`; "gpu-lease plan" shows what ends a rented one.',
      );
    else if (candidate.selfStop && !ENDS_ITSELF.has(candidate.platform))
      yield stop(
        'no-self-stop',
        below('self-stop'),
        `No line is known by which a box of ${quoted(candidate.platform)} ends its own meter and keeps everything that lies on it.`,
        `Remove \`self-stop\` and end the box by hand; it is known of ${list(ENDS_ITSELF)}.`,
      );
    // Nobody pulls an image for a box that is there already.
    const pulls = candidate.attach === undefined && !free.has(candidate.platform);
    if (registry !== undefined && pulls && platforms.has(candidate.platform)) {
      if (!LOGINS.has(candidate.platform))
        yield stop(
          'no-registry-login',
          below('platform'),
          `${quoted(candidate.platform)} ${IMAGES[candidate.platform] ?? 'pulls public images alone'}, so it takes no \`registry\` of the job.`,
          `Take the candidate out, or leave \`registry\` out; ${list(LOGINS)} take one.`,
        );
      else if (candidate.registry !== undefined)
        yield stop(
          'registry-twice',
          below('registry'),
          'The candidate names a login that lies at the platform, and the job names another by its secrets.',
          'Leave one of the two `registry` out.',
        );
    }
    if (candidate.attach !== undefined && candidate.market !== undefined) {
      yield stop(
        'market-of-attached',
        below('market'),
        'An attached box is on no market.',
        'Remove `market`.',
      );
    }
    if (candidate.attach !== undefined && candidate.usdPerHour === undefined) {
      const what = 'What this attached box costs is not said, so the budget cannot guard it.';
      yield warn('price-unknown', path, what, 'Add `usdPerHour`; 0 for your own.');
    }
    const { platform, attach, market, queue, slurm, kubernetes } = candidate;
    const key = JSON.stringify([platform, attach, market, queue, slurm, kubernetes]);
    if (seen.has(key))
      yield warn('candidate-twice', path, 'This candidate stands twice.', 'Remove one of them.');
    seen.add(key);
  }
}

export function* budgetRules({ parts: { budget, candidates, watch }, known }: Context): Generator<Finding> {
  const { free = new Set(['local']), queues = QUEUES } = known;
  const costly = (candidates ?? [])
    .map(candidateOf)
    .find(
      ({ platform, usdPerHour = queues.has(platform) ? 0 : undefined }) =>
        known.platforms.has(platform) && !free.has(platform) && usdPerHour !== 0,
    );
  if (budget === undefined && costly) {
    yield stop(
      'budget-missing',
      ['budget'],
      `\`budget\` is missing, and the candidate ${quoted(costly.platform)} may cost money.`,
      'Add what the run may cost: `budget: {usd: 20, hours: 10, usdPerHour: 2}`.',
    );
  }
  if (budget && budget.usd > budget.hours * budget.usdPerHour + 1e-9) {
    const most = budget.hours * budget.usdPerHour;
    const what = `The budget of ${budget.usd} USD can never be reached: ${budget.hours} h at ${budget.usdPerHour} USD/h are ${most} USD.`;
    yield warn('budget-unreachable', ['budget', 'usd'], what, 'Lower `usd`, or raise what was meant.');
  }
  const hours = (budget ?? DEFAULT_BUDGET).hours;
  if (watch?.expected !== undefined && watch.expected > hours * 3600) {
    const what = `A run is expected to take ${watch.expected / 3600} h, and the budget ends after ${hours} h.`;
    yield warn('budget-too-short', ['watch', 'expected'], what, 'Raise `budget.hours`.');
  }
}
