import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { beginFrom } from '../../src/collect/begin-from.ts';
import { seal, type VerdictRow } from '../../src/collect/seal.ts';
import { RunStore } from '../../src/collect/store.ts';
import type { Job } from '../../src/job/job.ts';
import { expandRoster } from '../../src/job/roster.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { Problem } from '../../src/problem.ts';
import type { ArtifactStore, StoredSet } from '../../src/stores/store.ts';
import { asEvents, jobWith, kept, opened, RUNNING, SEALED, stored, told, waived } from '../lease/told-run.ts';
import { checkpoint } from './kept-box.ts';

const SOURCE = 'other-1';
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const TWENTY = checkpoint(20);
const HUNDRED = checkpoint(100);
const NEWEST = 'checkpoints/step-100.safetensors';
/** Another last byte. */
const ALTERED = Uint8Array.from(HUNDRED, (byte, at) => (at === HUNDRED.length - 1 ? byte ^ 1 : byte));

describe('the sealed checkpoint of another run', () => {
  let storeDir: string;
  beforeEach(() => {
    storeDir = mkdtempSync(join(tmpdir(), 'gl-from-'));
  });
  afterEach(() => rmSync(storeDir, { recursive: true }));

  const sourceJob = (over: Partial<Job> = {}): Job =>
    jobWith({
      artifacts: ['**/*.safetensors', 'metrics.jsonl'].map((path) => ({
        path,
        role: path.endsWith('safetensors') ? 'checkpoint' : 'metrics',
        keep: 'last',
        min: 1,
        contains: [],
        allowDegraded: false,
      })),
      checkpoint: { path: 'checkpoints/*.safetensors', stepKey: 'step', resume: 'continues' },
      ...over,
    });
  const FILES: Record<string, Uint8Array> = {
    'checkpoints/step-20.safetensors': TWENTY,
    [NEWEST]: HUNDRED,
    'metrics.jsonl': Buffer.from('{}'),
  };

  /** A run whose record has the seal of these files, which lie below the store. */
  async function sealedRun(files = FILES, before: readonly EventBody[] = []): Promise<Run> {
    const job = sourceJob();
    const manifest = Object.entries(files).map(([path, content]) => ({
      cell: 'main',
      path,
      bytes: content.length,
      sha256: sha256(content),
    }));
    const verdicts = manifest.map(
      (row): VerdictRow => ({ ...row, role: 'checkpoint', verdict: 'pass', level: 'L3', reasons: [] }),
    );
    const input = { run: SOURCE, roster: expandRoster(job), manifest, verdicts, place: storeDir };
    const sealing = seal(input);
    assert.ok(sealing.sealed, JSON.stringify(sealing));
    for (const [path, content] of Object.entries(files)) {
      const at = join(storeDir, SOURCE, 'main', path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, content);
    }
    await new RunStore(storeDir, SOURCE).writeSeal(input, sealing);
    const bodies = [...RUNNING, ...before, ...SEALED.slice(RUNNING.length)].map((body) => {
      if (body.type === 'sealed') return { ...body, seal: sealing.seal };
      return body.type === 'run-opened' ? opened({}, job) : { ...body, ...renamed(body) };
    });
    return fold(SOURCE, asEvents([...bodies, stored({ seal: sealing.seal, id: 'a-set' })]));
  }
  const renamed = (body: object) =>
    'lease' in body && typeof body.lease === 'string' ? { lease: `${SOURCE}-1` } : {};

  const lines: string[] = [];
  const begin = (source: Run, job: Job, stores: ArtifactStore[] = []) =>
    beginFrom({
      world: {
        storeDir,
        machine: 'here',
        signal: new AbortController().signal,
        face: { heading() {}, line: (text) => lines.push(text), warn() {}, progress() {}, settle() {} },
      },
      run: told([opened({}, job), waived]),
      job,
      source,
      storesFor: async () => stores,
    });

  /** What a store has of it, by the names under which it was stored. */
  function storeWith(contents: Record<string, Uint8Array>): ArtifactStore {
    const set = {
      read: async (name: string, sink: (piece: Uint8Array) => void) => {
        const content = contents[name];
        if (content === undefined)
          throw new Problem({ code: 'gone', kind: 'refused', what: `no ${name}`, next: 'none' });
        sink(content);
      },
      close: async () => {},
    } as unknown as StoredSet;
    return { open: async () => set, nameOf: (path: string) => `s/${path}` } as unknown as ArtifactStore;
  }

  const refusal = async (work: Promise<unknown>): Promise<Problem> => {
    const error = await work.then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof Problem, String(error));
    assert.match(error.message, /Nothing was rented/);
    return error;
  };

  it('is copied from here, the newest one, with its step and by its digests', async () => {
    const source = await sealedRun();
    const { cells, seal: of, digest } = await begin(source, sourceJob({ from: SOURCE }));
    assert.equal(of, source.seal?.seal);
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.deepEqual(cells, [
      {
        cell: 'main',
        of: 'main',
        name: NEWEST,
        step: 100,
        files: [{ path: NEWEST, bytes: HUNDRED.length, sha256: sha256(HUNDRED), verdict: 'pass' }],
      },
    ]);
    assert.equal(
      sha256(readFileSync(join(storeDir, 'tiny-7', '+kept', 'main', sha256(HUNDRED)))),
      sha256(HUNDRED),
    );
    assert.match(
      lines.at(-1) ?? '',
      /begins from checkpoints\/step-100\.safetensors of step 100 of other-1, 1 file, as sealed/,
    );
  });

  it('is brought from its store, file by file, where what is here is other bytes or none', async () => {
    const source = await sealedRun();
    const document = readFileSync(join(storeDir, SOURCE, '+evidence', 'seal.json'));
    for (const there of [ALTERED, Buffer.concat([HUNDRED, HUNDRED])])
      writeFileSync(join(storeDir, SOURCE, 'main', NEWEST), there);
    rmSync(join(storeDir, SOURCE, '+evidence'), { recursive: true });
    const contents = { 's/+evidence/seal.json': document, [`s/main/${NEWEST}`]: HUNDRED };
    await begin(source, sourceJob({ from: SOURCE }), [storeWith({}), storeWith(contents)]);
    assert.equal(
      sha256(readFileSync(join(storeDir, 'tiny-7', '+kept', 'main', sha256(HUNDRED)))),
      sha256(HUNDRED),
    );
  });

  it('is refused where one byte is another, or nothing of it is to be had', async () => {
    const source = await sealedRun();
    const at = join(storeDir, SOURCE, 'main', NEWEST);
    writeFileSync(at, ALTERED);
    const job = sourceJob({ from: SOURCE });
    const store = storeWith({ [`s/main/${NEWEST}`]: ALTERED });
    const altered = await refusal(begin(source, job, [store]));
    assert.deepEqual([altered.code, altered.kind], ['from-not-here', 'refused']);
    assert.match(
      altered.message,
      /main\/checkpoints\/step-100\.safetensors.*actions\/runs\/7\/artifacts\/4001/s,
    );
    rmSync(at);
    assert.equal((await refusal(begin(source, job))).code, 'from-not-here');
  });

  it('is refused where the document here is not the one that was sealed', async () => {
    const source = await sealedRun();
    const path = join(storeDir, SOURCE, '+evidence', 'seal.json');
    // Who can write here could name their own file, and its true hash.
    const forged = readFileSync(path, 'utf8').replaceAll(sha256(HUNDRED), sha256(ALTERED));
    writeFileSync(path, forged);
    writeFileSync(join(storeDir, SOURCE, 'main', NEWEST), ALTERED);
    const problem = await refusal(begin(source, sourceJob({ from: SOURCE })));
    assert.match(problem.message, /its seal [0-9a-f]{8}/);
  });

  it('is refused where nothing is sealed, or nothing that was sealed lies where the script looks', async () => {
    const open = told([opened(), waived]);
    assert.equal((await refusal(begin(open, sourceJob({ from: SOURCE })))).code, 'from-not-sealed');
    const source = await sealedRun();
    const elsewhere = sourceJob({
      from: SOURCE,
      checkpoint: { path: 'model/last.pt', stepKey: 'step', resume: 'continues' },
    });
    const other = await refusal(begin(source, elsewhere));
    assert.match(
      other.message,
      /no sealed and verified checkpoint that model\/last\.pt names\. Sealed of main: .*step-20\.safetensors/,
    );
  });

  it('says the step that it holds itself, where what was collected is newer than what was kept', async () => {
    const source = await sealedRun({ 'last.safetensors': HUNDRED, 'metrics.jsonl': Buffer.from('{}') }, [
      { ...kept(20), ...renamed(kept(20)) } as EventBody,
    ]);
    assert.equal(source.cells.get('main')?.verifiedStep, 20);
    const { cells } = await begin(
      source,
      sourceJob({
        from: SOURCE,
        checkpoint: { path: 'last.safetensors', stepKey: 'step', resume: 'continues' },
      }),
    );
    assert.equal(cells[0]?.step, 100);
  });

  it('is refused where this job could not go on from it', async () => {
    const source = await sealedRun({ [NEWEST]: HUNDRED, 'metrics.jsonl': Buffer.from('{}') });
    const wantsMore = sourceJob({ from: SOURCE });
    const artifacts = wantsMore.artifacts.map((rule) => ({ ...rule, contains: ['scaler'] }));
    const problem = await refusal(begin(source, { ...wantsMore, artifacts }));
    assert.equal(problem.code, 'from-no-checkpoint');
    assert.match(
      problem.message,
      /no checkpoint of this job: main\/checkpoints\/step-100\.safetensors .*scaler/,
    );
  });

  it('is that of the cell of the same name, or of the only one', async () => {
    const source = await sealedRun();
    const cells = ['a', 'b'].map((name) => ({ name, vars: {} }));
    const { cells: begun } = await begin(source, sourceJob({ from: SOURCE, cells }));
    assert.deepEqual(
      begun.map(({ cell, of }) => [cell, of]),
      [
        ['a', 'main'],
        ['b', 'main'],
      ],
    );
  });
});
