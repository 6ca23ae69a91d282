import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Role } from '../../src/evidence-level.ts';
import { roleByContent } from '../../src/verify/engine/role-by-content.ts';
import { roleByName } from '../../src/verify/engine/role-guess.ts';
import { fixture } from './fixtures.ts';
import { codesOf, notesOf, verify, verifyWithDigest } from './memory-source.ts';
import { dict, global, int, PROTO2, pickle, REDUCE, STOP, text, tuple } from './pickle-writer.ts';
import { wholeCheckpoint } from './safetensors-writer.ts';
import { type TarPart, tarFile } from './tar-writer.ts';
import { torchFile } from './torch-writer.ts';
import { zipFile } from './zip-writer.ts';

for (const name of ['era5.nc', 'cells.h5ad', 'cells.loom', 'study.mat'])
  it(`[issue 16, 6] ${name} is a data set by its name: what it misses is no lost weight`, () =>
    assert.equal(roleByName(name), 'dataset'));

const ROLES: Role[] = ['checkpoint', 'model', 'metrics', 'config', 'log', 'dataset', 'archive'];
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

for (const { what, bytes } of [
  { what: 'a film', bytes: latin('\0\0\0\x18ftypisom and boxes') },
  { what: 'a database', bytes: latin('SQLite format 3\0 and pages') },
  { what: 'a table of Feather 1', bytes: fixture('tables/v1.feather') },
  { what: 'a document of PDF', bytes: latin('%PDF-1.7\n%\xe2\xe3 and objects') },
  { what: 'an image of FITS', bytes: latin(`SIMPLE  =${'T'.padStart(21)}${' '.repeat(2850)}`) },
  { what: 'a MAT-file of MATLAB 5', bytes: latin('MATLAB 5.0 MAT-file, Platform: GLNX86') },
  { what: 'a picture of DICOM', bytes: latin(`${'\0'.repeat(128)}DICM and elements`) },
  { what: 'an object of R', bytes: latin('X\n\0\0\0\x03\0\x04\x02\x02 and more') },
  { what: 'a workspace of R', bytes: latin('RDX3\nX\n\0\0\0\x03 and more') },
  { what: 'an array of Armadillo', bytes: latin('ARMA_MAT_BIN_FN008\n5 4\n and numbers') },
  { what: 'a container of Avro', bytes: latin('Obj\x01\x04\x16avro.schema and blocks') },
  { what: 'a frame of Blosc2', bytes: latin('\x9e\xa8b2frame\0\xd2\0\0\0\x6b and chunks') },
  { what: 'a library', bytes: latin('\x7fELF\x02\x01 and sections') },
  { what: 'a model of TensorFlow Lite', bytes: latin('\x1c\0\0\0TFL3 and more') },
]) {
  describe(`${what}, which is not read`, () => {
    it('counts by its digest alone, and says so', async () => {
      assert.equal(roleByContent(bytes, bytes.length), 'opaque');
      const proven = await verifyWithDigest(bytes, { role: 'opaque' });
      assert.deepEqual([proven.verdict, proven.level, proven.format], ['pass', 'L1', 'opaque']);
      assert.deepEqual(notesOf(proven), ['not-read']);
      assert.deepEqual(codesOf(await verify(bytes, { role: 'opaque' })), ['no-digest']);
      const other = await verify(bytes, { role: 'opaque', sha256: '0'.repeat(64) });
      assert.deepEqual(codesOf(other), ['digest-mismatch']);
    });

    it('counts in no other row, with its digest or without', async () => {
      for (const role of ROLES)
        for (const verdict of [await verify(bytes, { role }), await verifyWithDigest(bytes, { role })])
          assert.deepEqual([verdict.counts, codesOf(verdict)[0]], [false, 'not-read'], role);
    });

    it('keeps no checkpoint beside it in an archive from its level', async () => {
      const archive = tarFile(
        { name: 'model.safetensors', data: wholeCheckpoint() },
        { name: 'beside', data: bytes },
      );
      const verdict = await verifyWithDigest(archive);
      assert.deepEqual([verdict.verdict, verdict.level], ['pass', 'L3'], JSON.stringify(verdict.reasons));
    });
  });
}

/** What its loader asks for, whatever lies beside it. */
const torchTar = (...beside: TarPart[]) =>
  tarFile(
    ...beside,
    { name: 'sys_info', data: pickle(PROTO2, dict(), STOP) },
    { name: 'pickle', data: pickle(PROTO2, [global('os', 'system'), tuple(text('id')), REDUCE], STOP) },
    { name: 'tensors', data: pickle(PROTO2, int(0), STOP) },
    { name: 'storages', data: pickle(PROTO2, int(0), STOP) },
  );

const oldExport = zipFile([
  { name: 'serialized_exported_program.json', data: latin('{}') },
  { name: 'serialized_state_dict.pt', data: torchFile() },
]);

for (const { what, bytes } of [
  { what: 'a package of torch.package', bytes: fixture('torch/packed.ptc') },
  { what: 'an archive for TorchServe', bytes: fixture('torch/served.mar') },
  { what: 'an old exported program', bytes: oldExport },
  { what: 'a checkpoint of PyTorch 0.1', bytes: torchTar() },
  {
    what: 'a checkpoint of PyTorch 0.1 behind weights that are whole',
    bytes: torchTar({ name: 'model.safetensors', data: wholeCheckpoint() }),
  },
]) {
  describe(`${what}, whose pickles are not read`, () => {
    it('is never called safe, with its digest or whatever the row takes', async () => {
      for (const role of ROLES)
        for (const allowImports of [[], ['os.system']])
          for (const over of [
            { role, allowImports },
            { role, allowImports, requiredLevel: 'L0' as const },
          ]) {
            const verdict = await verifyWithDigest(bytes, over);
            assert.equal(verdict.verdict, 'inconclusive', JSON.stringify(verdict.reasons));
            assert.ok(codesOf(verdict).includes('not-read'), role);
          }
      assert.notEqual(roleByContent(bytes, bytes.length), 'opaque');
    });

    it('is not called safe inside an archive either', async () => {
      for (const outer of [
        tarFile({ name: 'inner.bin', data: bytes }),
        zipFile([{ name: 'inner.bin', data: bytes }]),
        gzipSync(bytes),
      ])
        for (const role of ['archive', 'checkpoint'] as const) {
          const verdict = await verifyWithDigest(outer, { role, requiredLevel: 'L0' });
          assert.equal(verdict.verdict, 'inconclusive', JSON.stringify(verdict.reasons));
        }
    });
  });
}
