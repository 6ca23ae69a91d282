import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from '../installation.ts';
import type { Outcome, Place } from '../scenarios/run-bundle.ts';

/** What it took a person who had never heard of us. */
export interface Toll {
  /** By hand; what `init` and `fix --write` write is a command. */
  editsOfJob: number;
  editsOfCode: number;
  smokes: number;
  commands: string[];
  seconds: number;
}

/** Types commands, reads what they print, and does that and nothing else. */
export class Newcomer {
  readonly toll: Toll = { editsOfJob: 0, editsOfCode: 0, smokes: 0, commands: [], seconds: 0 };
  readonly #place: Place;
  readonly #env: Record<string, string>;

  constructor(place: Place, env: Record<string, string>) {
    this.#place = place;
    this.#env = env;
  }

  async types(...args: string[]): Promise<Outcome> {
    this.toll.commands.push(args.join(' '));
    if (args[0] === 'smoke') this.toll.smokes += 1;
    const outcome = await this.#place.run(args, {
      from: installation(),
      env: this.#env,
      timeoutSeconds: 900,
    });
    this.toll.seconds += outcome.seconds;
    return outcome;
  }

  /** `init`; what it prints for the code is pasted, and then it reads the code again. */
  async setsUp(): Promise<void> {
    const init = await this.types('init');
    assert.equal(init.exitCode, 0, init.output);
    const pastes = pastesIn(init.stdout);
    for (const paste of pastes) this.#paste(paste);
    if (pastes.length === 0) return;
    const again = await this.types('init', '--force');
    assert.equal(again.exitCode, 0, again.output);
    assert.deepEqual(pastesIn(again.stdout), [], 'nothing is left to change');
  }

  /** One line of the job file that a person writes anew. */
  edits(from: string | RegExp, to: string): void {
    const path = join(this.#place.repository, 'gpu-lease.yml');
    const text = readFileSync(path, 'utf8');
    const edited = text.replace(from, to);
    assert.notEqual(edited, text, `nothing to edit at ${from}`);
    writeFileSync(path, edited);
    this.toll.editsOfJob += 1;
  }

  /** Until it is green, each time with what `fix` writes. */
  async smokes(): Promise<void> {
    for (;;) {
      if (this.#place.git('status', '--porcelain') !== '') this.#place.commit();
      const smoke = await this.types('smoke');
      if (smoke.exitCode === 0) return;
      assert.ok(this.toll.smokes < 4, smoke.output);
      const fix = await this.types('fix', '--write');
      assert.equal(fix.exitCode, 0, `what is left is for the code: ${fix.output}`);
    }
  }

  #paste({ file, line, lines }: Pasted): void {
    const path = join(this.#place.repository, file);
    const all = readFileSync(path, 'utf8').split('\n');
    const indent = /^\s*/.exec(all[line - 1] ?? '')?.[0] ?? '';
    all.splice(line - 1, 1, ...lines.map((each) => `${indent}${each}`));
    writeFileSync(path, all.join('\n'));
    this.toll.editsOfCode += 1;
  }
}

interface Pasted {
  file: string;
  line: number;
  lines: string[];
}

/** As `init` prints them: the place, the reason, and lines that stand for the one there. */
function pastesIn(output: string): Pasted[] {
  const [, told = ''] = /To change in your own code:\n([\s\S]*?)\n\nWhen that is in/.exec(output) ?? [];
  return [...told.matchAll(/^(\S.*)\n((?: {4}.*(?:\n|$))+)/gm)].map(([, head = '', body = '']) => {
    const [, file = '', line, why = ''] = /^(\S+):(\d+): (.*)$/.exec(head) ?? [];
    assert.match(why, /^in place of/, `where exactly? ${head}`);
    return {
      file,
      line: Number(line),
      lines: body
        .trimEnd()
        .split('\n')
        .map((each) => each.slice(4)),
    };
  });
}
