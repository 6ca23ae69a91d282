import type { Clock } from '../../clock.ts';
import { Problem } from '../../problem.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { isSilent, type LoginNode, sentenceOf, type Told } from './api.ts';
import { heldAs, priceOf } from './box.ts';
import { gresIn } from './offers.ts';
import { SUBMIT } from './remote.ts';
import { renderScript, type Script } from './script.ts';

/** Seconds before each further try, while Slurm does not answer. */
const PAUSES = [5, 15];

/** Submits a held job once; called again it finds the job that it made, whatever became of that since. */
export async function create(
  node: LoginNode,
  intent: RentIntent,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<Held> {
  const script = scriptFor(intent);
  for (let attempt = 0; ; attempt += 1) {
    const told = await submit(node, intent, script);
    const held = heldIn(told, intent);
    if (held) return held;
    const failed = failureIn(told, node.target);
    const pause = PAUSES[attempt];
    if (failed.reason !== 'unclear' || pause === undefined) throw failed;
    await clock.sleep(pause, signal);
    if (signal?.aborted) throw failed;
  }
}

function scriptFor(intent: RentIntent): Script {
  if (intent.image !== undefined && intent.candidate.slurm?.container === undefined)
    throw new RentFailed(
      'the job names an image, and its candidate does not say by what it is run there (slurm.container)',
      'refused',
    );
  const gres = gresIn(intent.offer.id);
  try {
    return renderScript({ ...intent, ...(gres === undefined ? {} : { gres }) });
  } catch (error) {
    if (error instanceof RangeError) throw new RentFailed(error.message, 'refused', { cause: error });
    throw error;
  }
}

async function submit(node: LoginNode, { name, offer }: RentIntent, script: Script): Promise<Told> {
  try {
    return await node.ask(
      SUBMIT,
      [name, String(offer.usdPerHour), script.overruledBy.join(' ')],
      script.text,
    );
  } catch (error) {
    // The line may have gone after the submit.
    if (error instanceof Problem && error.code === 'queue-unreachable')
      throw new RentFailed(error.what, 'unclear', { cause: error });
    throw error;
  }
}

function heldIn(told: Told, { name, offer }: RentIntent): Held | undefined {
  const [boxId, price] = told.lines('job');
  return boxId === undefined ? undefined : heldAs(boxId, name, priceOf(price) ?? offer.usdPerHour);
}

/** By Slurm's own sentences: slurm.schedmd.com, `src/common/slurm_errno.c`. */
const NO_ROOM =
  /MaxSubmit|Nodes required for job are DOWN|Required partition not available|AssocMaxSubmitJobLimit/i;

function failureIn(told: Told, target: string): RentFailed {
  const asked = told.lines('squeue');
  const said = told.lines('sbatch');
  const code = told.code('sbatch');
  const sentence = sentenceOf(said);
  if (code === 127)
    return new RentFailed(`${target} has no sbatch: it is no login node of a Slurm cluster`, 'refused');
  if (told.code('lock') !== undefined)
    return new RentFailed(
      'another submit has held the lock on ~/.gpu-lease/.queue for a minute; where none is under way, remove .lock.d and .lock.old there',
      'unclear',
    );
  if (told.code('keep') !== undefined)
    return new RentFailed(
      `nothing can be written below ~/.gpu-lease/.queue on ${target}; nothing was submitted`,
      'refused',
    );
  if (code === undefined && told.code('squeue') === 0)
    return new RentFailed(
      `a submit of this name was begun before, and whether it came through sacct on ${target} does not say: ${sentenceOf(told.lines('sacct')) ?? 'it said nothing'}; nothing more was submitted`,
      'unclear',
    );
  if (code === undefined)
    return new RentFailed(
      `squeue on ${target} gave no answer: ${sentenceOf(asked) ?? 'it said nothing'}`,
      'unclear',
    );
  if (isSilent(said) || code === 0 || (code >= 124 && code !== 255) || sentence === undefined)
    return new RentFailed(
      `sbatch on ${target} gave no answer (${code}): ${sentence ?? 'it said nothing'}`,
      'unclear',
    );
  return new RentFailed(
    `Slurm refuses the job: ${sentence}`,
    NO_ROOM.test(said.join(' ')) ? 'no-capacity' : 'refused',
  );
}
