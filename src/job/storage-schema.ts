import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import type { StorageRule } from './job.ts';
import { glob } from './path-schema.ts';
import { oneLine, refined } from './schema-parts.ts';

const DIRECTORY = /^(?:~\/|\/)[^\u0000-\u001f\u007f]*$/;

/** Absolute or below the login's home: everything else means another place for each who reads it. */
const directory = refined(oneLine, directoryFault);
/** The same, or `""`: deliberately none, whatever the profile says. */
const directoryOrNone = refined(z.string().max(512), (text) =>
  text === '' ? undefined : directoryFault(text),
);

export const storageSchema = mapping({
  work: directory
    .optional()
    .describe(
      "Directory below which the run lives. Unset: the profile's data disk where the box has one, else the home directory.",
    ),
  durable: z
    .union([z.literal('none'), directory])
    .optional()
    .describe(
      "Directory on what outlives the box; checked copies of checkpoints and results go there while the job runs. Unset: the profile's. `none`: no such copies.",
    ),
  data: directoryOrNone
    .optional()
    .describe("Where data sets lie; the command finds it in `$GPU_LEASE_DATA`. Unset: the profile's."),
  scratch: z
    .array(glob)
    .max(100)
    .optional()
    .describe(
      "Globs of what may be deleted on the box once a cell has succeeded. Never an artifact, nor the newest checkpoint. Unset: the profile's.",
    ),
  'hf-home': directoryOrNone
    .optional()
    .describe("`HF_HOME`, where Hugging Face libraries keep downloads. Unset: the profile's."),
  'hf-endpoint': refined(z.string().max(300), addressFault)
    .optional()
    .describe("`HF_ENDPOINT`, a mirror of the Hugging Face Hub. Unset: the profile's."),
  python: directoryOrNone
    .optional()
    .describe(
      'The interpreter; its folder comes first in the `PATH` of the run, so that `python3` is found. Unset: the profile’s.',
    ),
  'pip-cache': directoryOrNone.optional().describe("`PIP_CACHE_DIR`. Unset: the profile's."),
  'tensorboard-dir': directoryOrNone
    .optional()
    .describe(
      "Directory that a TensorBoard of the platform looks at; each cell's output is linked there. Unset: the profile's.",
    ),
}).describe(
  'Where things lie on the box, over what the profile of its platform says. `""`: deliberately none, whatever the profile says.',
);

type StorageFile = z.output<typeof storageSchema>;

export function storageOf(file: StorageFile): StorageRule {
  return {
    ...(file.work !== undefined && { work: file.work }),
    ...(file.durable !== undefined && { durable: file.durable }),
    ...(file.data !== undefined && { data: file.data }),
    ...(file.scratch !== undefined && { scratch: file.scratch }),
    ...(file['hf-home'] !== undefined && { hfHome: file['hf-home'] }),
    ...(file['hf-endpoint'] !== undefined && { hfEndpoint: file['hf-endpoint'] }),
    ...(file.python !== undefined && { python: file.python }),
    ...(file['pip-cache'] !== undefined && { pipCache: file['pip-cache'] }),
    ...(file['tensorboard-dir'] !== undefined && { tensorboardDir: file['tensorboard-dir'] }),
  };
}

function directoryFault(text: string): string | undefined {
  if (!DIRECTORY.test(text))
    return 'is not a directory of the box: write it absolute, or below the home directory as ~/...';
  return text.split('/').includes('..') ? 'must not contain ".."' : undefined;
}

/** Never repeats the text: it may hold a password. */
function addressFault(text: string): string | undefined {
  if (text === '') return undefined;
  if (!URL.canParse(text)) return 'is no address, such as https://hf-mirror.com';
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'holds a name or password; tokens go by "env"';
  if (protocol === 'https:') return undefined;
  const isLoopback = hostname === 'localhost' || /^127\./.test(hostname);
  return protocol === 'http:' && isLoopback ? undefined : 'is not https';
}
