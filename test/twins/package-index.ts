import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipFile } from '../verify/zip-writer.ts';

export interface PackageIndex {
  /** Its `simple` folder, without a login. */
  url: string;
  /** Paths that were asked for and given. */
  given: string[];
  /** Paths that were asked for without the login. */
  refused: string[];
  close(): Promise<void>;
}

/**
 * A package index as the simple repository API has it (packaging.python.org, PEP 503 and 629), with pip as its judge: one project of one
 * pure wheel. It answers 401 where the login is another one, as hosted indexes do.
 *
 * @param token password of `__token__`; unset: everybody may read
 */
export async function startPackageIndex(
  { name, version, module }: { name: string; version: string; module: string },
  token?: string,
): Promise<PackageIndex> {
  const stem = name.replaceAll('-', '_');
  const file = `${stem}-${version}-py3-none-any.whl`;
  const wheel = Buffer.from(wheelOf({ name, stem, version, module }));
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  const page = (links: string) => `<!DOCTYPE html><html><body>${links}</body></html>`;
  const pages = new Map<string, Buffer | string>([
    ['/simple/', page(`<a href="/simple/${name}/">${name}</a>`)],
    [`/simple/${name}/`, page(`<a href="/files/${file}#sha256=${sha256}">${file}</a>`)],
    [`/files/${file}`, wheel],
  ]);
  const login = `Basic ${Buffer.from(`__token__:${token}`).toString('base64')}`;
  const [given, refused]: [string[], string[]] = [[], []];
  const server = createServer(({ url = '', headers }, answer) => {
    if (token !== undefined && headers.authorization !== login) {
      refused.push(url);
      answer.writeHead(401, { 'www-authenticate': 'Basic realm="index"' }).end();
      return;
    }
    const content = pages.get(url);
    if (content === undefined) return void answer.writeHead(404).end();
    given.push(url);
    answer.setHeader('content-type', typeof content === 'string' ? 'text/html' : 'application/octet-stream');
    answer.end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/simple`,
    given,
    refused,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A wheel as PEP 427 has it; the hashes of its RECORD may be left out by whoever does not sign. */
function wheelOf({ name, stem, version, module }: Record<'name' | 'stem' | 'version' | 'module', string>) {
  const info = `${stem}-${version}.dist-info`;
  const files: [string, string][] = [
    [`${stem}.py`, module],
    [`${info}/METADATA`, `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`],
    [`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
  ];
  const record = [...files.map(([path]) => `${path},,`), `${info}/RECORD,,`].join('\n');
  return zipFile(
    [...files, [`${info}/RECORD`, `${record}\n`] as const].map(([path, text]) => ({
      name: path,
      data: Buffer.from(text),
    })),
  );
}
