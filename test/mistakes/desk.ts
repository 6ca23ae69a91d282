import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { runProgram } from '../../src/cli/program.ts';
import { Place, repositoryRoot } from '../scenarios/run-bundle.ts';
import { shellIn } from './obey.ts';
import type { Desk, Said } from './rubric.ts';

/** A repository in which everything is right: the tiny trainer, which needs nothing but Node, and a job file as people write it. */
export const JOB = `name: tiny
run: node train.mjs
vars:
  TINY_STEPS: 40
  TINY_STEP_MS: 5
  TINY_CKPT_EVERY: 10
resources:
  gpu: none
candidates:
  - local
smoke:
  run: TINY_STEPS=5 TINY_STEP_MS=0 node train.mjs
  timeout: 60s
  drill: none
artifacts:
  - path: checkpoints/last.safetensors
    role: checkpoint
  - path: metrics.jsonl
    role: metrics
metrics:
  path: metrics.jsonl
  total-steps: 40
budget:
  usd: 1
  hours: 1
  usdPerHour: 1
`;

/** Somebody's laptop with that repository, where commands are typed. */
export class DeskOfOurs implements Desk {
  readonly place = new Place();
  readonly env: Record<string, string> = this.place.env;
  readonly repository = this.place.repository;
  readonly #typed: (args: readonly string[]) => Promise<{ exitCode: number | null } & Streams>;

  /** @param by `here`: the same code in this process, which costs a tenth; `program`: as users have it */
  constructor(by: 'here' | 'program' = 'here') {
    cpSync(template(), this.repository, { recursive: true });
    this.#typed = by === 'here' ? (args) => typedHere(this, args) : (args) => this.place.run(args);
  }

  /** Done once, when the next command has said the text. */
  onceSaid: { text: RegExp; act(child: ChildProcess): void } | undefined;

  async type(args: readonly string[]): Promise<Said> {
    const { exitCode, stdout, stderr } = await (this.onceSaid ? this.#heardAt(args) : this.#typed(args));
    return {
      exitCode,
      messages: [...problemsIn(stderr), ...linesIn(stdout)],
      output: `${stdout}\n${stderr}`,
    };
  }

  async #heardAt(args: readonly string[]): Promise<{ exitCode: number | null } & Streams> {
    const { child, ended, says } = this.place.start(args);
    const { text = /(?:)/, act } = this.onceSaid ?? {};
    this.onceSaid = undefined;
    await says(text).finally(() => act?.(child));
    return ended;
  }

  shell(command: string): void {
    shellIn(this.repository, { ...this.env, ...IDENTITY }, command);
  }

  /** What lies in the repository becomes a commit, where it is none. */
  commit(): void {
    this.shell('git add --all && { git diff --cached --quiet || git commit --quiet -m "A change"; }');
  }

  path(file: string): string {
    return join(this.repository, file);
  }

  /** One part of a file as another, and committed. @throws Error where the file has no such part */
  swap(from: string, to: string, file = 'gpu-lease.yml'): void {
    const text = readFileSync(this.path(file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
    writeFileSync(
      this.path(file),
      text.replace(from, () => to),
    );
    this.commit();
  }

  write(file: string, text: string | Uint8Array): void {
    writeFileSync(this.path(file), text);
  }

  end(): Promise<void> {
    return this.place.end();
  }
}

export function deskFor(t: TestContext, by?: 'here' | 'program'): DeskOfOurs {
  const desk = new DeskOfOurs(by);
  t.after(() => desk.end());
  return desk;
}

const IDENTITY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Ada'],
    [`GIT_${who}_EMAIL`, 'ada@example.org'],
  ]),
);

let made: string | undefined;

/** Committed once; each desk has a copy. */
function template(): string {
  if (made !== undefined) return made;
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gl-desk-')));
  made = dir;
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const tiny = join(repositoryRoot, 'examples', 'tiny');
  for (const file of readdirSync(tiny).filter((name) => name.endsWith('.mjs')))
    cpSync(join(tiny, file), join(dir, file));
  writeFileSync(join(dir, 'gpu-lease.yml'), JOB);
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', ...IDENTITY };
  shellIn(dir, env, 'git init --quiet -b main && git add --all && git commit --quiet -m "A job"');
  return dir;
}

interface Streams {
  stdout: string;
  stderr: string;
}

/** What the program does between its words and its exit code, in this process; one at a time. */
async function typedHere(
  { env, repository }: DeskOfOurs,
  args: readonly string[],
): Promise<{ exitCode: number } & Streams> {
  process.setMaxListeners(0);
  const said: Streams = { stdout: '', stderr: '' };
  const own = { cwd: process.cwd(), env: { ...process.env } };
  const free = [heard('stdout', said), heard('stderr', said)];
  become(env);
  process.chdir(repository);
  try {
    const exitCode = await runProgram(args, COMMANDS, { ...env }, ({ load }) => load);
    return { exitCode: exitCode ?? 0, ...said };
  } finally {
    process.chdir(own.cwd);
    become(own.env);
    for (const each of free) each();
  }
}

function become(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}

/** What the runner of the tests writes there is no text, or comes while nothing is heard. */
function heard(name: keyof Streams, said: Streams): () => void {
  const stream = process[name];
  const { write } = stream;
  stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    if (typeof chunk !== 'string') return write.call(stream, chunk, ...rest);
    said[name] += chunk;
    return true;
  }) as typeof write;
  return () => {
    stream.write = write;
  };
}

const problemsIn = (stderr: string): string[] =>
  stderr
    .split(/^(?=gpu-lease: )/m)
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** Lines; what begins with a mark has what is set beneath it: output that it quotes, and what to do next. */
function linesIn(stdout: string): string[] {
  const messages: string[] = [];
  let isOpen = false;
  for (const line of stdout.split('\n')) {
    const begins = /^(?:! {2}|fault \()/.test(line);
    isOpen = begins || (isOpen && /^(?: {3}(?: {2,}|Next: |Last lines )\S| {2}fix: )/.test(line));
    if (isOpen && !begins) messages.push(`${messages.pop()}\n${line.trim()}`);
    else if (line.trim() !== '') messages.push(line.trim());
  }
  return messages;
}
