import { quoted } from '../secret/shape.ts';
import { resumes } from './assemble.ts';
import { cellDifferences } from './cell-differences.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';

export function* smokeRules({ parts: { smoke, checkpoint } }: Context): Generator<Finding> {
  if (smoke === 'none') {
    const what =
      'This job rents without a smoke run: an error of import, configuration or shape shows only on the meter.';
    yield warn('smoke-none', ['smoke'], what, 'Replace `smoke: none` by a tiny run of the same entry point.');
  }
  if (smoke === undefined || smoke === 'none') return;
  const drills = smoke.drill !== undefined && smoke.drill !== 'none';
  if (drills && !checkpoint) {
    const what =
      'The drill kills a run and continues it from its checkpoint, and the job has no `checkpoint`.';
    yield stop(
      'drill-without-checkpoint',
      ['smoke', 'drill'],
      what,
      'Add `checkpoint: {path: ...}`, or write `drill: none`.',
    );
  } else if (drills && !resumes(checkpoint)) {
    const what = 'The drill requires that a run continues, and `checkpoint.resume` is none.';
    yield stop(
      'drill-without-resume',
      ['smoke', 'drill'],
      what,
      'Write `resume: continues`, or `drill: none`.',
    );
  }
  if (smoke.drill === 'none' && resumes(checkpoint)) {
    const what = 'That a run continues from its checkpoint is claimed and never tried.';
    yield warn('drill-none', ['smoke', 'drill'], what, 'Remove `drill: none` to have it drilled.');
  }
}

const OUTPUT_FLAG =
  /--?(?:out|output|save|checkpoint|log)s?(?:[-_]?(?:dir|path|folder))?[= ]+(?!["']?\$)([^\s"'$]+)(?=\s|$)/i;
const RESUME_FLAG = /(?:^|\s)(--?resume(?:[-_]from(?:[-_]checkpoint)?)?|\+?resume=\S+)(?=[\s=]|$)/i;

export function* commandRules({ parts: { run }, cells }: Context): Generator<Finding> {
  if (run === undefined) return;
  if (/(^|[^&])&\s*$/.test(run)) {
    const what = 'The command ends with `&`: it would return at once, and the run would count as over.';
    yield warn('run-in-background', ['run'], what, 'Remove the `&`; the run is detached anyway.');
  }
  const resume = RESUME_FLAG.exec(run)?.[1];
  if (resume !== undefined) {
    const what = `The command asks for a resume (${quoted(resume)}), also on its first start.`;
    yield warn(
      'resume-flag',
      ['run'],
      what,
      'Let the script load its last checkpoint whenever there is one.',
    );
  }
  const output = OUTPUT_FLAG.exec(run)?.[1];
  if (output !== undefined) {
    const shared = cells.length > 1 ? `, the same for all ${cells.length} cells` : '';
    const what = `The command writes to ${quoted(output)}${shared}; artifacts are looked for in \`$GPU_LEASE_OUT\`.`;
    yield warn('fixed-output', ['run'], what, 'Write to "$GPU_LEASE_OUT".');
  }
}

export function* cellRules({ parts: { vars = {} }, cells }: Context): Generator<Finding> {
  const warned = new Set<string>();
  for (const { cell, from } of cells) {
    for (const [name, value] of Object.entries(cell.vars)) {
      if (!Object.hasOwn(vars, name) || String(vars[name]) === value || warned.has(name)) continue;
      warned.add(name);
      const what = `The cell ${quoted(cell.name)} sets ${name} to ${quoted(value)}, and the job to ${quoted(String(vars[name]))}; the cell wins.`;
      yield warn('cell-overrides-var', ['cells', ...from], what, 'Set it in one place.');
    }
  }
  const shared = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
  const all = cells.map(({ cell }) => cell);
  for (const { name, without } of cellDifferences(all, shared).partial) {
    const some =
      without.slice(0, 3).join(', ') + (without.length > 3 ? ` and ${without.length - 3} more` : '');
    const what = `${name} is set in some cells and not in ${some}: they are no longer compared under one setting.`;
    yield warn('cell-var-missing', ['cells'], what, `Set ${name} in \`vars\` or in every cell.`);
  }
}

export function* requirementRules({ parts: { requirements } }: Context): Generator<Finding> {
  if (requirements === undefined || (typeof requirements === 'object' && requirements.torch !== undefined))
    return;
  const what = 'torch, torchvision and torchaudio are taken from the image, not from the requirements.';
  yield warn(
    'torch-of-image',
    ['requirements'],
    what,
    'Say so with `torch: keep-image`, or choose `torch: as-pinned`.',
  );
}
