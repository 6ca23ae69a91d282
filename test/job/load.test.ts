import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoreRung } from '../../src/job/job.ts';
import { exitCodeOf, Problems } from '../../src/problem.ts';
import { jobText, load, loadJob, marked, problemsOf } from './job-text.ts';

interface Refusal {
  it: string;
  /** One top-level key of an otherwise good file; `@@` stands where the problem must point. */
  over: Record<string, string | null>;
  code: string;
  says: RegExp;
  next?: RegExp;
}

const SHA = '0123456789abcdef'.repeat(4);

const REFUSALS: Refusal[] = [
  {
    it: 'a misspelt key',
    over: { r: '@@setpu: make' },
    code: 'unknown-key',
    says: /"setpu"/,
    next: /`setup`/,
  },
  {
    it: 'a key in another spelling',
    over: { f: '@@onFinish: hold' },
    code: 'unknown-key',
    says: /"onFinish"/,
    next: /`on-finish`/,
  },
  {
    it: 'a key that is near none',
    over: { f: '@@hyperparameters: 3' },
    code: 'unknown-key',
    says: /hyperparameters/,
    next: /The keys here are: name, run/,
  },
  {
    it: 'a misspelt key inside a mapping',
    over: { b: 'budget: {usd: 1, hours: 1, @@usd-per-hour: 1, usdPerHour: 1}' },
    code: 'unknown-key',
    says: /in `budget`/,
    next: /`usdPerHour`/,
  },
  {
    it: 'a misspelt key inside one of two allowed forms',
    over: { smoke: 'smoke:\n  run: x\n  @@timout: 1min' },
    code: 'unknown-key',
    says: /"timout" in `smoke`/,
    next: /`timeout`/,
  },
  {
    it: 'a misspelt key of a list item',
    over: { artifacts: 'artifacts:\n  - path: a\n    role: model\n    @@kep: last' },
    code: 'unknown-key',
    says: /in `artifacts\[0\]`/,
    next: /`keep`/,
  },
  {
    it: 'a key that stands twice',
    over: { x: 'setup: a\n@@setup: b' },
    code: 'duplicate-key',
    says: /"setup" stands twice .* line 6/,
  },
  {
    it: 'a missing key',
    over: { run: null, name: '@@name: tiny' },
    code: 'missing-key',
    says: /`run` is missing/,
  },
  {
    it: 'a job without a word on its smoke [P2-02]',
    over: { smoke: null, name: '@@name: tiny' },
    code: 'missing-key',
    says: /`smoke` is missing/,
    next: /smoke: none/,
  },
  {
    it: 'a missing key of a mapping, at its parent',
    over: { b: '@@budget:\n  usd: 1\n  hours: 2' },
    code: 'missing-key',
    says: /`budget.usdPerHour` is missing/,
  },
  {
    it: 'a missing key of a list item, at the item',
    over: { artifacts: 'artifacts:\n  - @@path: a' },
    code: 'missing-key',
    says: /`artifacts\[0\]\.role` is missing/,
  },
  {
    it: 'a key with nothing behind it [D-03] [P2-19]',
    over: { s: '@@setup:' },
    code: 'empty-value',
    says: /`setup` has nothing behind it/,
    next: /""/,
  },
  {
    it: 'a variable with nothing behind it [D-03] [P2-19]',
    over: { v: 'vars:\n  @@EPOCHS:' },
    code: 'empty-value',
    says: /`vars.EPOCHS`/,
  },
  {
    it: 'an empty run command',
    over: { run: 'run: @@"  "' },
    code: 'bad-value',
    says: /`run`: " {2}" is empty/,
  },
  {
    it: 'a value of the wrong type',
    over: { run: 'run: @@[a, b]' },
    code: 'wrong-type',
    says: /`run`: a list is not text/,
  },
  {
    it: 'a text where a mapping belongs',
    over: { r: 'resources: @@A100' },
    code: 'wrong-type',
    says: /"A100" is not a mapping/,
  },
  {
    it: 'a word that is none of the allowed',
    over: { o: 'on-finish: @@prak' },
    code: 'wrong-value',
    says: /"prak" is none of hold or park/,
    next: /"park"/,
  },
  {
    it: 'a store that is none',
    over: { s: 'store: [@@workflow-artefact]' },
    code: 'wrong-type',
    says: /"workflow-artefact" is not workflow-artifact or release-asset or a mapping/,
  },
  {
    it: 'two stores on one rung',
    over: { s: 'store: [@@{release-asset: {}, workflow-artifact: {}}]' },
    code: 'store-rung',
    says: /names workflow-artifact and release-asset|names release-asset and workflow-artifact/,
    next: /one store a rung/i,
  },
  {
    it: 'a store whose address is not encrypted',
    over: { s: 'store: [{s3: {endpoint: @@"http://s3.example.org", bucket: results}}]' },
    code: 'bad-value',
    says: /is not https/,
  },
  {
    it: 'a store whose address holds a signature',
    over: { s: 'store: [{s3: {endpoint: @@"https://s3.example.org/?sig=1", bucket: results}}]' },
    code: 'bad-value',
    says: /has a query or fragment/,
  },
  {
    it: 'a store without a bucket',
    over: { s: 'store: [{@@s3: {endpoint: "https://s3.example.org"}}]' },
    code: 'missing-key',
    says: /bucket/,
  },
  {
    it: 'a role that is none',
    over: { s: 'store: [{s3: {endpoint: "https://s3.example.org", bucket: results, role: @@gpu-lease}}]' },
    code: 'bad-value',
    says: /is not the name of a role, such as arn:aws:iam::/,
  },
  {
    it: 'a role whose keys would be lent without encryption',
    over: {
      s: 'store: [{s3: {endpoint: "https://s3.example.org", bucket: results, role: {arn: "arn:aws:iam::1:role/x", sts: @@"http://sts.example.org"}}}]',
    },
    code: 'bad-value',
    says: /is not https/,
  },
  {
    it: 'a folder of a store that leads out of it',
    over: { s: 'store: [{hugging-face: {repo: a/b, prefix: @@"../x"}}]' },
    code: 'bad-value',
    says: /is not a folder/,
  },
  {
    it: 'rules for reviewers of an environment that is not named [P5-11]',
    over: { p: 'approval: {self-review: @@forbid}' },
    code: 'approval-without-environment',
    says: /`approval.self-review` speaks of the reviewers/,
    next: /`approval.environment`/,
  },
  {
    it: 'an environment with a line end in its name',
    over: { p: 'approval: {environment: @@"a\\nb"}' },
    code: 'bad-value',
    says: /is no name of an environment/,
  },
  {
    it: 'an approval in advance without an end that anybody would remember',
    over: { p: 'approval: {standing: {within: @@91d}}' },
    code: 'bad-value',
    says: /is longer than 90 days/,
  },
  {
    it: 'a word of approval that is none',
    over: { p: 'approval: {environment: e, admin-bypass: @@maybe}' },
    code: 'wrong-value',
    says: /"maybe" is none of allow or forbid/,
  },
  {
    it: 'a name with capitals',
    over: { name: 'name: @@Tiny' },
    code: 'bad-value',
    says: /"Tiny" may hold lower-case/,
  },
  {
    it: 'a name of 41 characters',
    over: { name: `name: @@${'a'.repeat(41)}` },
    code: 'bad-value',
    says: /at most 40/,
  },

  {
    it: 'a negative budget',
    over: { b: 'budget: {usd: @@-5, hours: 1, usdPerHour: 1}' },
    code: 'bad-value',
    says: /-5 must be above 0 USD/,
  },
  {
    it: 'a budget of zero',
    over: { b: 'budget: {usd: 1, hours: @@0, usdPerHour: 1}' },
    code: 'bad-value',
    says: /0 must be above 0 hours/,
  },
  {
    it: 'a budget that is not a number',
    over: { b: 'budget: {usd: @@.nan, hours: 1, usdPerHour: 1}' },
    code: 'wrong-type',
    says: /NaN is not a number/,
  },
  {
    it: 'an infinite budget',
    over: { b: 'budget: {usd: @@.inf, hours: 1, usdPerHour: 1}' },
    code: 'wrong-type',
    says: /Infinity is not a number/,
  },
  {
    it: 'a budget written as text',
    over: { b: 'budget: {usd: @@"5", hours: 1, usdPerHour: 1}' },
    code: 'wrong-type',
    says: /"5" is not a number/,
  },
  {
    it: 'an absurd budget',
    over: { b: 'budget: {usd: @@1e9, hours: 1, usdPerHour: 1}' },
    code: 'bad-value',
    says: /above 100,000 USD/,
  },
  {
    it: 'no budget where a candidate may cost money',
    over: { name: '@@name: tiny', candidates: 'candidates: [local, runpod]' },
    code: 'budget-missing',
    says: /"runpod" may cost money/,
  },

  {
    it: 'a candidate without a profile',
    over: { candidates: 'candidates:\n  - @@lokal' },
    code: 'unknown-platform',
    says: /no profile for the candidate "lokal"/,
    next: /generic-ssh, local, runpod, vastai/,
  },
  {
    it: 'a candidate mapping without a profile',
    over: { candidates: 'candidates: [{platform: @@aws, attach: "ssh://a@b", usdPerHour: 0}]' },
    code: 'unknown-platform',
    says: /"aws"/,
  },
  { it: 'no candidates', over: { candidates: 'candidates: @@[]' }, code: 'bad-value', says: /is empty/ },
  {
    it: 'a negative price',
    over: { candidates: 'candidates: [{platform: generic-ssh, attach: b, usdPerHour: @@-1}]' },
    code: 'bad-value',
    says: /-1 is negative/,
  },
  {
    it: 'a spot box of a platform that rents none',
    over: {
      b: 'budget: {usd: 1, hours: 1, usdPerHour: 1}',
      candidates: 'candidates: [{platform: runpod, market: @@spot}]',
    },
    code: 'no-spot',
    says: /"runpod" rents no spot boxes/,
    next: /vastai, verda, compshare/,
  },
  {
    it: 'R7: a login of a registry where no image is pulled by one, with the reason',
    over: {
      b: 'budget: {usd: 1, hours: 1, usdPerHour: 1}',
      candidates: 'candidates: [{platform: generic-ssh, attach: gpubox, usdPerHour: 0, registry: @@mine}]',
    },
    code: 'no-registry-login',
    says: /"generic-ssh" pulls public images alone/,
    next: /take one of runpod/,
  },
  {
    it: 'an attached box on a market',
    over: { candidates: 'candidates: [{platform: generic-ssh, attach: b, usdPerHour: 0, market: @@spot}]' },
    code: 'market-of-attached',
    says: /no market/,
  },
  ...[
    'http://me@box',
    'ssh://box',
    'ssh://me@box:0',
    'ssh://me@box:99999',
    'ssh://me@box/path',
    '-oProxyCommand=x',
    'a b',
    'ssh://me@-box',
  ].map((attach) => ({
    it: `the address ${attach}`,
    over: { candidates: `candidates: [{platform: generic-ssh, usdPerHour: 0, attach: @@"${attach}"}]` },
    code: 'bad-value',
    says: /candidates\[0\]\.attach/,
  })),

  {
    it: 'an image by tag [P1-12]',
    over: { i: 'image: @@pytorch/pytorch:2.6' },
    code: 'bad-value',
    says: /a tag can move/,
    next: /imagetools inspect pytorch\/pytorch:2.6/,
  },
  {
    it: 'an image called latest [P1-12]',
    over: { i: 'image: @@pytorch/pytorch:latest' },
    code: 'bad-value',
    says: /"latest" moves/,
  },
  {
    it: 'an image without tag or digest [P1-12]',
    over: { i: 'image: @@localhost:5000/mine' },
    code: 'bad-value',
    says: /"latest" moves/,
  },
  {
    it: 'an image with half a digest [P1-12]',
    over: { i: `image: @@a@sha256:${SHA.slice(1)}` },
    code: 'bad-value',
    says: /64 lower-case hex/,
  },

  {
    it: 'a machine by the name that a platform gives it, where nothing is rented [XC-13]',
    over: { r: 'resources: {gpu: {name: @@a2-highgpu-1g}}' },
    code: 'bad-value',
    says: /one platform's own name/,
  },
  {
    it: 'one such among several cards [XC-13]',
    over: { r: 'resources: {gpu: {name: [A100, @@p4d.24xlarge]}}' },
    code: 'bad-value',
    says: /one platform's own name/,
  },
  {
    it: 'a machine of eight cards without its count',
    over: { r: 'resources: {gpu: {name: gpu_8x_a100_80gb_sxm4, count: @@1}}' },
    code: 'other-gpu-count',
    says: /a machine of 8 cards, and `count` asks for 1/,
  },
  {
    it: 'a card that is misspelt, with the nearest one',
    over: { r: 'resources: {gpu: {name: [H100, @@RTX 4909]}}' },
    code: 'unknown-gpu',
    says: /no card "RTX 4909"/,
    next: /Did you mean "RTX 4090"/,
  },
  {
    it: 'a card with more memory than it is made with',
    over: { r: 'resources: {gpu: {name: [A100, RTX 4090], memory: @@90GB+}}' },
    code: 'impossible-gpu',
    says: /A100 with 40 or 80 GB, RTX 4090 with 24 or 48 GB/,
  },
  {
    it: 'memory without a direction [XC-13]',
    over: { r: 'resources: {gpu: {memory: @@40GB}}' },
    code: 'bad-value',
    says: /"exactly" or "at least"/,
    next: /40GB\+/,
  },
  {
    it: 'a size without a unit',
    over: { r: 'resources: {disk: @@50}' },
    code: 'wrong-type',
    says: /50 is not text with its unit/,
  },
  {
    it: 'bounds the wrong way round',
    over: { r: 'resources: {disk: @@80GB..50GB}' },
    code: 'bad-value',
    says: /lower bound above its upper/,
  },
  {
    it: 'half a GPU',
    over: { r: 'resources: {gpu: {count: @@0.5}}' },
    code: 'wrong-type',
    says: /0.5 is not a whole number/,
  },
  {
    it: 'a duration without a unit',
    over: { w: 'watch: {stall: @@10}' },
    code: 'wrong-type',
    says: /10 is not text with its unit/,
  },
  {
    it: 'a duration in minutes that reads as months',
    over: { w: 'watch: {stall: @@5m}' },
    code: 'bad-value',
    says: /"5m" is not a duration/,
  },
  {
    it: 'a smoke of two hours',
    over: { smoke: 'smoke: {run: x, timeout: @@2h}' },
    code: 'bad-value',
    says: /longer than 1 h/,
  },

  ...['/abs/x', 'C:/x', '~/x', '$HOME/x'].map((path) => ({
    it: `the artifact ${path}`,
    over: { artifacts: `artifacts: [{path: @@"${path}", role: model}]` },
    code: 'bad-value',
    says: /is absolute|expansion/,
  })),
  {
    it: 'an artifact outside the output directory',
    over: { artifacts: 'artifacts: [{path: @@"a/../../x", role: model}]' },
    code: 'bad-value',
    says: /leaves the output directory/,
  },
  {
    it: 'an artifact with backslashes',
    over: { artifacts: 'artifacts: [{path: @@"a\\\\b", role: model}]' },
    code: 'bad-value',
    says: /backslash/,
  },
  {
    it: 'a checkpoint outside the output directory',
    over: { c: 'checkpoint: {path: @@../x}' },
    code: 'bad-value',
    says: /leaves the output directory/,
  },
  {
    it: 'metrics outside the output directory',
    over: { m: 'metrics: @@../metrics.jsonl' },
    code: 'bad-value',
    says: /leaves the output directory/,
  },
  {
    it: 'metrics of a format that nobody reads',
    over: { m: 'metrics: {path: m.csv, format: @@cvs}' },
    code: 'wrong-value',
    says: /"cvs" is none of jsonl, csv/,
  },
  {
    it: 'metrics with a key that is none',
    over: { m: 'metrics: [m.csv, {path: n.csv, @@step_key: epoch}]' },
    code: 'unknown-key',
    says: /no key "step_key" in `metrics\[1\]`/,
  },
  {
    it: 'metrics of no source',
    over: { m: 'metrics: @@[]' },
    code: 'bad-value',
    says: /is empty/,
  },
  {
    it: 'one source of metrics twice',
    over: { m: 'metrics: [m.csv, {path: @@m.csv, loss-key: val_loss}]' },
    code: 'metrics-twice',
    says: /Two sources of metrics have the path "m.csv"/,
  },
  {
    it: 'a key of the step of events, which carry their own',
    over: { m: 'metrics: {path: runs, format: tensorboard, step-key: @@iter}' },
    code: 'step-key-unused',
    says: /part of every event of "runs\/\*\*\/\*tfevents\*"/,
  },
  {
    it: 'metrics that are nowhere',
    over: { m: 'metrics: [m.csv, @@{loss-key: nll}]' },
    code: 'metrics-nowhere',
    says: /neither a `path` nor a `log`/,
  },
  {
    it: 'a format of a log',
    over: { m: 'metrics: {log: "step {step}", format: @@csv}' },
    code: 'log-with-format',
    says: /Lines of a log have no format/,
  },
  {
    it: 'a pattern without the step',
    over: { m: 'metrics: {log: @@"iter {iter} loss {loss}"}' },
    code: 'log-pattern',
    says: /"iter \{iter\} loss \{loss\}" has no \{step\}/,
  },
  {
    it: 'a pattern whose numbers run together',
    over: { m: 'metrics: {log: @@"it {step}{loss}"}' },
    code: 'log-pattern',
    says: /does not say where one number ends/,
  },
  {
    it: 'a pattern with half a name',
    over: { m: 'metrics: {log: @@"it {step} loss {loss"}' },
    code: 'log-pattern',
    says: /has a brace that is alone/,
  },
  {
    it: 'a pattern of numbers alone',
    over: { m: 'metrics: {log: @@"{step} {loss}"}' },
    code: 'log-pattern',
    says: /no word by which a line is known/,
  },
  {
    it: 'two lengths of one run',
    over: { m: 'metrics: [{path: m.csv, total-steps: 10}, {path: n.csv, total-steps: @@20}]' },
    code: 'total-steps-differ',
    says: /10 steps by one source of metrics, and 20 by another/,
  },
  {
    it: 'requirements outside the repository',
    over: { q: 'requirements: @@../requirements.txt' },
    code: 'bad-value',
    says: /leaves/,
  },
  {
    it: 'a job that promises nothing',
    over: { artifacts: 'artifacts: @@[]' },
    code: 'bad-value',
    says: /is empty/,
  },
  {
    it: 'a job in which every artifact is optional',
    over: { artifacts: 'artifacts: @@[{path: a, role: model, min: 0}]' },
    code: 'nothing-required',
    says: /every artifact is optional/i,
  },
  {
    it: 'one path twice',
    over: { artifacts: 'artifacts: [{path: a, role: model}, {path: @@a, role: log}]' },
    code: 'artifact-twice',
    says: /"a"/,
  },
  {
    it: 'a drill without a checkpoint [P2-06]',
    over: { smoke: 'smoke: {run: x, drill: @@{timeout: 1min}}' },
    code: 'drill-without-checkpoint',
    says: /no `checkpoint`/,
  },
  {
    it: 'a drill of a job that cannot resume [P2-06]',
    over: { c: 'checkpoint: {path: model.safetensors, resume: none}', smoke: 'smoke: {run: x, drill: @@{}}' },
    code: 'drill-without-resume',
    says: /resume/,
  },

  {
    it: 'values of secrets as a mapping [XC-12]',
    over: { e: '@@env:\n  KEY: abcdefgh' },
    code: 'secret-value',
    says: /names of secrets only/,
    next: /env: \[KEY\]/,
  },
  {
    it: 'values of secrets as a list of mappings [XC-12]',
    over: { e: '@@env:\n  - KEY: abcdefgh' },
    code: 'secret-value',
    says: /names of secrets only/,
    next: /env: \[KEY\]/,
  },
  {
    it: 'a value of a secret behind an equals sign [XC-12]',
    over: { e: 'env: [@@KEY=abcdefgh]' },
    code: 'bad-value',
    says: /"KEY=\.\.\." is not a name/,
  },
  { it: 'a secret named twice', over: { e: 'env: [A, @@A]' }, code: 'duplicate-secret', says: /A twice/ },
  {
    it: 'the secret of gpu-lease itself among those for the box [XC-12]',
    over: { e: 'env: [@@GPU_LEASE_SECRET]' },
    code: 'bad-value',
    says: /kept for what gpu-lease sets/,
  },
  {
    it: 'a variable that is also a secret [XC-12]',
    over: { e: 'env: [LOGIN]', v: 'vars: {LOGIN: @@me}' },
    code: 'secret-with-value',
    says: /LOGIN is a secret/,
  },
  {
    it: 'a secret-shaped variable of a cell [XC-12]',
    over: { c: 'cells: [{name: a, vars: {HF_TOKEN: @@x}}]' },
    code: 'secret-in-vars',
    says: /HF_TOKEN is named like a secret/,
  },
  {
    it: 'a secret-shaped axis of a matrix [XC-12]',
    over: { c: 'cells: {matrix: {apiKey: @@[x, y]}}' },
    code: 'secret-in-vars',
    says: /apiKey/,
  },
  {
    it: 'a token in a comment [XC-12]',
    over: { z: `# @@ghp_${'a1'.repeat(18)}` },
    code: 'secret-value',
    says: /a GitHub token/,
  },
  {
    it: 'a token in the command [XC-12]',
    over: { run: `run: HF=@@hf_${'a1'.repeat(17)} python train.py` },
    code: 'secret-value',
    says: /a Hugging Face token/,
  },
  {
    it: 'a password in an address inside setup [XC-12]',
    over: { s: 'setup: git clone @@https://me:pw@host/x.git' },
    code: 'secret-value',
    says: /a password in a URL/,
  },

  {
    it: 'a variable name no shell could hold',
    over: { v: 'vars: {@@A-B: 1}' },
    code: 'bad-name',
    says: /the name "A-B"/,
  },
  {
    it: 'a variable kept for gpu-lease',
    over: { v: 'vars: {@@GPU_LEASE_OUT: x}' },
    code: 'bad-name',
    says: /GPU_LEASE_/,
  },
  {
    it: 'a carriage return in a variable [D-14]',
    over: { v: 'vars: {A: @@"1\\r"}' },
    code: 'bad-value',
    says: /carriage return/,
  },
  {
    it: 'a key that would change the object it enters',
    over: { v: 'vars: {@@__proto__: 1}' },
    code: 'bad-key',
    says: /not plain text/,
  },

  {
    it: 'two cells with one name [P2-13] [D-13]',
    over: { c: 'cells: [a, b, @@a]' },
    code: 'duplicate-cell',
    says: /Two cells have the name "a"/,
  },
  {
    it: 'two cells that differ only in case [P2-13] [D-13]',
    over: { c: 'cells: [a, @@A]' },
    code: 'duplicate-cell',
    says: /"a" and "A" differ only in case/,
  },
  {
    it: 'two configuration files with one basename [P2-13] [D-13]',
    over: { c: 'cells: [configs/a.yml, @@other/a.yml]' },
    code: 'duplicate-cell',
    says: /configs\/a.yml, other\/a.yml/,
  },
  {
    it: 'a cell without a name',
    over: { c: 'cells: [@@{vars: {A: 1}}]' },
    code: 'cell-without-name',
    says: /no name/,
  },
  {
    it: 'a cell name that leaves its directory',
    over: { c: 'cells: [@@..]' },
    code: 'bad-cell-name',
    says: /"\.\."/,
  },
  { it: 'a cell name with a space', over: { c: 'cells: [@@a b]' }, code: 'bad-cell-name', says: /"a b"/ },
  {
    it: 'a cell name that is a device on Windows',
    over: { c: 'cells: [@@nul.x]' },
    code: 'bad-cell-name',
    says: /device/,
  },
  {
    it: 'a matrix of too many combinations',
    over: { c: `cells: {matrix: @@{A: [${[...Array(150).keys()]}], B: [${[...Array(150).keys()]}]}}` },
    code: 'too-many-cells',
    says: /22500/,
  },
  { it: 'no cells', over: { c: 'cells: @@[]' }, code: 'bad-value', says: /is empty/ },
  {
    it: 'a negative number of retries',
    over: { r: 'retry: {max: @@-1}' },
    code: 'bad-value',
    says: /-1 is below 0/,
  },

  { it: 'text that is not YAML', over: { x: 'setup: @@}' }, code: 'yaml', says: /Not valid YAML/ },
  { it: 'a YAML tag', over: { x: 'setup: @@!!python/object x' }, code: 'yaml', says: /tag/ },
  { it: 'an alias of nothing', over: { x: 'setup: @@*nowhere' }, code: 'yaml', says: /&nowhere/ },
];

describe('the job file refuses', () => {
  for (const refusal of REFUSALS) {
    it(`${refusal.it}`, () => {
      const { text, marks } = marked(jobText(refusal.over));
      const problems = problemsOf(text);
      const found = problems.find(({ code }) => code === refusal.code);
      assert.ok(
        found,
        `no ${refusal.code} among ${problems.map(({ code, what }) => `${code}: ${what}`).join('; ')}`,
      );
      assert.match(found.what, refusal.says);
      if (refusal.next) assert.match(found.next, refusal.next);
      assert.deepEqual(found.at, { file: 'gpu-lease.yml', ...marks[0] });
      assert.equal(problems.length, 1, problems.map(({ code, what }) => `${code}: ${what}`).join('\n'));
    });
  }
});

describe('the job file', () => {
  it('reports all problems at once, in the order of the file', () => {
    const { text, marks } = marked(
      jobText({
        name: 'name: @@Tiny',
        b: 'budget: {usd: @@-1, hours: 1, usdPerHour: 1}',
        candidates: 'candidates: [@@lokal]',
        cells: 'cells: [a, @@a]',
        x: '@@colour: red',
        smoke: 'smoke: {run: x, timeout: @@soon}',
      }),
    );
    const problems = problemsOf(text);
    assert.deepEqual(
      problems.map(({ at }) => at && { line: at.line, column: at.column }),
      marks,
    );
  });

  it('draws no conclusion from a part that is itself broken', () => {
    const budget = problemsOf(
      jobText({ candidates: 'candidates: [runpod]', b: 'budget: {usd: -1, hours: 1, usdPerHour: 1}' }),
    );
    assert.deepEqual(
      budget.map(({ code }) => code),
      ['bad-value'],
    );
    const drill = problemsOf(jobText({ smoke: 'smoke: {run: x, drill: {}}', c: 'checkpoint: {path: /abs}' }));
    assert.deepEqual(
      drill.map(({ code }) => code),
      ['bad-value'],
    );
  });

  it('may state the price where the platform names none before a box exists', () => {
    const text = jobText({
      b: 'budget: {usd: 1, hours: 1, usdPerHour: 3}',
      candidates: 'candidates: [{platform: paperspace-core, usdPerHour: 2.3}]',
    });
    const { job } = load(text, { platforms: new Set(['paperspace-core']) });
    assert.deepEqual(job.candidates, [{ platform: 'paperspace-core', usdPerHour: 2.3 }]);
  });

  it('ends with exit code 2', () => {
    let code = 0;
    try {
      load(jobText({ run: null }));
    } catch (error) {
      assert.ok(error instanceof Problems);
      code = exitCodeOf(error);
    }
    assert.equal(code, 2);
  });

  it('never repeats a secret that it refuses [XC-12]', () => {
    const secret = `ghp_${'Zz9'.repeat(12)}`;
    const texts = [
      jobText({ e: `env: {KEY: ${secret}}` }),
      jobText({ e: `env: [KEY=hunter2${secret}]` }),
      jobText({ v: `vars: {API_KEY: ${secret}}` }),
      jobText({ x: `${secret}: 1` }),
      jobText({ o: `on-finish: ${secret}` }),
      jobText({ c: `cells: [${secret}, ${secret}]` }),
      jobText({ c: `cells: ["${secret} x"]` }),
      jobText({
        candidates: `candidates: [{platform: generic-ssh, attach: "ssh://me:hunter2${secret}@box"}]`,
      }),
      jobText({ candidates: `candidates: [${secret}]` }),
      jobText({ i: `image: ${secret}` }),
      jobText({ i: `image: ${secret.toLowerCase()}:x` }),
    ];
    for (const text of texts) {
      for (const { message } of problemsOf(text)) {
        assert.ok(!message.toLowerCase().includes('zz9zz9') && !message.includes('hunter2'), message);
      }
    }
  });

  it('shows fifty problems and counts the rest', () => {
    const problems = problemsOf(
      jobText({ e: `env: [${Array.from({ length: 80 }, (_, n) => `a-${n}`).join(', ')}]` }),
    );
    assert.equal(problems.length, 51);
    assert.match(problems.at(-1)?.what ?? '', /30 more/);
  });

  it('reads several sources of metrics, each by its own format', () => {
    const { metrics, moreMetrics } = loadJob({
      metrics:
        'metrics: ["logs/version_*/metrics.csv", {path: "checkpoint-*/trainer_state.json", total-steps: 90}, {path: state.json, format: trainer-state}, m.jsonl, {path: runs, format: tensorboard}, {log: "it {iter}: {loss}", step-key: iter}, {log: "at {step}", path: train.log}]',
    });
    const keys = { stepKey: 'step', lossKey: 'loss' };
    // How long a run is counts for the run, whichever source says it.
    assert.deepEqual(metrics, { path: 'logs/version_*/metrics.csv', format: 'csv', ...keys, totalSteps: 90 });
    assert.deepEqual(moreMetrics, [
      { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state', ...keys, totalSteps: 90 },
      { path: 'state.json', format: 'trainer-state', ...keys },
      { path: 'm.jsonl', ...keys },
      { path: 'runs/**/*tfevents*', format: 'tensorboard', ...keys },
      { path: '', format: 'log', pattern: 'it {iter}: {loss}', ...keys, stepKey: 'iter' },
      { path: 'train.log', format: 'log', pattern: 'at {step}', ...keys },
    ]);
  });

  it('keeps the folders of trackers with the evidence, unless an artifact names them [U35]', () => {
    const artifacts = (text: string, own = '{path: a.pt, role: model}') =>
      loadJob({ m: `metrics: ${text}`, artifacts: `artifacts: [${own}]` }).artifacts.slice(1);
    const kept = { keep: 'evidence', min: 0, contains: [], allowDegraded: true };
    assert.deepEqual(artifacts('[{path: wandb, format: wandb}, {path: tb, format: tensorboard}]'), [
      { path: 'wandb/*run-*/**', role: 'opaque', ...kept },
      { path: 'tb/**/*tfevents*', role: 'metrics', ...kept },
    ]);
    assert.deepEqual(artifacts('{path: db, format: trackio}'), [{ path: 'db/**', role: 'opaque', ...kept }]);
    assert.deepEqual(artifacts('m.csv'), []);
    const named = '{path: a.pt, role: model}, {path: "wandb/**", role: opaque}';
    assert.equal(artifacts('{path: wandb, format: wandb}', named).length, 1);
  });

  it('reads every key into our own words and units', () => {
    const job = loadJob({
      setup: 'setup: make',
      image: `image: reg.io/a/b:1@sha256:${SHA}`.replace(':1@', '@'),
      env: 'env: [WANDB_API_KEY]',
      requirements: 'requirements: {file: requirements.txt, torch: as-pinned}',
      resources:
        'resources: {gpu: {name: A100, memory: 24GB..48GB}, cpus: 8+, memory: 16GiB+, disk: 50GB+, region: [eu, us]}',
      candidates: 'candidates: [local, {platform: generic-ssh, attach: "ssh://me@box:22", usdPerHour: 0}]',
      smoke: 'smoke: {run: x, setup: y, timeout: 90s, memory: 1GB, threads: 1, drill: {timeout: 2min}}',
      artifacts:
        'artifacts: [{path: "c/*.pt", role: checkpoint, keep: last, min: 2, contains: [step], allow-degraded: true}]',
      metrics:
        'metrics: {path: m.jsonl, step-key: s, loss-key: l, total-steps: 10, best: {key: acc, direction: max}}',
      checkpoint: 'checkpoint: {path: "c/*.pt", step-key: global_step, every: 60s}',
      budget: 'budget: {usd: 5, hours: 2.5, usdPerHour: 2}',
      'on-finish': 'on-finish: park',
      approval:
        'approval: {environment: gpu release, self-review: forbid, admin-bypass: allow, standing: {level: L3, usdPerHour: 1.5, within: 12h}}',
      retry: 'retry: {max: 0}',
      watch: 'watch: {stall: 2min, expected: 1h}',
      cells: 'cells: [{name: a, vars: {LR: 0.10}}]',
    });
    assert.deepEqual(job, {
      name: 'tiny',
      run: 'sh train.sh',
      setup: 'make',
      image: `reg.io/a/b@sha256:${SHA}`,
      secrets: ['WANDB_API_KEY'],
      vars: {},
      requirements: { file: 'requirements.txt', torch: 'as-pinned' },
      resources: {
        gpu: { names: ['A100'], count: 1, memoryGb: { min: 24, max: 48 } },
        cpus: { min: 8 },
        memoryGb: { min: 17.179869184 },
        diskGb: { min: 50 },
        regions: ['eu', 'us'],
      },
      candidates: [
        { platform: 'local' },
        { platform: 'generic-ssh', attach: 'ssh://me@box:22', usdPerHour: 0 },
      ],
      smoke: {
        run: 'x',
        setup: 'y',
        timeoutSeconds: 90,
        memoryMb: 1000,
        threads: 1,
        drill: { run: 'x', timeoutSeconds: 120 },
      },
      artifacts: [
        { path: 'c/*.pt', role: 'checkpoint', keep: 'last', min: 2, contains: ['step'], allowDegraded: true },
      ],
      metrics: {
        path: 'm.jsonl',
        stepKey: 's',
        lossKey: 'l',
        totalSteps: 10,
        best: { key: 'acc', direction: 'max' },
      },
      checkpoint: { path: 'c/*.pt', stepKey: 'global_step', resume: 'continues', everySeconds: 60 },
      budget: { usd: 5, hours: 2.5, usdPerHour: 2 },
      onFinish: 'park',
      approval: {
        environment: 'gpu release',
        selfReview: 'forbid',
        adminBypass: 'allow',
        standing: { level: 'L3', usdPerHour: 1.5, withinSeconds: 43_200 },
      },
      retry: { max: 0 },
      watch: { stallSeconds: 120, expectedSeconds: 3600 },
      cells: [{ name: 'a', vars: { LR: '0.10' } }],
    });
  });

  it('takes defaults that neither spend nor destroy', () => {
    const { job, warnings } = load(jobText());
    assert.equal(job.onFinish, 'hold');
    assert.equal(job.approval, undefined);
    assert.deepEqual(loadJob({ p: 'approval: {environment: e}' }).approval, {
      environment: 'e',
      selfReview: 'allow',
      adminBypass: 'forbid',
    });
    assert.deepEqual(job.retry, { max: 1 });
    assert.deepEqual(job.budget, { usd: 1, hours: 24, usdPerHour: 1 });
    assert.deepEqual(job.cells, [{ name: 'main', vars: {} }]);
    assert.deepEqual(job.resources, {});
    assert.deepEqual(warnings, []);
  });

  it('asks for no budget where every candidate is free by its profile or by the word of the user', () => {
    const candidates = 'candidates: [local, {platform: generic-ssh, attach: box, usdPerHour: 0}]';
    assert.equal(loadJob({ candidates }).candidates.length, 2);
  });

  it('keeps unset, empty and a value apart [D-03] [P2-19]', () => {
    assert.deepEqual(loadJob({ v: 'vars: {A: ""}' }).vars, { A: '' });
    assert.deepEqual(loadJob({ v: 'vars: {}' }).vars, {});
    assert.equal(loadJob({ s: 'setup: ""' }).setup, undefined);
    assert.deepEqual(loadJob({ r: 'retry: {max: 0}' }).retry, { max: 0 });
    assert.deepEqual(loadJob({ r: 'retry: {}' }).retry, { max: 1 });
    assert.deepEqual(loadJob({ g: 'resources: {gpu: none}' }).resources, {});
    assert.deepEqual(loadJob({ g: 'resources: {gpu: {}}' }).resources, { gpu: { names: [], count: 1 } });
  });

  it('says how to choose, how long to wait for a box, and what a day may cost, each only where it is written', () => {
    const plain = loadJob();
    assert.deepEqual(
      [plain.prefer, plain.capacity, plain.budget.usdPerDay],
      [undefined, undefined, undefined],
    );
    const job = loadJob({
      p: 'prefer: order',
      c: 'capacity: {try-again: 5min}',
      b: 'budget: {usd: 20, hours: 10, usdPerHour: 2, usdPerDay: 8, gpuHours: 90, usdRepositoryPerDay: 30, usdRepositoryPerMonth: 300}',
    });
    assert.equal(job.prefer, 'order');
    assert.deepEqual(job.capacity, { tryAgainSeconds: 300, forSeconds: 21_600 });
    assert.deepEqual(job.budget, {
      usd: 20,
      hours: 10,
      usdPerHour: 2,
      usdPerDay: 8,
      gpuHours: 90,
      usdRepositoryPerDay: 30,
      usdRepositoryPerMonth: 300,
    });
  });

  it('keeps variables as they were typed', () => {
    const vars = 'vars: {VERSION: 1.10, RATE: 1e-4, FLAG: true, HEX: 0x1F, OCTAL: 0755, WORD: yes}';
    assert.deepEqual(loadJob({ v: vars }).vars, {
      VERSION: '1.10',
      RATE: '1e-4',
      FLAG: 'true',
      HEX: '0x1F',
      OCTAL: '0755',
      WORD: 'yes',
    });
  });

  it('drills whenever a run can resume, unless told otherwise [P2-06]', () => {
    const checkpoint = 'checkpoint: {path: model.safetensors}';
    const drillOf = (over: Record<string, string>) => {
      const { smoke } = loadJob(over);
      return smoke === 'none' ? smoke : smoke.drill;
    };
    assert.deepEqual(drillOf({ checkpoint }), { run: 'sh train.sh --steps 3', timeoutSeconds: 300 });
    assert.equal(drillOf({}), 'none');
    assert.equal(drillOf({ checkpoint: 'checkpoint: {path: model.safetensors, resume: none}' }), 'none');
    assert.equal(drillOf({ checkpoint, smoke: 'smoke: {run: x, drill: none}' }), 'none');
    assert.deepEqual(drillOf({ checkpoint, smoke: 'smoke: {run: x, timeout: 1min, drill: {run: y}}' }), {
      run: 'y',
      timeoutSeconds: 60,
    });
  });

  it('takes carriage returns out of commands and says so', () => {
    const { job, warnings } = load(
      jobText({
        run: 'run: "a\\r\\nb\\r\\n"',
        setup: 'setup: "c\\r\\n"',
        smoke: 'smoke: {run: "d\\r\\n", setup: "e\\r\\n"}',
      }),
    );
    assert.equal(job.run, 'a\nb\n');
    assert.equal(job.setup, 'c\n');
    assert.deepEqual(job.smoke !== 'none' && [job.smoke.run, job.smoke.setup], ['d\n', 'e\n']);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['crlf', 'crlf', 'crlf', 'crlf'],
    );
  });

  it('reads a file with Windows line ends as the same job, and says so', () => {
    const text = jobText({ run: 'run: |\n  a\n  b', v: 'vars: {A: x}' });
    const { job, warnings } = load(text.replaceAll('\n', '\r\n'));
    assert.deepEqual(job, load(text).job);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['crlf'],
    );
  });

  it('reads a file with a byte order mark', () => {
    assert.deepEqual(load(`\ufeff${jobText()}`).job, load(jobText()).job);
  });

  it('reads the ladder of stores, with what nobody has to write', () => {
    const ladder =
      'store: [{workflow-artifact: {days: 30, most: 2GB}}, release-asset, {s3: {endpoint: "https://s3.example.org/", bucket: results, prefix: a/b}}, {hugging-face: {repo: datasets/ada/x}}]';
    assert.deepEqual(loadJob({ s: ladder }).store, [
      { kind: 'workflow-artifact', days: 30, mostBytes: 2e9 },
      { kind: 'release-asset', tag: 'gpu-lease' },
      {
        kind: 's3',
        endpoint: 'https://s3.example.org',
        bucket: 'results',
        prefix: 'a/b',
        accessKey: 'AWS_ACCESS_KEY_ID',
        secretKey: 'AWS_SECRET_ACCESS_KEY',
      },
      { kind: 'hugging-face', repo: 'datasets/ada/x', token: 'HF_TOKEN' },
    ]);
    assert.equal(loadJob({ s: 'store: none' }).store, 'none');
    assert.equal(loadJob().store, undefined);
  });

  it('reads the role of a store in short and in full', () => {
    const roleOf = (role: string) => {
      const s = `store: [{s3: {endpoint: "https://s3.example.org", bucket: results, role: ${role}}}]`;
      const [rung] = loadJob({ s }).store as StoreRung[];
      return rung?.kind === 's3' ? rung.role : assert.fail();
    };
    assert.deepEqual(roleOf('"arn:aws:iam::123456789012:role/team/gpu-lease"'), {
      arn: 'arn:aws:iam::123456789012:role/team/gpu-lease',
      audience: 'sts.amazonaws.com',
    });
    assert.deepEqual(
      roleOf('{arn: "arn:minio:iam:::role/dGVzdA", sts: "https://minio.example.org", audience: gpu-lease}'),
      { arn: 'arn:minio:iam:::role/dGVzdA', sts: 'https://minio.example.org', audience: 'gpu-lease' },
    );
  });

  it('follows aliases, so that a value can be written once', () => {
    const job = loadJob({ run: 'run: &go sh train.sh', smoke: 'smoke: {run: *go}' });
    assert.equal(job.smoke !== 'none' && job.smoke.run, 'sh train.sh');
  });

  it('lets variables be named like members of every object', () => {
    const vars = 'vars: {constructor: a, toString: b, hasOwnProperty: c}';
    assert.deepEqual(loadJob({ v: vars }).vars, { constructor: 'a', toString: 'b', hasOwnProperty: 'c' });
  });

  for (const text of ['', '\n# nothing\n', 'just words', '- a\n- b', '42', 'null']) {
    it(`says of ${JSON.stringify(text)} that it is no job`, () => {
      const [problem] = problemsOf(text);
      assert.equal(problem?.code, 'not-a-job');
      assert.match(problem?.next ?? '', /gpu-lease init/);
    });
  }
});
