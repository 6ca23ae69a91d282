import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ARTIFACT_CLIENT, workflowTool } from '../requirement.ts';

/** One run of one workflow file by nektos/act. */
export interface ActRun {
  /** A git working tree; `actions/checkout` of the run's own repository copies it. */
  repository: string;
  /** Path of the workflow's file in it. */
  workflow: string;
  event?: string;
  /** `owner/name` that the run believes to be in. */
  name?: string;
  runId?: number;
  attempt?: number;
  actor?: string;
  /** Of a dispatch. */
  inputs?: Record<string, string>;
  /** The rest of the event's payload. */
  payload?: Record<string, unknown>;
  secrets?: Record<string, string>;
  /** For every step. `GITHUB_API_URL` and `GITHUB_SERVER_URL` of a twin belong here. */
  env?: Record<string, string>;
  /** Folders for `owner/name@ref`, instead of fetching them from `GITHUB_SERVER_URL`. */
  repositories?: Record<string, string>;
  /** Where the stand-in for `actions/upload-artifact` uploads to. */
  resultsUrl?: string;
  /** Where the stand-in for `actions/attest` proves who it is and has things signed; unset where no job may. */
  idTokenUrl?: string;
  /** Folders that outlive the run, by their path below the home that its jobs share. */
  outliving?: Record<string, string>;
  /** Ends the run, as a person's "Cancel" would. */
  signal?: AbortSignal;
}

/** A line of act's log, of the fields that tests read. */
interface LogLine {
  msg: string;
  jobID?: string;
  raw_output?: boolean;
  command?: string;
  name?: string;
  arg?: string;
  kvPairs?: Record<string, string>;
  jobResult?: string;
}

export interface ActResult {
  code: number | null;
  /** Result by job id, such as `success`. A job that act never started is missing. */
  jobs: Record<string, string>;
  /** By job id, the outputs of its steps by name; of two steps with the same one, the later. */
  outputs: Record<string, Record<string, string>>;
  /** What steps printed and was no command. The last lines of a failing step may be missing. */
  printed: string;
  /** `::error::` and the like. */
  annotations: { level: string; text: string; file?: string; line?: string }[];
  /** Everything that act said, for the message of a failed assertion. */
  log: string;
}

const NOWHERE = 'http://127.0.0.1:1';
const LABELS = ['ubuntu-latest', 'ubuntu-slim', 'ubuntu-24.04', 'self-hosted'];

/**
 * Runs a workflow on this machine, without a container, in a clean environment and a home of its own.
 * Where that differs from GitHub: docs/decisions/0005-workflow-tools.md.
 */
export async function runWorkflow(run: ActRun): Promise<ActResult> {
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-act-'));
  try {
    const home = homeOf(run, dir);
    const event = join(dir, 'event.json');
    writeFileSync(event, JSON.stringify({ ...run.payload, ...(run.inputs && { inputs: run.inputs }) }));
    const child = spawn(workflowTool('bin/act'), commandLine(run, event), {
      cwd: run.repository,
      // Steps inherit all of act's own environment, so it gets nothing of ours that could matter.
      env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 600_000,
      killSignal: 'SIGKILL',
    });
    // act takes the first interrupt as a cancelled run: it kills the step and goes on with always() and cancelled().
    run.signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text;
    });
    const code = await new Promise<number | null>((done, failed) => {
      child.once('error', failed).once('close', done);
    });
    return { code, ...readLog(out), log: out + err };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function homeOf({ outliving = {} }: ActRun, dir: string): string {
  const home = join(dir, 'home');
  mkdirSync(home);
  for (const [path, folder] of Object.entries(outliving)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(folder, join(home, path));
  }
  return home;
}

function commandLine(run: ActRun, event: string): string[] {
  const { runId = 1, attempt = 1, name = 'someone/somewhere', resultsUrl } = run;
  const env = {
    GITHUB_REPOSITORY: name,
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_ATTEMPT: String(attempt),
    // Nothing is looked for on the real GitHub, whatever a test forgets.
    GITHUB_SERVER_URL: NOWHERE,
    GITHUB_API_URL: NOWHERE,
    GITHUB_GRAPHQL_URL: `${NOWHERE}/graphql`,
    ...(resultsUrl && {
      STAND_IN_RESULTS_URL: resultsUrl,
      STAND_IN_RUNTIME_TOKEN: runtimeToken(runId),
      STAND_IN_ARTIFACT_CLIENT: ARTIFACT_CLIENT,
    }),
    ...(run.idTokenUrl && { STAND_IN_ID_TOKEN_URL: run.idTokenUrl }),
    ...run.env,
  };
  const each = (flag: string, values: Record<string, string> = {}): string[] =>
    Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${value}`]);
  return [
    run.event ?? 'push',
    '--json',
    '--pull=false',
    '--no-cache-server',
    '--action-offline-mode',
    ...['--workflows', run.workflow],
    ...['--eventpath', event],
    ...(run.actor ? ['--actor', run.actor] : []),
    // A label that is not named here makes act leave the job out without a word.
    ...LABELS.flatMap((label) => ['--platform', `${label}=-self-hosted`]),
    ...each('--secret', run.secrets),
    ...each('--env', env),
    ...each('--local-repository', run.repositories),
  ];
}

/** The client reads the run and the job from the token's scope and checks no signature. */
function runtimeToken(runId: number): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode({ scp: `Actions.Results:${runId}:${runId}` })}.none`;
}

function readLog(out: string): Omit<ActResult, 'code' | 'log'> {
  const lines = out
    .split('\n')
    .flatMap((line): LogLine[] => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const outputs: ActResult['outputs'] = {};
  for (const { command, jobID = '', name = '', arg = '' } of lines)
    if (command === 'set-output') outputs[jobID] = { ...outputs[jobID], [name]: arg };
  return {
    outputs,
    jobs: Object.fromEntries(
      lines.flatMap(({ jobID, jobResult }) => (jobID && jobResult ? [[jobID, jobResult]] : [])),
    ),
    printed: lines.map(({ raw_output, msg }) => (raw_output ? msg : '')).join(''),
    annotations: lines.flatMap(({ command, arg = '', kvPairs }) =>
      command && /^(error|warning|notice)$/.test(command) ? [{ level: command, text: arg, ...kvPairs }] : [],
    ),
  };
}
