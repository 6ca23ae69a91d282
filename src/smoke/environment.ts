/**
 * The environment of a smoke. Made from nothing: what is not listed here does not get in, so no token of the runner or
 * of the person at the terminal reaches the code under test, which on a pull request may be a stranger's.
 */

/** Passed on from our own environment when set. None of them is a credential. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NO_PROXY',
  'no_proxy',
];

/** Passed on unless they carry a user name or password. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];

/** Experiment trackers off: a smoke is not a run, and has no credentials for one. */
const LOGGERS_OFF = {
  WANDB_MODE: 'disabled',
  WANDB_SILENT: 'true',
  COMET_MODE: 'disabled',
  NEPTUNE_MODE: 'debug',
  CLEARML_OFFLINE_MODE: '1',
  SWANLAB_MODE: 'disabled',
  HF_HUB_DISABLE_TELEMETRY: '1',
  DO_NOT_TRACK: '1',
};

/** CUDA hides all for an empty list; AMD's runtimes take an empty list for "all" and -1 for none. */
const GPUS_HIDDEN = {
  CUDA_VISIBLE_DEVICES: '',
  NVIDIA_VISIBLE_DEVICES: 'void',
  HIP_VISIBLE_DEVICES: '-1',
  ROCR_VISIBLE_DEVICES: '-1',
  GPU_DEVICE_ORDINAL: '-1',
  JAX_PLATFORMS: 'cpu',
};

const THREAD_LIMITS = [
  'OMP_NUM_THREADS',
  'MKL_NUM_THREADS',
  'OPENBLAS_NUM_THREADS',
  'NUMEXPR_NUM_THREADS',
  'VECLIB_MAXIMUM_THREADS',
  'BLIS_NUM_THREADS',
  'RAYON_NUM_THREADS',
];

/** Logs unbuffered, no byte code in the checkout, a stack on a crash in native code, figures without a display. */
const PLAIN = {
  PYTHONUNBUFFERED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONFAULTHANDLER: '1',
  TOKENIZERS_PARALLELISM: 'false',
  MPLBACKEND: 'Agg',
};

/** Set in a smoke and nowhere else; by its value we know our own processes again. */
export const SMOKE_MARK = 'GPU_LEASE_SMOKE';

/** @param vars the job's plain variables, then the cell's; they win over what is passed on and lose to the limits */
export function smokeEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  vars: Readonly<Record<string, string>>,
  limits: { threads: number; outDir: string; mark: string },
): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => pair(name, own[name]));
  // `user:password@host`: the one way in which a proxy variable is a secret.
  const proxies = PROXIES.flatMap((name) => pair(name, own[name]?.includes('@') ? undefined : own[name]));
  const threads = THREAD_LIMITS.map((name) => [name, String(limits.threads)]);
  return {
    ...Object.fromEntries([...passed, ...proxies]),
    ...vars,
    ...PLAIN,
    ...LOGGERS_OFF,
    ...GPUS_HIDDEN,
    ...Object.fromEntries(threads),
    GPU_LEASE_OUT: limits.outDir,
    [SMOKE_MARK]: limits.mark,
  };
}

const pair = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]];
