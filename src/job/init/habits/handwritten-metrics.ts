import { type Code, callsOf, findInCode } from '../reading/code.ts';
import type { MetricsSource } from '../trainer.ts';
import { printedMetrics } from './printed-metrics.ts';

/** What a script without a trainer of its own leaves its losses in. */
export function writtenMetrics(code: Code): MetricsSource | undefined {
  const text = code.files.map((file) => file.code).join('\n') || (code.entry?.source ?? '');
  const jsonl = /['"][^'"]{0,80}?([A-Za-z0-9_-]{1,40}\.jsonl)['"]/.exec(text)?.[1];
  if (jsonl !== undefined)
    return { path: jsonl, format: 'jsonl', why: 'the script names it', ...stepKey(text), ...lossKey(text) };
  const csv = /['"][^'"]{0,80}?((?:metrics|log|history|progress|results)\w{0,20}\.csv)['"]/.exec(text)?.[1];
  if (csv !== undefined)
    return { path: `**/${csv}`, format: 'csv', why: 'the script names it', ...stepKey(text) };
  const isTensorBoard =
    callsOf(code, /(^|\.)(SummaryWriter|create_file_writer|TensorBoardLogger|TensorBoard)$/).length > 0 ||
    findInCode(code, /log_with\s*=\s*['"]tensorboard['"]/) !== undefined;
  if (isTensorBoard)
    return {
      path: '**/events.out.tfevents.*',
      format: 'tensorboard',
      why: 'the script writes TensorBoard events',
    };
  return printedMetrics(code);
}

/** `loss` unless the script writes another key that is one. */
function lossKey(text: string): { lossKey?: string } {
  if (/['"]loss['"]/.test(text)) return {};
  const other = /['"]((?:train|training)[_/]loss|loss[_/]train)['"]/.exec(text)?.[1];
  return other === undefined ? {} : { lossKey: other };
}

/** What rows may be counted by, most likely first; the first is what a job reads where it says nothing. */
const STEP_KEYS = ['step', 'global_step', 'iteration', 'iter', 'epoch'];

/** A key of a mapping or a name in the header line of a table; else a string by itself, as in the list of a header. */
function stepKey(text: string): { stepKey?: string } {
  const found =
    STEP_KEYS.find((key) =>
      new RegExp(`['"]${key}['"]\\s*:|\\bdict\\([^)]{0,400}\\b${key}\\s*=`).test(text),
    ) ??
    STEP_KEYS.find((key) =>
      new RegExp(`['"](?:[\\w ./]{1,40},){0,20} ?${key} ?(?:,[\\w ,./]{0,400})?(?:\\\\n)?['"]`).test(text),
    );
  return found === undefined || found === STEP_KEYS[0] ? {} : { stepKey: found };
}
