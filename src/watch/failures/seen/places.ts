import { allOf, firstOf, inOrder, type Sees } from './over-lines.ts';

/** F-D11: something says that it was synced, and the listing after it is empty or fails. */
export const claimedCopy = inOrder(
  /\bsync(?:ed|hronized)\b(?: to)? \/\S{1,200}/i,
  /^total 0$|^ls: cannot access '[^'\n]{1,200}': No such file or directory$/m,
);

/** F-D12: of a mounted drive, after the program has said that it saved. */
export const emptyOnDrive = inOrder(
  /\bsaved\b[^\n]{0,80}\/content\/drive\//i,
  /^-rw\S{1,12}\s{1,8}\d{1,4}\s{1,8}\S{1,40}\s{1,8}\S{1,40}\s{1,12}0\s[^\n]{1,60}$|\/content\/drive\/[^\n]{1,200}: No such file/m,
);

/** F-E23: pip and conda where they must not install into what is not an environment. */
export const noEnvironment = allOf(
  /Could not find an activated (?:virtualenv|virtual environment) \(required\)|(?:refus|abort)[a-z]{0,4}:? [^\n]{0,80}(?:base|no) environment is active/i,
);

/** F-P09: a step of Slurm in which the loaders have a single processor. */
export const stepWithoutResources = allOf(
  /suggested max number of worker in current system is 1\b|^CUDA_VISIBLE_DEVICES=$/m,
  /\bsrun\b|\bSLURM_STEP_ID=\d/,
);

/** F-P16: RunPod's own words for a pod that has no card any more, and the signal before it. */
export const podWithoutCard = allOf(/"gpuCount":\s?0\b/, /"desiredStatus":\s?"RUNNING"|\bSIGTERM\b/);

/** F-P22: the call that ends, and no answer. */
export const endUnanswered = inOrder(
  /\/instance-operations\/terminate\b/,
  /\b(?:Operation|Connection|Read) timed out\b/i,
);

/** F-P23: a delete that was accepted, and the same id in a list after it. */
export const stillListed: Sees = (text) => {
  for (const { index, 0: said, 1: id = '' } of firstOf(
    text,
    /\bDELETE \S{1,200}?\/([\w-]{3,80})\/?(?: HTTP\/\d(?:\.\d)?)?\s{1,4}(?:->\s?)?20\d\b/g,
  )) {
    const again = text.indexOf(`"${id}"`, index + said.length);
    if (again >= 0) return again;
    const bare = text.slice(index + said.length).search(new RegExp(`"id":\\s?${id.replace(/\W/g, '')}\\b`));
    if (bare >= 0) return index + said.length + bare;
  }
  return -1;
};

/** F-P24: Paperspace says off, and that it ends by itself after so many hours. */
export const atItsHour = allOf(/"state":\s?"off"/, /"autoShutdownTimeout":\s?[1-9]\d{0,3}\b/);

/** F-P27. */
export const deletedAfterDays = allOf(
  /\b(?:1[05]) ?(?:days?\b|天)[^\n]{0,60}(?:releas|delet|释放|删除)|(?:releas|delet|释放|删除)[a-z]{0,3}[^\n]{0,60}\b1[05] ?(?:days?\b|天)/i,
);

/** F-P28: begun in the background, not among the processes, on a machine that has been up for days. */
export const goneWithoutAWord = allOf(
  /^nohup: (?:ignoring input|appending output)/m,
  /\bup \d{1,5} days?\b/,
  /^(?:pgrep|ps)\b[^\n]{0,120}\n(?:\s{0,4}PID\b[^\n]{0,120}\n)?(?=\$ |\s{0,4}$)/m,
);

/** F-P29. */
export const sessionGone = allOf(
  /\bRuntime disconnected\b|Your session (?:crashed|was terminated)|Notebook session (?:ended|timed out)/i,
);

/** F-P30: stopped, and its storage has a price: RunPod and vast.ai. */
export const storageGoesOn: Sees = (text) => {
  const isStopped = /"desiredStatus":\s?"EXITED"|"actual_status":\s?"exited"|"state":\s?"off"/.test(text);
  return isStopped
    ? text.search(/"(?:storageCostPerHr|storage_total_cost|storageRate)":\s?(?:0\.\d{0,8}[1-9]|[1-9])/)
    : -1;
};

/** F-S17: an answer of the keeper that does not end. */
export const tornAnswer: Sees = (text) => text.search(/^\{"gpuLease":1,[^\n]{0,20000}[^}\n]$/m);

/** F-C01: the keeper's own answer for a cell that returned 0. */
export const exitRecord: Sees = (text) =>
  text.search(/"state":"exited"(?:,"attempt":\d{1,6})?,"exitCode":0\b/);

/** F-C02: as many as promised. */
export const allVerified: Sees = (text) => text.search(/\bverified ([1-9]\d{0,8})\/\1\b/);
