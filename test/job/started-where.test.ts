import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proposeJob } from '../../src/job/init.ts';
import { load } from './job-text.ts';

const LOOP =
  'import torch\nfor epoch in range(9):\n    loss.backward()\ntorch.save(net.state_dict(), "model.pt")\n';

function runOf(script: string, others: Record<string, string> = {}): string {
  const files: Record<string, string> = { 'train.py': script, ...others };
  const { yaml } = proposeJob({ files: Object.keys(files).sort(), read: (path) => files[path] }, 'any');
  return load(yaml).job.run;
}

describe('a script that names its own places is started in the output directory', () => {
  for (const [what, script, others] of [
    ['as it stands', LOOP, {}],
    [
      'with modules and tests beside it',
      `import model\n${LOOP}x = {"model": 1}\n`,
      { 'model/net.py': '', 'model/__init__.py': '' },
    ],
    [
      'with a README and a folder of data that it does not name',
      LOOP,
      { 'README.md': '# it', 'data/a.txt': 'a' },
    ],
    [
      'where it asks only whether it runs for us',
      `import os\nours = "GPU_LEASE_OUT" in os.environ\n${LOOP}`,
      {},
    ],
    ['with a log that it writes', `${LOOP}open("log.csv", "w")\n`, {}],
  ] as const)
    it(what, () => {
      assert.equal(runOf(script, others), 'cd "$GPU_LEASE_OUT" && python3 "$OLDPWD/train.py"');
    });

  for (const [what, script, others] of [
    ['reads a file of the repository', `open("conf.yaml")\n${LOOP}`, { 'conf.yaml': 'a: 1' }],
    [
      'joins the name of a folder of data',
      `import os\np = os.path.join("data", name)\n${LOOP}`,
      { 'data/a.txt': 'a' },
    ],
    ['is given a file by its people', LOOP, { 'a.json': '{}', 'run.sh': 'python train.py --config a.json' }],
    ['reads a table that no commit holds', `import pandas as pd\nd = pd.read_csv("rows.csv")\n${LOOP}`, {}],
    ['reads a text that no commit holds', `text = open("input.txt", "r").read()\n${LOOP}`, {}],
    ['asks where it was started', `import os\nhere = os.getcwd()\n${LOOP}`, {}],
    ['starts another program', `import subprocess\n${LOOP}`, {}],
    ['writes where we say', `import os\nout = os.environ["GPU_LEASE_OUT"]\n${LOOP}`, {}],
    ['writes nothing that was read', 'from elsewhere import go\nif __name__ == "__main__": go()\n', {}],
  ] as const)
    it(`not where it ${what}`, () => {
      assert.doesNotMatch(runOf(script, others), /OLDPWD/);
    });
});
