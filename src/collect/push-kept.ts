import type { Channel } from '../box/channel.ts';
import type { RunDir } from '../launch/launcher.ts';
import type { Started } from '../lease/events.ts';
import { costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { KeptCopies } from './kept-copies.ts';
import { cellOutDir, storeOf } from './places.ts';
import { pushBack } from './push.ts';

/**
 * Before a run resumes on a box that has nothing: our last verified copies, hashed here before they leave and proven there
 * before they count. A copy that is missing here stops the start: resuming from nothing would lose work in silence.
 */
export async function pushKept(
  world: World,
  run: Run,
  channel: Channel,
  dir: RunDir,
): Promise<Started['from']> {
  const from: Started['from'] = [];
  for (const cell of run.cells.values()) {
    if (cell.kept.size === 0) continue;
    const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
    const report = await pushBack(channel, {
      fromDir: await copies.laidOut(cell.kept.values()),
      entries: [...cell.kept.values()].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
      remoteDir: cellOutDir(dir.base, cell.name),
      clock: world.clock,
      signal: world.signal,
    });
    await copies.dropLayout();
    if (!report.complete) throw notPushed(world, run, cell.name, report.files);
    world.face.line(
      `${cell.name}: our verified copy${cell.verifiedStep === undefined ? '' : ` of step ${cell.verifiedStep}`} is on the new box, ${report.files.length} files`,
    );
    if (cell.verifiedStep !== undefined)
      from.push({ cell: cell.name, step: cell.verifiedStep, source: 'our-copy' });
  }
  return from;
}

function notPushed(
  world: World,
  run: Run,
  cell: string,
  files: { path: string; outcome: string; why?: string }[],
): Problem {
  const bad = files.filter((file) => file.outcome !== 'pushed' && file.outcome !== 'already');
  const list = bad
    .slice(0, 10)
    .map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ''}`);
  return new Problem({
    code: 'kept-copy-missing',
    kind: 'failed',
    what: `The verified copies of cell ${cell} could not be put on the new box, so it was not started:\n${list.join('\n')}`,
    next: `They were kept in ${storeOf(world.storeDir, run.id, cell)}; in a workflow download the artifact of the earlier step to there first. Then run the same command again.`,
    costing: costing(run),
  });
}
