import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fetchFor
} from "./host-proxied-fetch.shared.mjs";
import "./nothing.shared.mjs";

// src/ledger/moved-remote.ts
var ANSWER_SECONDS = 20;
var FIRST_QUESTION = "/info/refs?service=git-upload-pack";
async function movedTo(url, authorization) {
  const question = new URL(`${url.replace(/\/+$/, "")}${FIRST_QUESTION}`);
  try {
    const ask = await fetchFor(question);
    const answer = await ask(question, {
      headers: { authorization, "user-agent": "git/gpu-lease" },
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1e3)
    });
    await answer.body?.cancel();
    const location = answer.headers.get("location") ?? "";
    if (answer.status < 300 || answer.status > 399 || !URL.canParse(location, question.href)) return;
    const there = new URL(location, question);
    const isRepository = `${there.pathname}${there.search}`.endsWith(FIRST_QUESTION);
    if (there.origin !== question.origin || !isRepository) return { elsewhere: there.host };
    return { url: there.href.slice(0, -FIRST_QUESTION.length) };
  } catch {
    return;
  }
}
export {
  movedTo
};
