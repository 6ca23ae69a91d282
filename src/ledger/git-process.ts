import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { forErrands, forPrograms } from '../job/keys-of-others.ts';

/** Git as a program: the only way this product uses it. Passed in, so that tests can count, refuse and break. */
export interface Git {
  /** Runs git once to its end. A non-zero exit is a result. */
  run(call: GitCall): Promise<GitResult>;
  /** Starts a git that is asked more than once (`cat-file --batch`). */
  open(call: Omit<GitCall, 'stdin'>): GitConversation;
}

interface GitCall {
  args: readonly string[];
  /** An existing directory; git's own search for a repository is never relied on. */
  cwd: string;
  stdin?: Uint8Array;
  /** Added to git's environment: the one place where a token goes. */
  env?: Readonly<Record<string, string>>;
  /** Somebody else's program may have to log in for it, with what that finds in the environment. */
  needsHelp?: boolean;
  /** Default 60; at the bound the process group is ended and `timedOut` says so. */
  timeoutSeconds?: number;
}

export interface GitResult {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
  timedOut: boolean;
}

export interface GitConversation {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Ends git if it still runs, and gives what it said. */
  close(): Promise<Pick<GitResult, 'exitCode' | 'stderr' | 'timedOut'>>;
}

/** The git program could not be started at all. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing';
}

const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_STDERR_CHARACTERS = 64 * 1024;

/**
 * The git on this machine.
 * @param environment the process's own; what would point git at another repository, or trace a token, is taken out
 */
export function systemGit(environment: NodeJS.ProcessEnv, program = 'git'): Git {
  const alone = quietEnvironment(forErrands(environment));
  const helped = quietEnvironment(forPrograms(environment));
  const start = (call: Omit<GitCall, 'stdin'>) => {
    const base = call.needsHelp ? helped : alone;
    return new Running(program, call, { ...base, ...numberedConfig(base, call.env ?? {}) });
  };
  return {
    async run(call) {
      const running = start(call);
      const chunks: Buffer[] = [];
      running.child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
      running.child.stdin?.end(call.stdin);
      const ended = await running.ended;
      return { ...ended, stdout: Buffer.concat(chunks) };
    },
    open(call) {
      const running = start(call);
      const { stdin, stdout } = running.child;
      if (!stdin || !stdout) throw new GitMissing(program);
      return {
        stdin,
        stdout,
        close() {
          stdin.end();
          stdout.resume();
          return running.ended;
        },
      };
    },
  };
}

class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Pick<GitResult, 'exitCode' | 'stderr' | 'timedOut'>>;

  constructor(program: string, call: Omit<GitCall, 'stdin'>, env: NodeJS.ProcessEnv) {
    // Its own session: no terminal that ssh could ask for a password on, and one group to end at the bound.
    this.child = spawn(program, call.args, { cwd: call.cwd, env, stdio: 'pipe', detached: true });
    this.ended = this.#watch(program, call.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS);
    // Whoever opened a conversation may never ask how it ended; that must not count as an unhandled rejection.
    this.ended.catch(() => {});
  }

  #watch(
    program: string,
    timeoutSeconds: number,
  ): Promise<Pick<GitResult, 'exitCode' | 'stderr' | 'timedOut'>> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      let stderr = '';
      let timedOut = false;
      let harder: NodeJS.Timeout | undefined;
      const bound = setTimeout(() => {
        timedOut = true;
        // Gently first: git then removes its lock files.
        endGroup(child, 'SIGTERM');
        harder = setTimeout(() => endGroup(child, 'SIGKILL'), 2000);
      }, timeoutSeconds * 1000);
      child.stderr?.on('data', (chunk: Buffer) => {
        if (stderr.length < MAX_STDERR_CHARACTERS) stderr += chunk.toString('utf8');
      });
      // Git that ends early closes its input; its exit code says why, the broken pipe adds nothing.
      child.stdin?.on('error', () => {});
      child.on('error', (cause) => {
        clearTimeout(bound);
        reject(new GitMissing(`${program}: ${cause.message}`, { cause }));
      });
      child.on('close', (code, signal) => {
        clearTimeout(bound);
        clearTimeout(harder);
        resolve({ exitCode: code ?? 128, stderr: stderr || (signal ? `ended by ${signal}` : ''), timedOut });
      });
    });
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // Already gone, which is what was wanted.
  }
}

const NOT_INHERITED =
  /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|QUARANTINE_PATH|TRACE.*|CURL_VERBOSE)$/;

function quietEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !NOT_INHERITED.test(name));
  return {
    // A remote that accepts the connection and then says nothing ends long before our own bound.
    GIT_HTTP_LOW_SPEED_LIMIT: '1',
    GIT_HTTP_LOW_SPEED_TIME: '30',
    ...Object.fromEntries(inherited),
    // Its messages are matched, so they must not be translated.
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    // Only reflogs would carry it, where somebody has them on for all refs.
    GIT_COMMITTER_NAME: 'gpu-lease',
    GIT_COMMITTER_EMAIL: 'noreply@gpu-lease.invalid',
  };
}

/**
 * Configuration by environment (git 2.31 and later): `config:<key>` members become `GIT_CONFIG_KEY_n`, behind those that the caller's
 * environment already has. Never argv, which everybody on the machine can read.
 */
function numberedConfig(base: NodeJS.ProcessEnv, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const already = Number(base['GIT_CONFIG_COUNT'] ?? 0);
  let count = Number.isInteger(already) && already > 0 ? already : 0;
  const numbered: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('config:')) {
      numbered[name] = value;
      continue;
    }
    // The same key twice needs two names here: "config:http.x.extraHeader" and "config:http.x.extraHeader#2".
    numbered[`GIT_CONFIG_KEY_${count}`] = name.slice('config:'.length).replace(/#\d+$/, '');
    numbered[`GIT_CONFIG_VALUE_${count}`] = value;
    count += 1;
  }
  if (count > 0) numbered['GIT_CONFIG_COUNT'] = String(count);
  return numbered;
}
