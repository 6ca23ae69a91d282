import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './github/action-file.ts';
import { shipped } from './installation.ts';

/** What a package is packed from beside what `shipped()` has. */
const MORE = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples',
  'scripts/package-manifest.mjs',
];

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The package as npm makes it, and as somebody who has nothing but Node, npm and git installs it: offline, in an empty home. */
export class Packed {
  readonly dir = mkdtempSync(join(tmpdir(), 'gl-packed-'));
  readonly home = join(this.dir, 'home');
  /** Where it is installed. */
  readonly at = join(this.dir, 'at');
  readonly tarball: string;

  /** @param from a bare repository whose `main` is packed; unset: a commit of these sources alone */
  constructor(from?: string) {
    for (const each of [this.home, this.at]) mkdirSync(each);
    this.tarball = this.#pack(from);
    this.#run('npm', ['install', '--offline', '--no-audit', '--no-fund', this.tarball], this.at);
  }

  get #source(): string {
    return join(this.dir, 'source');
  }

  #pack(from: string | undefined): string {
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', this.#source, ...words], { stdio: 'pipe' });
    if (from === undefined) cpSync(shipped(), this.#source, { recursive: true });
    else execFileSync('git', ['clone', '--quiet', from, this.#source]);
    for (const path of MORE)
      cpSync(join(repositoryRoot, path), join(this.#source, path), { recursive: true });
    if (from === undefined) {
      git('init', '--quiet', '--initial-branch=main');
      git('add', '--all');
      git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '-m', 'Sources');
    }
    this.#run('npm', ['pack', '--silent', '--pack-destination', this.dir], this.#source);
    const [name] = readdirSync(this.dir).filter((each) => each.endsWith('.tgz'));
    return join(this.dir, name ?? '');
  }

  /** The commit that it was packed from. */
  get commit(): string {
    return execFileSync('git', ['-C', this.#source, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  }

  /** Whether packing left its sources as they were. */
  get untouched(): boolean {
    const changed = execFileSync('git', [
      '-C',
      this.#source,
      'status',
      '--porcelain',
      '--untracked-files=no',
    ]);
    return changed.length === 0 && !existsSync(join(this.#source, 'package.json.kept'));
  }

  /** `npx gpu-lease WORDS` in a folder that has it installed. */
  npx(words: string[], cwd: string): Ran {
    if (!existsSync(join(cwd, 'node_modules')))
      symlinkSync(join(this.at, 'node_modules'), join(cwd, 'node_modules'));
    return this.#spawn('npx', ['--no-install', 'gpu-lease', ...words], cwd);
  }

  #run(program: string, words: string[], cwd: string): void {
    const { code, stdout, stderr } = this.#spawn(program, words, cwd);
    if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${code}\n${stdout}\n${stderr}`);
  }

  #spawn(program: string, words: string[], cwd: string): Ran {
    const env = { PATH: process.env['PATH'], HOME: this.home, npm_config_update_notifier: 'false' };
    const done = spawnSync(program, words, { cwd, env, encoding: 'utf8', timeout: 120_000 });
    return { code: done.status, stdout: done.stdout, stderr: done.stderr };
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }
}
