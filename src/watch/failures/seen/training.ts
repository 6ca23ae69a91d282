import { allOf, firstOf, inOrder, median, numbersIn, type Sees, twoOfAKind } from './over-lines.ts';

const LOSS = /\bloss\b['"]?[ :=]{1,3}['"]?(-?\d{1,9}(?:\.\d{1,12})?(?:e-?\d{1,2})?)\b/gi;

/** F-D17: it says that it goes on at a step, and the next that it counts is the first. */
export const beginsAnew: Sees = (text) => {
  for (const { index, 0: said, 1: from } of firstOf(
    text,
    /\b(?:resum|restor|continu)[a-z]{0,6}\b[^\n]{0,160}?\b(?:step|iter|iteration|epoch|checkpoint)[ _=:-]{1,2}(\d{1,9})/gi,
  )) {
    const after = text.slice(index + said.length);
    const [, next] =
      /\b(?:step|iter|iteration|global_step)\b['"]?[ :=]{1,3}['"]?(\d{1,9})\b/i.exec(after) ?? [];
    if (Number(from) > 1 && next !== undefined && Number(next) <= 1) return index;
  }
  return -1;
};

/** F-T03: a spike of the gradients, and an early stop at a value far below its baseline. */
export const fellApart: Sees = (text) => {
  if (!/\bearly stopping\b/i.test(text)) return -1;
  const norms = numbersIn(text, /\bgrad_norm\b['"]?[ :=]{1,3}['"]?(\d{1,9}(?:\.\d{1,12})?)/gi);
  const usual = median(norms.map(({ value }) => value));
  const spike = norms.find(({ value }) => value > 20 * usual);
  if (norms.length < 5 || !spike) return -1;
  const [, best, baseline] =
    /\bbest [^\n]{0,40}?(\d{1,3}(?:\.\d{1,6})?)[^\n]{0,40}?baseline[^\n\d]{0,10}(\d{1,3}(?:\.\d{1,6})?)/i.exec(
      text,
    ) ?? [];
  return baseline !== undefined && Number(best) < 0.8 * Number(baseline) ? spike.at : -1;
};

const EXACT_LOSS = /\bloss\b['"]?[ :=]{1,3}['"]?(-?\d{1,9}\.\d{3,12})\b/gi;

/** F-T06: six times and more the same loss, to the last of three digits and more. A loss of exactly 0 is another thing. */
export const flatFromStart: Sees = (text) => {
  const losses = numbersIn(text, EXACT_LOSS);
  const [first] = losses;
  const isFlat = losses.length >= 6 && losses.every(({ value }) => value === first?.value);
  return isFlat && first && first.value !== 0 ? first.at : -1;
};

/** F-T08: the loss falls by a fifth and more, and all scores are exactly 0. */
export const zeroWhileLossFalls: Sees = (text) => {
  const losses = numbersIn(text, LOSS);
  const scores = numbersIn(
    text,
    /\b(?:mAP\w{0,8}|AP\d{0,2}|bleu|rouge\w{0,3}|dice|m?iou|f1|precision|recall|exact_match)\b['"]?[ :=]{1,3}['"]?(\d{1,3}(?:\.\d{1,9})?)/gi,
  );
  const falls = (losses.at(-1)?.value ?? Number.NaN) < 0.8 * (losses[0]?.value ?? Number.NaN);
  return falls && scores.length >= 3 && scores.every(({ value }) => value === 0) ? (scores[0]?.at ?? -1) : -1;
};

const SCORE_OF_A_FILE =
  /\.(?:pt|pth|ckpt|safetensors)\b[^\n\d]{0,60}?(?:accuracy|acc|score|bleu|f1|mAP|exact_match)/;

/** F-T09: one file, one score, two values that are far apart. */
export const twoScores: Sees = (text) =>
  SCORE_OF_A_FILE.test(text)
    ? twoOfAKind(
        text,
        /(\S{1,200}\.(?:pt|pth|ckpt|safetensors)\b[^\n\d]{0,60}?(?:accuracy|acc|score|bleu|f1|mAP|exact_match))['"]?[ :=]{1,3}(\d{1,3}(?:\.\d{1,6})?)/g,
        (one, other) => Math.abs(Number(one) - Number(other)) > 0.15 * Math.max(Number(one), Number(other)),
      )
    : -1;

/** F-T11: outputs that are nearly one, or as good with shuffled input. */
export const sameForAll: Sees = (text) => {
  const [alike] = numbersIn(
    text,
    /\bcosine[^\n\d]{0,60}(?:samples|outputs)[^\n\d]{0,20}(\d(?:\.\d{1,6})?)/gi,
  );
  return alike && alike.value > 0.99 ? alike.at : -1;
};

/** F-T12: `shuffled baseline 0.41 (chance 0.50)` of a validation. */
export const belowChance: Sees = (text) => {
  for (const { index, 0: line, 1: shuffled, 2: chance } of text.matchAll(
    /^[^\n]{0,80}\bshuffled\b[^\n\d]{0,40}(\d(?:\.\d{1,6})?)[^\n\d]{0,30}\bchance\b[^\n\d]{0,10}(\d(?:\.\d{1,6})?)/gim,
  ))
    if (/\bval/i.test(line) && Number(shuffled) < Number(chance)) return index;
  return -1;
};

/** F-T13: `diff -u` of two configurations with more than one key. */
export const twoKeysDiffer: Sees = (text) => {
  const begin = text.search(/^--- \S{1,200}\.(?:ya?ml|json|toml)\b/m);
  if (begin < 0) return -1;
  const keys = [...text.slice(begin).matchAll(/^\+\s{0,20}["']?([\w.-]{1,80})["']?\s{0,4}[:=]/gm)].map(
    ([, key]) => key,
  );
  return new Set(keys).size > 1 ? begin : -1;
};

/** F-T14: two workers that say one seed. */
export const oneSeed: Sees = (text) => {
  const known = new Map<string, string>();
  for (const { index, 1: worker = '', 2: seed = '' } of text.matchAll(
    /\bworker[ _=:]{1,2}(\d{1,4})\b[^\n]{0,40}?\bseed[ =:]{1,3}(\d{1,20})/gi,
  )) {
    const other = known.get(seed);
    if (other !== undefined && other !== worker) return index;
    known.set(seed, worker);
  }
  return -1;
};

/** F-T15. */
export const notHeldOut = allOf(
  /\bval(?:idation)?[ _]\w{1,20}[^\n]{0,60}\b(?:last train(?:ing)? batch|train_(?:loader|dataloader|dataset))\b/i,
  /\bval/i,
);

/** F-T16: some ten steps, and a low score. */
export const hardlyTrained: Sees = (text) => {
  const [steps] = numbersIn(text, /\bmax[_-]steps['"]?[ :=]{1,3}(\d{1,9})\b/g);
  const [score] = numbersIn(
    text,
    /\b(?:eval_)?(?:accuracy|acc|f1|score)\b['"]?[ :=]{1,3}(\d(?:\.\d{1,6})?)\b/g,
  );
  return steps && score && steps.value <= 50 && score.value < 0.4 ? score.at : -1;
};

/** F-T07: by the times that a launcher prints, in seconds. */
export const farTooSoon: Sees = (text) => {
  for (const { index, 1: took, 2: usual } of text.matchAll(
    /\b(?:took|finished in|ended after) (\d{1,9}) s\b[^\n]{0,60}\b(?:usual(?:ly)?|expected)[^\n\d]{0,20}(\d{1,9}) s\b/gi,
  ))
    if (Number(took) < Number(usual) / 2) return index;
  return text.search(/\bfinished in less than half of the expected time\b/);
};

/** F-D16: `sha256sum` of the metrics of two runs. */
export const sameMetrics: Sees = (text) =>
  twoOfAKind(
    text,
    /^([\da-f]{64}) [ *](\S{0,200}(?:metrics|results|log_history)\S{0,60})$/gm,
    (one, other) => one !== other,
  );

/** F-S16. */
export const emptyPanel = allOf(
  /No dashboards are active for the current data set/,
  /\b[1-9]\d{2,12}\b[^\n]{0,60}events\.out\.tfevents\.\d/,
);

/** F-S18: a run that was deleted is listed again. */
export const comesUpAgain: Sees = (text) => {
  const [, name = ''] = /\b[Dd]eleted run (\S{3,60})/.exec(text) ?? [];
  const again = name === '' ? -1 : text.indexOf(name, text.indexOf(name) + name.length);
  return again >= 0 &&
    inOrder(/\b[Dd]eleted run /, /^(?:[^\n]{0,40}\b)?(?:runs|finished|crashed)\b/m)(text) >= 0
    ? again
    : -1;
};
