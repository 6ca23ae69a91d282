/** Under which the integrations of trainers log their own step beside the tracker's, most likely first. */
const NAMES = ['step', 'train/global_step', 'trainer/global_step', 'global_step'];

/**
 * A tracker counts its calls, and a resumed run begins at 0 again: that count, `_step`, is evidence of nothing. Where a record carries the
 * step of its trainer, it is its `step`.
 */
export function withOwnStep(record: Map<string, unknown>): Map<string, unknown> {
  const name = NAMES.find((each) => typeof record.get(each) === 'number');
  if (name !== undefined) record.set('step', record.get(name));
  return record;
}
