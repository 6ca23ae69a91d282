import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Of a package that names this licence and carries no text of it. Another licence has to be looked at by a person. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * The licence of every package that contributed a byte, with its notices.
 * @param root where `node_modules` is
 * @param inputs paths of the modules that were bundled, as the bundler names them
 */
export function licences(root, inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const match = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(input.slice(0, match.index + match[0].length));
  }
  return [...packages]
    .sort()
    .map((folder) => licenceOf(join(root, folder)))
    .join('\n\n');
}

/** The text that another package of the same scope carries for the same licence: one repository made both. */
function ofItsFamily(directory, licence) {
  const scope = dirname(directory);
  if (!basename(scope).startsWith('@')) return [];
  for (const sibling of readdirSync(scope).sort()) {
    const at = join(scope, sibling);
    const file = readdirSync(at).find((each) => /^licen[cs]e/i.test(each));
    const { name, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    if (file && license === licence)
      return [
        `(the package names this licence; its text is that of ${name}, of the same repository)\n\n${readFileSync(join(at, file), 'utf8').trim()}`,
      ];
  }
  return [];
}

function licenceOf(directory) {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  // Old packages have a list.
  const licence = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ');
  const texts = readdirSync(directory)
    .filter((each) => /^(licen[cs]e|notice)/i.test(each))
    .sort()
    .map((file) => readFileSync(join(directory, file), 'utf8').trim());
  if (texts.length === 0 && licence !== 'MIT') texts.push(...ofItsFamily(directory, licence));
  if (texts.length === 0 && licence !== 'MIT')
    throw new Error(`${name} ${version} is bundled, is ${licence}, and carries no licence text`);
  if (texts.length === 0)
    texts.push(
      `(the package names the MIT licence and carries no text of it)\n\nCopyright (c) the authors of ${name}\n\n${MIT}`,
    );
  return `${'='.repeat(80)}\n${name} ${version} (${licence})\n${'='.repeat(80)}\n${texts.join('\n\n')}\n`;
}
