import { isSeeded } from '../habits/exactness.ts';
import { lengthPaste } from '../habits/length-paste.ts';
import { outputPaste } from '../habits/output-paste.ts';
import { drawsAtRandom } from '../habits/random-draws.ts';
import type { PythonCall } from '../python/calls.ts';
import { placeOf } from '../python/values.ts';
import { type Code, callsOf, imports } from '../reading/code.ts';
import { writtenPath } from '../reading/written-path.ts';
import { showPlace } from '../repository.ts';
import type { Habits, MetricsSource, Paste, Result, Trainer } from '../trainer.ts';

const KERAS = '((tensorflow|tf)\\.)?keras\\.';
const callbacksOf = (code: Code, name: string): PythonCall[] =>
  callsOf(code, new RegExp(`^(${KERAS})?(\\w+\\.)*${name}$`));

/** BackupAndRestore goes on by itself; without it `fit` begins at epoch 0. */
export const keras: Trainer = {
  name: 'keras',
  title: 'Keras',
  isUsed: (code) =>
    imports(code, 'keras') ||
    imports(code, 'tensorflow.keras') ||
    callsOf(code, new RegExp(`^${KERAS}`)).length > 0,
  habits(code): Habits {
    const [backup] = callbacksOf(code, 'BackupAndRestore');
    const metrics = metricsOf(code);
    return {
      ...(backup && { checkpoint: backupSet(code, backup) }),
      results: resultsOf(code),
      ...(metrics && { metrics }),
      resume: backup
        ? {
            how: 'itself',
            because: `${showPlace(placeOf(backup))} goes on from its backup when there is one`,
          }
        : { how: 'not', because: 'no BackupAndRestore is among the callbacks: fit() begins at epoch 0' },
      isExact: isExact(code, backup),
      usesGpu: true,
      pastes: [...lengthPaste(code, callsOf(code, /\.fit$/)[0], LENGTH), ...pastesOf(code, backup)],
      checks: [],
    };
  },
};

/**
 * The backup holds weights and optimizer, and neither the seeds of layers that drop nor the state that shuffles: only a training
 * that does neither gets the same run back. Amid an epoch it begins that epoch again (keras 3.15.1, its source, 2026-11-25).
 */
const isExact = (code: Code, backup: PythonCall | undefined): boolean =>
  isSeeded(code) &&
  !drawsAtRandom(code) &&
  callsOf(code, /\.fit$/).every(({ named }) => named.get('shuffle') === 'False') &&
  ['"epoch"', "'epoch'"].includes(backup?.named.get('save_freq') ?? '"epoch"');

const LENGTH = [{ argument: 'epochs', variable: 'EPOCHS', otherwise: '1' }] as const;

function backupSet(code: Code, backup: PythonCall) {
  const expression = backup.named.get('backup_dir') ?? backup.plain[0] ?? '"backup"';
  const { glob } = writtenPath(code, backup, { expression, kind: 'member' });
  return {
    path: glob === '' || glob === '*' ? 'backup' : glob,
    complete: 'training_metadata.json',
    judged: [
      { name: 'training_metadata.json', role: 'config' as const },
      { name: '*.weights.h5', role: 'model' as const },
    ],
    stepKey: 'epoch',
    isRemoved: backup.named.get('delete_checkpoint') !== 'False',
    why: 'the whole folder is one checkpoint: weights, optimizer, and how far the training was',
  };
}

/** What `model.save` and ModelCheckpoint leave: `.keras` holds all, `.weights.h5` weights and optimizer. */
function resultsOf(code: Code): Result[] {
  const saves = [...callsOf(code, /\.(save|save_weights)$/), ...callbacksOf(code, 'ModelCheckpoint')];
  const paths = saves.flatMap((call) => {
    const expression = call.named.get('filepath') ?? call.plain[0];
    const { glob } =
      expression === undefined ? { glob: '' } : writtenPath(code, call, { expression, kind: 'member' });
    return /\.(keras|h5)$/.test(glob) ? [glob] : [];
  });
  const found = [...new Set(paths)].map((path) => ({
    path: path.replace(/\{[^}]*\}/g, '*'),
    role: 'model' as const,
    isOptional: false,
    why: 'the script saves it',
  }));
  return found.length > 0
    ? found
    : [{ path: '**/*.keras', role: 'model', isOptional: false, why: 'as model.save() writes it' }];
}

function metricsOf(code: Code): MetricsSource | undefined {
  const [csv] = callbacksOf(code, 'CSVLogger');
  const expression = csv?.named.get('filename') ?? csv?.plain[0];
  if (csv && expression !== undefined) {
    const { glob } = writtenPath(code, csv, { expression, kind: 'member' });
    if (glob !== '')
      return { path: glob, format: 'csv', stepKey: 'epoch', why: 'as the CSVLogger writes it' };
  }
  if (callbacksOf(code, 'TensorBoard').length > 0)
    return {
      path: '**/events.out.tfevents.*',
      format: 'tensorboard',
      lossKey: 'epoch_loss',
      why: 'as the TensorBoard callback writes them',
    };
  return undefined;
}

function pastesOf(code: Code, backup: PythonCall | undefined): Paste[] {
  const [fit] = callsOf(code, /\.fit$/);
  if (!backup)
    return [
      {
        ...(fit && { at: placeOf(fit) }),
        why: 'among the callbacks of fit(): goes on from its backup when there is one, and leaves the losses',
        lines: [
          'keras.callbacks.BackupAndRestore(os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), "backup"), delete_checkpoint=False),',
          'keras.callbacks.CSVLogger(os.path.join(os.environ.get("GPU_LEASE_OUT", "out"), "log.csv"), append=True),',
        ],
      },
    ];
  const now = backup.named.get('backup_dir') ?? backup.plain[0] ?? '"backup"';
  return [
    ...outputPaste(writtenPath(code, backup, { expression: now, kind: 'member' }), {
      name: 'backup_dir',
      now,
    }),
  ];
}
