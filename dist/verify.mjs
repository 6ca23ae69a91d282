import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  openDirectory,
  parseChecksumList
} from "./chunks/verify-read-checksum-list.shared.mjs";
import {
  diffTensors,
  isSame
} from "./chunks/verify-tensor-diff.shared.mjs";
import {
  roleByName
} from "./chunks/verify-engine-role-guess.shared.mjs";
import {
  openHttpSource
} from "./chunks/verify-read-http-source.shared.mjs";
import "./chunks/host-backoff.shared.mjs";
import {
  roleByContent,
  verifyTree
} from "./chunks/verify-archive-set-webdataset.shared.mjs";
import "./chunks/verify-codec-snappy.shared.mjs";
import "./chunks/verify-contract-oddity.shared.mjs";
import {
  verifyFile
} from "./chunks/verify-archive-archive-members.shared.mjs";
import "./chunks/verify-codec-top-fields.shared.mjs";
import "./chunks/verify-read-local-file.shared.mjs";
import "./chunks/verify-checkpoint-copies.shared.mjs";
import "./chunks/verify-contract-key-book.shared.mjs";
import "./chunks/verify-read-hdf5-signature.shared.mjs";
import "./chunks/verify-codec-tar-block.shared.mjs";
import "./chunks/verify-codec-crc32c.shared.mjs";
import "./chunks/verify-codec-varint.shared.mjs";
import "./chunks/verify-read-window-source.shared.mjs";
import "./chunks/wildcard.shared.mjs";
import "./chunks/verify-archive-zip-directory.shared.mjs";
import "./chunks/verify-contract-untrusted.shared.mjs";
import {
  openFileSource
} from "./chunks/verify-read-file-source.shared.mjs";
import "./chunks/verify-contract-budgets.shared.mjs";
import "./chunks/verify-tensor-thread.shared.mjs";
import "./chunks/verify-tensor-element-scan.shared.mjs";
import "./chunks/verify-contract-moments.shared.mjs";
import "./chunks/verify-codec-checksum.shared.mjs";
import "./chunks/verify-codec-crc32.shared.mjs";
import "./chunks/verify-tensor-element-block.shared.mjs";
import "./chunks/verify-contract-findings.shared.mjs";
import "./chunks/verify-contract-verdict.shared.mjs";
import "./chunks/problem.shared.mjs";
import "./chunks/clock.shared.mjs";
import "./chunks/evidence-level.shared.mjs";
import "./chunks/nothing.shared.mjs";
export {
  diffTensors,
  isSame,
  openDirectory,
  openFileSource,
  openHttpSource,
  parseChecksumList,
  roleByContent,
  roleByName,
  verifyFile,
  verifyTree
};
