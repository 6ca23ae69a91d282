import { walkMessage } from '../codec/protobuf.ts';
import { Broken } from '../contract/findings.ts';
import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { beside, folderOf, nameIn, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { examineBundle } from './bundle.ts';
import type { GraphFacts } from './graph.ts';
import { bundleParts, mustBeOneSave } from './set-checkpoint.ts';

const PROGRAM = 'saved_model.pb';
const FINGERPRINT = 'fingerprint.pb';
const MOST_FINGERPRINT_BYTES = 65_536;

/** A folder with TensorFlow's program, its variables and its assets. */
export const savedModel: SetKind = {
  name: 'tf-saved-model',
  proves:
    'the program and the list of its operations; its variables as a checkpoint; every asset it names is there; operations that touch files or foreign code are degraded',

  find: (tree: Tree): FoundSet[] =>
    tree.files.filter(({ path }) => nameIn(path) === PROGRAM).map(({ path }) => setOf(tree, path)),
};

function setOf(tree: Tree, program: string): FoundSet {
  const prefix = beside(program, 'variables/variables');
  const present = new Set(tree.files.map(({ path }) => path));
  const assetsFolder = beside(program, 'assets/');
  const assets = [...present].filter((path) => path.startsWith(assetsFolder));
  const fingerprint = beside(program, FINGERPRINT);
  const hasFingerprint = present.has(fingerprint);
  const variables = bundleParts(tree, prefix);
  return {
    root: folderOf(program),
    parts: [program, ...variables, ...(hasFingerprint ? [fingerprint] : []), ...assets],
    members: [],
    async examine(subject) {
      const { assets: named, hasVariables } = await readProgram(subject, program);
      if (hasFingerprint) await readFingerprint(subject, fingerprint);
      if (variables.length === 0 && hasVariables)
        subject.findings.fail('L2', 'file-missing', 'has no variables beside its program');
      else if (variables.length === 0) {
        const what =
          'has no variables: what it computes with lies in its program, of which weights are not read';
        subject.findings.inconclusive('L3', 'weights-unread', what);
      } else {
        mustBeOneSave(subject, variables);
        await examineBundle(subject, prefix);
      }
      await readAssets(subject, assetsFolder, named, assets);
      // The program, its fingerprint and its assets are under no checksum.
      return { reaches: 'L3', checksummed: false };
    },
  };
}

async function readProgram(subject: SetSubject, path: string): Promise<GraphFacts> {
  const part = await subject.part(path);
  const { openGraph } = await import('./open-graph.ts');
  const { walk, facts } = openGraph(part, 'saved-model');
  walk.finish(await part.pass(walk.regions()));
  const { scalars } = subject.facts;
  scalars['nodes'] = facts.nodes;
  scalars['functions'] = facts.functions;
  scalars['tags'] = facts.tags.join(', ').slice(0, 200);
  return facts;
}

/** `FingerprintDef`: a version and hashes of the program, which only TensorFlow's own order of bytes can recompute. */
async function readFingerprint(subject: SetSubject, path: string): Promise<void> {
  const part = await subject.part(path);
  await part.pass([]);
  if (part.sizeBytes === 0 || part.sizeBytes > MOST_FINGERPRINT_BYTES)
    throw new Broken('L2', 'fingerprint-malformed', 'is no fingerprint', {
      file: path,
      found: `${part.sizeBytes} bytes`,
    });
  let hashes = 0;
  const counted = () => {
    hashes += 1;
  };
  const count = { varint: counted, fixed: counted };
  await part.findings.guard(async () => {
    walkMessage(await part.reader.read(0, part.sizeBytes), count, 0, part.budgets);
    if (hashes === 0) throw new Broken('L2', 'fingerprint-malformed', 'holds no hash');
  });
}

async function readAssets(
  subject: SetSubject,
  folder: string,
  named: readonly string[],
  assets: readonly string[],
): Promise<void> {
  for (const name of named) {
    if (name.startsWith('/') || name.split('/').includes('..') || name.includes('\\')) {
      subject.findings.fail('L2', 'external-escape', 'an asset leads out of the folder of the model', {
        found: quoted(name),
      });
    } else if (!assets.includes(folder + name)) {
      subject.findings.fail('L2', 'file-missing', `the asset ${quoted(name)} is not there`);
    }
  }
  for (const path of assets) {
    const part = await subject.part(path);
    await part.pass([]);
    if (part.sizeBytes === 0) part.findings.fail('L0', 'empty', 'is empty');
    if (!named.includes(path.slice(folder.length)))
      part.findings.note('L2', 'asset-unused', 'is an asset that the program does not name');
  }
}
