import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/profile/pattern.ts
var MAX_LENGTH = 200;
var ORDINARY = [
  "",
  " ",
  "epoch 3/20 step 1200 loss 0.3141 lr 3.0e-4",
  "validation: relative Error 0.02, accuracy 0.91",
  "saved checkpoint to out/step-1200.safetensors",
  "Error rate dropped; warning count 0"
];
function whyNotAPattern(source) {
  if (source.length < 4 || source.length > MAX_LENGTH) return `must have 4 to ${MAX_LENGTH} characters`;
  try {
    new RegExp(source, "iu");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const fault = whyUnbounded(source);
  if (fault) return fault;
  const ordinary = ORDINARY.find((line) => compilePattern(source).test(line));
  return ordinary === void 0 ? void 0 : `matches an ordinary line: ${JSON.stringify(ordinary)}`;
}
var compilePattern = (source) => new RegExp(source, "iu");
var MAX_WAYS = 1e4;
function whyUnbounded(source) {
  let ways = 1;
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const rest = source.slice(i);
    const before = source[i - 1];
    if (rest.startsWith("\\")) {
      if (/^\\(?:\d|k<)/.test(rest)) return "must not refer back to a group";
      i++;
    } else if (inClass || rest.startsWith("[")) {
      inClass = !inClass || !rest.startsWith("]");
    } else if (/^(?:[*+]|\{\d+,\})/.test(rest)) {
      return "repeats without a bound: write {0,80} instead of *";
    } else if (rest.startsWith("{")) {
      if (before === ")") return "repeats a group: write it out";
      ways *= Math.max(1, Number(/^\{(?:\d+,)?(\d+)\}/.exec(rest)?.[1] ?? 1));
    } else if (rest.startsWith("?") && before !== "(") {
      ways *= 2;
    }
    if (ways > MAX_WAYS)
      return `can be tried in more than ${MAX_WAYS} ways: use fewer and smaller repetitions`;
  }
  return void 0;
}

export {
  whyNotAPattern,
  compilePattern
};
