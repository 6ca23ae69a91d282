import { uploadOutcome, uploadStepOf } from '../course/store.ts';
import { publishUpload } from '../github/publish.ts';
import { maskSecret } from '../github/runner.ts';
import type { Look, Seen } from '../kaggle/look.ts';
import { EXIT, Problem } from '../problem.ts';
import { kaggleMarkdown } from '../report/kaggle-markdown.ts';
import type { ActionCall } from './action-call.ts';
import { inKagglesWords } from './kaggle.ts';
import { isBySchedule, knownBy, leaveLook, lookBefore, seenIn, toldBefore } from './kaggle-look.ts';
import { type Stepped, takeStep } from './kaggle-step.ts';
import { storeSealed } from './kaggle-store.ts';

/** What the step after an upload is told by this one. */
const UPLOAD_OF = /^kaggle ([a-z0-9-]{1,80})$/;

/** Of what a person has to decide; anything else is tried again by the next look. */
const TOLD_ONCE = ['failed', 'refused'];

/** The step of `actions/kaggle`, and, where it left an upload to the next one, the step after that, which reads it back. */
export const step = (call: ActionCall): Promise<number> => inKagglesWords(() => stepIn(call));

async function stepIn(call: ActionCall): Promise<number> {
  const { settings, face, signal, tell } = call;
  const { env } = settings;
  for (const name of ['KAGGLE_API_TOKEN', 'KAGGLE_KEY']) maskSecret(env[name] ?? '');
  const uploadedRun = UPLOAD_OF.exec(env['GPU_LEASE_UPLOAD_OF'] ?? '')?.[1];
  const uploads = uploadStepOf(env, uploadedRun === undefined ? undefined : uploadOutcome(env));
  const quotas: string[] = [];
  let seen: Seen | undefined;
  let look: Look | undefined;
  try {
    const stepped = await takeStep({
      ...{ settings, face, signal, named: uploadedRun ?? settings.value('run') },
      onQuota: (words) => quotas.push(words),
      known: async (run, standing) => {
        seen = seenIn(run, standing);
        look = await lookBefore(call, seen);
        // What was just uploaded is to be read back, whatever was told before.
        return look && uploadedRun === undefined ? knownBy(call, look, standing) : undefined;
      },
    });
    const done =
      stepped.state === 'sealed' && seen ? await storeSealed(call, stepped, seen, uploads) : stepped;
    if ('upload' in done) {
      tell(outputsOf(stepped));
      publishUpload({ ...done.upload, of: `kaggle ${stepped.run}` });
      return EXIT.ok;
    }
    return await told(call, done, quotas);
  } catch (error) {
    if (!seen || !(error instanceof Problem) || !TOLD_ONCE.includes(error.kind)) throw error;
    tell({ run: seen.run, state: 'failed', session: String(seen.session) });
    const isTold = look?.told?.code === error.code;
    leaveLook(call, seen, { told: { code: error.code, what: error.what.slice(0, 4000) }, stored: null });
    if (!isTold || !isBySchedule(call)) throw error;
    face.warn(toldBefore(error.what));
    return EXIT.ok;
  }
}

async function told(
  { settings, tell, summarize }: ActionCall,
  done: Stepped,
  quotas: readonly string[],
): Promise<number> {
  tell(outputsOf(done));
  await summarize(kaggleMarkdown(settings.redactor.deep({ ...done, quotas: [...quotas] })));
  return EXIT.ok;
}

const outputsOf = ({ run, state, session, kernel, seal, place }: Stepped): Record<string, string> => ({
  run: run ?? '',
  state,
  session: session === null ? '' : String(session),
  url: kernel === null ? '' : `https://www.kaggle.com/code/${kernel}`,
  seal: seal ?? '',
  place: place ?? '',
});
