import { Broken } from '../contract/findings.ts';
import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { folderOf, nameIn, prefixOf, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { isObject, parsedJson } from '../read/json-object.ts';
import { mayHoldNothingUnfinished } from '../read/unfinished-names.ts';

const INDEX = 'model_index.json';
const SCHEDULER = 'scheduler/scheduler_config.json';
const CONFIG = /^(config|scheduler_config|preprocessor_config|tokenizer_config|processor_config)\.json$/;
const WEIGHTS = /^[\w.-]*model[\w.-]*\.(safetensors|bin|onnx)$/;
/** Components by the end of their class's name that have a configuration and no weights. */
const NO_WEIGHTS = /(Scheduler|Tokenizer(Fast)?|Processor|FeatureExtractor)$/;

/** A pipeline of the diffusers library: `model_index.json` and a folder for each component that it names. */
export const diffusersPipeline: SetKind = {
  name: 'diffusers-pipeline',
  proves: 'every component that model_index.json names has its folder, with configuration and weights',

  find: (tree: Tree): FoundSet[] => {
    const paths = tree.files.map(({ path }) => path);
    return [...rootsIn(paths)].map((root) => {
      const members = paths.filter((path) => isOurs(path, prefixOf(root)));
      return { root, parts: [], members, examine: (subject) => examine(subject, root, members) };
    });
  },
};

/** Folders with an index, and those whose components lie there without one. */
function rootsIn(paths: readonly string[]): Set<string> {
  const roots = new Set(paths.filter((path) => nameIn(path) === INDEX).map(folderOf));
  const withWeights = new Set(
    paths
      .filter((path) => /\/diffusion_pytorch_model[^/]*$/.test(path))
      .map((path) => folderOf(folderOf(path))),
  );
  for (const path of paths) {
    const root = folderOf(folderOf(path));
    const isScheduler = path === SCHEDULER || path.endsWith(`/${SCHEDULER}`);
    if (isScheduler && withWeights.has(root)) roots.add(root);
  }
  return roots;
}

/** The index, and what lies one folder below it. */
function isOurs(path: string, below: string): boolean {
  if (!path.startsWith(below)) return false;
  const rest = path.slice(below.length);
  return rest === INDEX || (rest.split('/').length === 2 && nameIn(rest) !== 'README.md');
}

async function examine(subject: SetSubject, root: string, members: readonly string[]) {
  const { findings, budgets } = subject;
  const below = prefixOf(root);
  const index = below + INDEX;
  const components = componentsIn(await subject.text(index, budgets.jsonBytes), index);
  mayHoldNothingUnfinished(subject, root);
  const own = members.filter(
    (path) => path === index || components.has(path.slice(below.length).split('/')[0] ?? ''),
  );
  mustBeWhole(subject, own, (name) => CONFIG.test(name) || WEIGHTS.test(name));
  for (const [component, className] of components) {
    const names = members.filter((path) => folderOf(path) === below + component).map(nameIn);
    const lacks = (what: string, where: string) =>
      findings.fail('L2', 'component-missing', `${quoted(component)} has no ${what}`, {
        file: index,
        expected: `${below}${component}/${where}`.slice(0, 200),
      });
    if (names.length === 0) lacks('folder', '');
    else {
      if (!names.some((name) => CONFIG.test(name))) lacks('configuration', 'config.json');
      if (!NO_WEIGHTS.test(className) && !names.some((name) => WEIGHTS.test(name)))
        lacks('weights', 'diffusion_pytorch_model.safetensors');
    }
  }
  return { reaches: 'L3' as const, checksummed: true };
}

/** `"unet": ["diffusers", "UNet2DModel"]`; `[null, null]` is a component that was left out on purpose. */
function componentsIn(text: string, file: string): Map<string, string> {
  const parsed = parsedJson(text);
  const components = new Map<string, string>();
  for (const [name, value] of Object.entries(isObject(parsed) ? parsed : {})) {
    const [library, className] = Array.isArray(value) ? value : [];
    if (name.startsWith('_') || typeof library !== 'string' || typeof className !== 'string') continue;
    if (!/^[^/\\]+$/.test(name) || name === '..' || name === '.')
      throw new Broken('L2', 'index-malformed', 'names a component that is no folder beside it', { file });
    components.set(name, className);
  }
  if (components.size === 0)
    throw new Broken('L2', 'index-malformed', 'the index names no component', { file });
  return components;
}
