import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  WORST_FIRST,
  countsOf
} from "./verify-contract-verdicts.shared.mjs";
import {
  VERIFIER_VERSION
} from "./verify-contract-verdict.shared.mjs";

// src/report/verify-document.ts
function worstOf({ files, sets }) {
  const counts = [countsOf(files), countsOf(sets)];
  return WORST_FIRST.find((verdict) => counts.some(({ of }) => of[verdict] > 0)) ?? "inconclusive";
}
function* verifyDocument(verdicts) {
  const { files, sets } = verdicts;
  const head = {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files).of
  };
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* listed(files);
  yield '],"sets":[';
  yield* listed(sets);
  yield "]}";
}
function* listed(verdicts) {
  let before = "";
  for (const verdict of verdicts) {
    yield `${before}${JSON.stringify(documented(verdict))}`;
    before = ",";
  }
}
function documented({ table: _table, requests: _requests, ...verdict }) {
  return verdict;
}
function worstFirst({ files, sets }) {
  const all = [...files, ...sets];
  return WORST_FIRST.flatMap((verdict) => all.filter((each) => each.verdict === verdict));
}

export {
  worstOf,
  verifyDocument,
  worstFirst
};
