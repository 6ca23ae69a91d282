import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, sha256Of, verify } from '../memory-source.ts';
import { pax, type TarPart, tarFile } from '../tar-writer.ts';

const look = (...parts: (TarPart | Uint8Array)[]) => {
  const bytes = tarFile({ name: 'dir/file', data: 'x' }, ...parts);
  return verify(bytes, { role: 'archive', sha256: sha256Of(bytes) });
};
const symlink = (name: string, link: string): TarPart => ({ name, type: '2', link });

describe('links and names that would leave the folder an archive is unpacked to', () => {
  for (const { what, parts, code } of [
    { what: 'an absolute name', parts: [{ name: '/etc/passwd' }], code: 'member-name' },
    { what: 'a name that goes up', parts: [{ name: 'a/../../b' }], code: 'member-name' },
    { what: 'a name with a drive', parts: [{ name: 'C:/x' }], code: 'member-name' },
    { what: 'a name with a backslash', parts: [{ name: '..\\x' }], code: 'member-name' },
    {
      what: 'an absolute name in an extended header',
      parts: [pax({ path: '/etc/passwd' }), {}],
      code: 'member-name',
    },
    { what: 'a name of GNU that goes up', parts: [{ type: 'L', data: '../x\0' }, {}], code: 'member-name' },
    { what: 'an empty name', parts: [{ name: '' }], code: 'member-name' },
    { what: 'a link to an absolute path', parts: [symlink('l', '/etc')], code: 'tar-link' },
    { what: 'a link that goes up and out', parts: [symlink('dir/l', '../../x')], code: 'tar-link' },
    { what: 'a link that goes up at the root', parts: [symlink('l', '..')], code: 'tar-link' },
    {
      what: 'a link that goes up through another link',
      parts: [symlink('dir/here', '.'), symlink('l', 'dir/here/../..')],
      code: 'tar-link',
    },
    { what: 'a link of nothing', parts: [symlink('l', '')], code: 'tar-link' },
    {
      what: 'a link in an extended header',
      parts: [pax({ linkpath: '../../x' }), symlink('l', 'dir/file')],
      code: 'tar-link',
    },
    {
      what: 'a long link of GNU',
      parts: [{ type: 'K', data: '/etc/passwd\0' }, symlink('l', 'dir')],
      code: 'tar-link',
    },
    { what: 'a member behind a link', parts: [symlink('l', 'dir'), { name: 'l/x' }], code: 'tar-link' },
    { what: 'a link behind a link', parts: [symlink('l', 'dir'), symlink('l/x', '..')], code: 'tar-link' },
    { what: 'a link in the place of a folder', parts: [symlink('dir', 'x')], code: 'tar-twice' },
    { what: 'a file in the place of a link', parts: [symlink('l', 'dir'), { name: 'l' }], code: 'tar-twice' },
    {
      what: 'a hard link out of the archive',
      parts: [{ name: 'h', type: '1', link: '/etc/passwd' }],
      code: 'tar-link',
    },
    { what: 'a hard link that goes up', parts: [{ name: 'h', type: '1', link: '../x' }], code: 'tar-link' },
    {
      what: 'a hard link to what comes later',
      parts: [{ name: 'h', type: '1', link: 'later' }, { name: 'later' }],
      code: 'tar-link',
    },
    {
      what: 'a hard link to a link',
      parts: [symlink('l', 'dir/file'), { name: 'h', type: '1', link: 'l' }],
      code: 'tar-link',
    },
    {
      what: 'a hard link with content',
      parts: [{ name: 'h', type: '1', link: 'dir/file', data: 'x' }],
      code: 'tar-size',
    },
    { what: 'a character device', parts: [{ name: 'd', type: '3' }], code: 'tar-special' },
    { what: 'a block device', parts: [{ name: 'd', type: '4' }], code: 'tar-special' },
    { what: 'a named pipe', parts: [{ name: 'd', type: '6' }], code: 'tar-special' },
    { what: 'a folder with content', parts: [{ name: 'd/', type: '5', data: 'x' }], code: 'tar-size' },
  ] as { what: string; parts: (TarPart | Uint8Array)[]; code: string }[]) {
    // biome-ignore format: one rule per line
    it(`fail: ${what}`, async () => {
      const verdict = await look(...parts);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['fail', [code]], JSON.stringify(verdict.reasons));
    });
  }

  for (const { what, parts } of [
    { what: 'a link to a sibling', parts: [symlink('dir/l', 'file')] },
    { what: 'a link up to the root and down', parts: [symlink('dir/l', '../dir/file')] },
    { what: 'a link to the folder itself', parts: [symlink('dir/l', '.')] },
    { what: 'a hard link to what came before', parts: [{ name: 'h', type: '1', link: './dir/file' }] },
  ] as { what: string; parts: TarPart[] }[]) {
    it(`pass: ${what}`, async () => {
      const verdict = await look(...parts);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
    });
  }

  it('do not make memory of a name that is a million folders', async () => {
    const verdict = await look(pax({ path: 'a/'.repeat(400_000) }), {});
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']]);
  });
});
