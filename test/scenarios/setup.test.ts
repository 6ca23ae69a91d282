import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { startPackageIndex } from '../twins/package-index.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('a setup on a box', 2);

describe('what a job has installed on its box', { skip: missing('python3'), timeout: 200_000 }, () => {
  lives.it(
    'comes from the index that it names, by a token that nobody sees, and is listed with the evidence [P1-08]',
    async (t) => {
      const place = placeFor(t);
      Object.assign(place.env, { PYPI_TOKEN: 'unseen-by-anyone' });
      writeFileSync(join(place.repository, 'requirements.txt'), '# nothing beside what is there\n');
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['requirements'] = {
          file: 'requirements.txt',
          torch: 'keep-image',
          index: { url: 'https://pypi.example.org/simple', token: 'PYPI_TOKEN' },
        };
        // The Python of this machine may be its distribution's own.
        job['vars'].PIP_BREAK_SYSTEM_PACKAGES = 1;
        job['setup'] =
          'case $PIP_INDEX_URL in "https://__token__:unseen"*"@pypi.example.org/simple") ;; *) exit 9 ;; esac';
        job['run'] = '[ -z "$PIP_INDEX_URL" ] || exit 8; sh train.sh';
      });
      const run = await place.run(['run']);
      assert.equal(run.exitCode, 0, run.output);
      assert.ok(!run.output.includes('unseen-by-anyone'));
      const { seal } = onlyStory(place).run;
      const listed = readFileSync(join(seal?.place ?? '', '+evidence', 'installed.txt'), 'utf8');
      assert.match(listed, /^[A-Za-z0-9._-]+( @ |==)/m);
    },
  );

  lives.it('is fetched by pip from a private index, and by nobody who lacks its token', async (t) => {
    const index = await startPackageIndex(
      { name: 'our-losses', version: '1.2', module: "WORD = 'from our own index'\n" },
      'unseen-by-anyone',
    );
    t.after(() => index.close());
    const place = placeFor(t);
    Object.assign(place.env, { PYPI_TOKEN: 'unseen-by-anyone' });
    writeFileSync(join(place.repository, 'requirements.txt'), 'our-losses==1.2\n');
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['requirements'] = {
        file: 'requirements.txt',
        torch: 'keep-image',
        index: { url: index.url, token: 'PYPI_TOKEN' },
      };
      // Not into the Python of this machine, which the boxes of the tests share.
      job['vars'].PIP_TARGET = join(place.dir, 'packages');
      job['vars'].PIP_NO_CACHE_DIR = 1;
      job['run'] =
        'PYTHONPATH="$PIP_TARGET" python3 -c "import our_losses; print(our_losses.WORD)" >"$GPU_LEASE_OUT/word.txt" && sh train.sh';
      job['artifacts'].push({ path: 'word.txt', role: 'opaque' });
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, 0, run.output);
    assert.ok(!run.output.includes('unseen-by-anyone'));
    assert.deepEqual(index.given, ['/simple/our-losses/', '/files/our_losses-1.2-py3-none-any.whl']);
    const { seal } = onlyStory(place).run;
    const word = readFileSync(join(seal?.place ?? '', 'main', 'word.txt'), 'utf8');
    assert.equal(word, 'from our own index\n');
  });

  lives.it(
    'is what a pyproject.toml lists for its project, and the PyTorch of the image stays',
    async (t) => {
      const place = placeFor(t);
      writeFileSync(
        join(place.repository, 'pyproject.toml'),
        '[project]\nname = "trainer"\nversion = "1"\ndependencies = ["torch>=99"]\n',
      );
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['requirements'] = { file: 'pyproject.toml', torch: 'keep-image' };
        job['vars'].PIP_BREAK_SYSTEM_PACKAGES = 1;
      });
      const run = await place.run(['run']);
      assert.equal(run.exitCode, 0, run.output);
      assert.match(run.output, /torch, torchvision and torchaudio are left out of pyproject\.toml/);
    },
  );

  lives.it(
    'from a file that lists nothing rents nothing, and from an environment.yml starts nothing on a box without conda [AD6]',
    async (t) => {
      const place = placeFor(t);
      writeFileSync(
        join(place.repository, 'pyproject.toml'),
        '[project]\nname = "p"\ndynamic = ["dependencies"]\n',
      );
      writeFileSync(join(place.repository, 'environment.yml'), 'dependencies: [einops]\n');
      const asked = (file: string) =>
        placeTinyJob(place, (job) => {
          job['smoke'] = 'none';
          job['requirements'] = { file, torch: 'keep-image' };
        });
      writeFileSync(join(place.repository, 'requirements.txt'), '-r gone.txt\n');
      asked('requirements.txt');
      const half = await place.run(['run']);
      assert.notEqual(half.exitCode, 0);
      assert.match(
        half.output,
        /requirements\.txt, which includes gone\.txt, which the commit does not hold/,
      );
      assert.deepEqual(place.boxes(), []);
      asked('pyproject.toml');
      const refused = await place.run(['run']);
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.output, /pyproject\.toml, which computes its dependencies/);
      assert.deepEqual(place.boxes(), []);
      asked('environment.yml');
      const run = await place.run(['run']);
      assert.notEqual(run.exitCode, 0);
      assert.match(run.output, /AD6: python3 is none of conda's, and the job installs an environment\.yml/);
      assert.equal(ofType(onlyStory(place), 'started').length, 0);
    },
  );

  lives.it('that names a secret which is not set, or a token of GitHub, rents nothing', async (t) => {
    const place = placeFor(t);
    writeFileSync(join(place.repository, 'requirements.txt'), '');
    for (const [token, words] of [
      ['PYPI_TOKEN', /secrets that are not set here: PYPI_TOKEN/],
      ['GH_TOKEN', /`requirements\.index\.token` names GH_TOKEN, a token of GitHub/],
    ] as const) {
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['requirements'] = {
          file: 'requirements.txt',
          index: { url: 'https://pypi.example.org/simple', token },
        };
      });
      const run = await place.run(['run']);
      assert.notEqual(run.exitCode, 0);
      assert.match(run.output, words);
      assert.deepEqual(place.boxes(), []);
    }
  });
});
