import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isRun
} from "./cli-kaggle-problems.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/kaggle.ts
async function command(request, signal) {
  return inKagglesWords(() => verbOf(request, signal));
}
async function inKagglesWords(of) {
  try {
    return await of();
  } catch (error) {
    throw error instanceof PlatformAnswer ? unexpected(error) : error;
  }
}
async function verbOf(request, signal) {
  const [verb, word, ...more] = request.words;
  const place = word ?? (typeof request.given.run === "string" ? request.given.run : void 0);
  if (more.length > 0) throw wrongWords();
  switch (verb) {
    case "push": {
      const { pushNext } = await import("./cli-kaggle-push.mjs");
      if (place !== void 0 && isRun(place)) return pushNext(settingsOf(request), place, signal);
      const given = place === void 0 ? request.given : { ...request.given, job: place };
      return pushNext(settingsOf({ ...request, given }), void 0, signal);
    }
    case "status": {
      const { showSessions } = await import("./cli-kaggle-status.mjs");
      return showSessions(settingsOf(request), place, signal);
    }
    case "collect": {
      const { collectOutput } = await import("./cli-kaggle-collect.mjs");
      return collectOutput(settingsOf(request), place, signal);
    }
    case "step": {
      const { stepOnce } = await import("./cli-kaggle-step.mjs");
      return stepOnce(settingsOf(request), place, signal);
    }
    default:
      throw wrongWords();
  }
}
var unexpected = (error) => new Problem(
  {
    code: "kaggle-answer",
    kind: "unreachable",
    what: `${error.message}. This says nothing about sessions there; one that runs uses the quota until it ends.`,
    next: "Run the same command again; where it stays so, look at kaggle.com/code and at what the login may do."
  },
  { cause: error }
);
var wrongWords = () => new Problem({
  code: "kaggle-words",
  kind: "usage",
  what: 'That is neither "kaggle push [JOB or RUN]" nor "kaggle status [RUN]" nor "kaggle collect [RUN]" nor "kaggle step [RUN]".',
  next: 'Write one of them. See "gpu-lease kaggle --help".'
});

export {
  command,
  inKagglesWords
};
