import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { belowOf, folderRefusals, loneFileRefusals } from '../../src/attest/held-files.ts';
import { recordRefusals, runPredicateOf } from '../../src/attest/held-predicate.ts';
import { keyedBundle, keyedStatement } from '../../src/attest/keyed-bundle.ts';
import { type ModelPredicate, modelStatement, signedModel } from '../../src/attest/model-manifest.ts';
import type { RunPredicate } from '../../src/attest/predicate-schema.ts';
import { isRefusal } from '../../src/attest/refusal.ts';
import { runStatement } from '../../src/attest/run-statement.ts';
import { type ExpectedSigner, signedStatement } from '../../src/attest/signed-statement.ts';
import { readStatement, type Statement, statementDigest } from '../../src/attest/statement.ts';
import { type Trust, trustOf } from '../../src/attest/trust.ts';
import type { Sealed } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { asEvents, ENDED, RUN, sealed } from '../lease/told-run.ts';
import { REPOSITORY, SIGNER, signedBy } from './attested-run.ts';
import { type SigstoreTwin, sigstoreTwin } from './sigstore-twin.ts';

/** What somebody would try who wants a word that is not theirs: each changes one thing of what holds. */
const events = asEvents(ENDED);
const seal = sealed as Sealed;
const statement = runStatement({
  run: fold(RUN, events),
  events,
  seal,
  files: [
    { cell: 'main', path: 'a.bin', bytes: 4, sha256: 'a'.repeat(64) },
    { cell: 'main', path: 'b.bin', bytes: 4, sha256: 'b'.repeat(64) },
  ],
  version: '1.0.0',
});

const WORKFLOW = { identity: SIGNER, repository: REPOSITORY, commit: 'c'.repeat(40) };
const codeOf = (found: object): string => (isRefusal(found) ? found.code : 'taken');
const changed = <T>(whole: T, change: (copy: T) => void): T => {
  const copy = structuredClone(whole);
  change(copy);
  return copy;
};

describe('a bundle that is not what it should be', () => {
  let twin: SigstoreTwin;
  let trust: Trust;
  // biome-ignore lint/suspicious/noExplicitAny: a bundle as JSON, to be spoilt
  let good: any;
  const expected: ExpectedSigner = {
    identity: SIGNER,
    repository: REPOSITORY,
    issuer: 'https://token.actions.githubusercontent.com',
  };
  before(async () => {
    twin = await sigstoreTwin();
    [trust] = trustOf(JSON.stringify(twin.trustedRoot)) as [Trust];
    good = await signedBy(twin, statement);
  });
  after(() => twin.close());

  const judged = (bundle: unknown, who: Partial<ExpectedSigner> = {}, whom: readonly Trust[] = [trust]) =>
    codeOf(signedStatement(bundle, whom, { ...expected, ...who }));

  it('is taken as it was signed, and for a repository in whatever capitals', () => {
    assert.equal(judged(good), 'taken');
    assert.equal(judged(good, { repository: REPOSITORY.toUpperCase() }), 'taken');
  });

  it('is refused for a workflow, a repository or an issuer that only begins or ends alike', () => {
    for (const identity of [SIGNER.slice(0, -1), SIGNER.slice(1), `${SIGNER}0`, `*/other.yml@*`])
      assert.equal(judged(good, { identity }), 'other-identity', identity);
    for (const repository of ['ada/mode', 'ada/model2', 'da/model', 'eve/ada/model'])
      assert.equal(judged(good, { repository }), 'other-repository', repository);
    assert.equal(judged(good, { issuer: '' }), 'other-issuer');
  });

  it('is refused where nobody is believed, and taken by the second of two who are', async (t) => {
    assert.equal(judged(good, {}, []), 'signer-unknown');
    const other = await sigstoreTwin();
    t.after(() => other.close());
    const [stranger] = trustOf(JSON.stringify(other.trustedRoot)) as [Trust];
    assert.notEqual(judged(good, {}, [stranger]), 'taken');
    assert.equal(judged(good, {}, [stranger, trust]), 'taken');
  });

  it('is refused where no log of signatures saw it, though a clock did', async () => {
    const timed = await twin.sign(statement, WORKFLOW, 'clock');
    assert.equal(judged(timed), 'not-witnessed');
    // An instance without such a log vouches by its clock.
    const [logless] = trustOf(JSON.stringify({ ...twin.trustedRoot, tlogs: [] })) as [Trust];
    assert.equal(judged(timed, {}, [logless]), 'taken');
    const emptied = changed(good, (copy) => {
      copy.verificationMaterial.tlogEntries = [];
    });
    assert.equal(judged(emptied), 'not-witnessed');
  });

  it('is refused where the certificate stands in no log of certificates, or in one that the root does not know', async (t) => {
    const careless = await sigstoreTwin({ logsCertificates: false });
    t.after(() => careless.close());
    const unlogged = await careless.sign(statement, WORKFLOW);
    const [strict] = trustOf(JSON.stringify(careless.trustedRoot)) as [Trust];
    assert.equal(judged(unlogged, {}, [strict]), 'signer-unknown');
    const [logless] = trustOf(JSON.stringify({ ...careless.trustedRoot, ctlogs: [] })) as [Trust];
    assert.equal(judged(unlogged, {}, [logless]), 'taken');
    const { tlogs } = twin.trustedRoot;
    const [blind] = trustOf(JSON.stringify({ ...twin.trustedRoot, ctlogs: tlogs })) as [Trust];
    assert.equal(judged(good, {}, [blind]), 'signer-unknown');
  });

  it('is refused with another signature, other content, or content of another kind', () => {
    const other = changed(good, (copy) => {
      copy.dsseEnvelope.payload = Buffer.from(JSON.stringify({ ...statement, subject: [] })).toString(
        'base64',
      );
    });
    assert.notEqual(judged(other), 'taken');
    const kind = changed(good, (copy) => {
      copy.dsseEnvelope.payloadType = 'text/plain';
    });
    assert.notEqual(judged(kind), 'taken');
    for (const nothing of [null, 'x', {}, { mediaType: good.mediaType }, []])
      assert.equal(judged(nothing), 'no-bundle', JSON.stringify(nothing));
  });

  it('says nothing where what was signed is no statement', async () => {
    for (const not of [
      { ...statement, _type: 'https://in-toto.io/Statement/v0.1' },
      { ...statement, subject: [{ name: 'a', digest: { sha512: 'a'.repeat(128) } }] },
      { ...statement, subject: [{ name: 'a', digest: { sha256: 'A'.repeat(64) } }] },
    ])
      assert.equal(judged(await signedBy(twin, not as never)), 'no-statement');
  });
});

describe('a statement that says another thing than its files', () => {
  const judged = (change: (copy: Statement<RunPredicate>) => void) =>
    codeOf(runPredicateOf(changed(statement, change)));

  it('is refused of another type, of another shape, and where it is silent of a subject or speaks of none', () => {
    assert.equal(codeOf(runPredicateOf(statement)), 'taken');
    assert.equal(
      judged((copy) => {
        copy.predicateType += '/2';
      }),
      'other-predicate',
    );
    assert.equal(
      judged((copy) => {
        delete (copy.predicate as Partial<RunPredicate>).commit;
      }),
      'predicate-invalid',
    );
    assert.equal(
      judged((copy) => {
        copy.predicate.files.pop();
      }),
      'predicate-invalid',
    );
    assert.equal(
      judged((copy) => {
        copy.subject.pop();
      }),
      'predicate-invalid',
    );
    assert.equal(
      judged((copy) => {
        (copy.subject[0] as { name: string }).name = 'main/c.bin';
      }),
      'predicate-invalid',
    );
  });

  const at = (
    change: (copy: Statement<RunPredicate>) => void,
    run = RUN,
    known = statementDigest(statement),
  ) =>
    recordRefusals(
      changed(statement, change),
      run,
      asEvents([...ENDED, { ...seal, ...(known === '' ? {} : { statement: known }) }]),
    ).map(({ what }) => what);

  it('is refused by the record for each part that the record decides, by its name', () => {
    assert.deepEqual(
      at(() => {}),
      [],
    );
    for (const [part, change] of [
      [
        'commit',
        (copy) => {
          copy.commit = '0'.repeat(40);
        },
      ],
      [
        'dirty',
        (copy) => {
          copy.dirty = !copy.dirty;
        },
      ],
      [
        'job',
        (copy) => {
          copy.job = 'other';
        },
      ],
      [
        'smoke',
        (copy) => {
          copy.smoke = 'passed-by-nobody' as never;
        },
      ],
      [
        'codeHash',
        (copy) => {
          copy.codeHash = 'x';
        },
      ],
      [
        'configuration',
        (copy) => {
          copy.configuration.sha256 = '0'.repeat(64);
        },
      ],
      [
        'boxes',
        (copy) => {
          copy.boxes = [];
        },
      ],
      [
        'attempts',
        (copy) => {
          copy.attempts = [];
        },
      ],
      [
        'seal',
        (copy) => {
          copy.seal.level = copy.seal.level === 'L1' ? 'L2' : 'L1';
        },
      ],
      [
        'approvals',
        (copy) => {
          copy.approvals.push({ at: 'x', via: 'x', level: 'L3', expiresAt: 'x', platforms: [] });
        },
      ],
    ] as [string, (copy: RunPredicate) => void][]) {
      const [first = 'taken'] = at(({ predicate }) => change(predicate));
      assert.match(first, new RegExp(`^${part}: the record has`));
    }
  });

  it('is refused with other bytes, in the name of another run or seal, and where the record has no statement to compare', () => {
    const other = at((copy) => {
      (copy.subject[0] as { digest: { sha256: string } }).digest.sha256 = 'c'.repeat(64);
    });
    assert.match(other[0] ?? '', /the record has the statement/);
    assert.match(at(() => {}, 'tiny-2')[0] ?? '', /speaks of run/);
    assert.match(
      at(({ predicate }) => {
        predicate.seal.sha256 = '0'.repeat(64);
      })[0] ?? '',
      /the record has no seal 0{64}/,
    );
    assert.deepEqual(
      at(() => {}, RUN, ''),
      [],
      'sealed before there were statements: its parts are compared',
    );
    assert.match(
      at(
        ({ predicate }) => {
          predicate.commit = 'x';
        },
        RUN,
        '',
      )[0] ?? '',
      /^commit: /,
    );
  });
});

describe('files that are not the subjects', () => {
  const { subject } = statement;
  const lies = (path: string, sha256: string) => ({ path, sha256 });
  const [a, b] = [lies('main/a.bin', 'a'.repeat(64)), lies('main/b.bin', 'b'.repeat(64))];
  const codes = (below: string, held: { path: string; sha256: string }[]) =>
    folderRefusals(below, held, subject).map(({ code }) => code);

  it('are refused: one less, one more, two that changed places, and a folder of which nothing is attested', () => {
    assert.deepEqual(codes('', [a, b]), []);
    assert.deepEqual(codes('', [a]), ['file-missing']);
    assert.deepEqual(codes('', [a, b, lies('main/c.bin', 'a'.repeat(64))]), ['file-not-attested']);
    assert.deepEqual(codes('', [lies('main/a.bin', b.sha256), lies('main/b.bin', a.sha256)]), [
      'file-changed',
      'file-changed',
    ]);
    assert.deepEqual(codes('mai/', []), ['file-missing']);
    assert.deepEqual(codes('main/', [lies('a.bin', a.sha256), lies('b.bin', b.sha256)]), []);
  });

  it('are looked for below the name of a folder only where none lies as the subjects have it', () => {
    assert.equal(belowOf('main', ['a.bin'], subject), 'main/');
    assert.equal(belowOf('main', ['main/a.bin', 'x'], subject), '');
  });

  it('alone, are taken by their bytes and not by their name', () => {
    const codeOfLone = (path: string, sha256: string) =>
      loneFileRefusals({ path, sha256 }, subject).map(({ code }) => code);
    assert.deepEqual(codeOfLone('renamed.bin', a.sha256), []);
    assert.deepEqual(codeOfLone('a.bin', 'c'.repeat(64)), ['file-changed']);
    assert.deepEqual(codeOfLone('xa.bin', 'c'.repeat(64)), ['file-not-attested']);
  });
});

describe('a model signature that says another thing than its files', () => {
  const model = modelStatement('m', statement.subject, ['+evidence']);
  const judged = (change: (copy: Statement<ModelPredicate>) => void) =>
    codeOf(signedModel(changed(model, change)));

  it('is refused where its list does not come to its subject, is of other digests, or hides what it left out', () => {
    assert.equal(codeOf(signedModel(model)), 'taken');
    assert.equal(
      judged((copy) => {
        copy.predicateType += '1';
      }),
      'other-predicate',
    );
    for (const change of [
      ({ predicate }) => {
        predicate.resources.pop();
      },
      ({ predicate }) => {
        (predicate.resources[0] as { digest: string }).digest = 'c'.repeat(64);
      },
      ({ predicate }) => {
        (predicate.resources[0] as { algorithm: string }).algorithm = 'sha1';
      },
      ({ predicate }) => {
        (predicate.resources[0] as { digest: string }).digest += '\n';
      },
      ({ predicate }) => {
        (predicate.serialization as { method: string }).method = 'shards';
      },
      ({ predicate }) => {
        (predicate.serialization as { hash_type: string }).hash_type = 'blake2b';
      },
      ({ predicate }) => {
        delete (predicate.serialization as { ignore_paths?: string[] }).ignore_paths;
      },
      ({ subject }) => {
        subject.push({ name: 'x', digest: { sha256: 'c'.repeat(64) } });
      },
    ] as ((copy: Statement<ModelPredicate>) => void)[])
      assert.equal(judged(change), 'predicate-invalid', change.toString());
  });
});

describe('a signature by a key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // biome-ignore lint/suspicious/noExplicitAny: a bundle as JSON, to be spoilt
  const good = keyedBundle(statement, privateKey) as any;
  const judged = (change: (copy: typeof good) => void, key = publicKey) =>
    codeOf(keyedStatement(changed(good, change), key));

  it('is refused by another key, also under the name of the right one, and over other content', () => {
    assert.equal(
      judged(() => {}),
      'taken',
    );
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    assert.equal(
      judged(() => {}, other.publicKey),
      'other-key',
    );
    const { verificationMaterial } = keyedBundle(statement, other.privateKey) as typeof good;
    assert.equal(
      judged((copy) => {
        Object.assign(copy, { verificationMaterial });
      }, other.publicKey),
      'signature-invalid',
    );
    assert.equal(
      judged((copy) => {
        copy.dsseEnvelope.payloadType = 'text/plain';
      }),
      'no-bundle',
    );
    assert.equal(
      judged((copy) => {
        copy.dsseEnvelope.signatures = [];
      }),
      'no-bundle',
    );
    assert.equal(
      codeOf(keyedStatement(keyedBundle({ ...statement, _type: 'x' } as never, privateKey), publicKey)),
      'no-statement',
    );
  });
});

describe('what is no statement', () => {
  it('is read as none', () => {
    for (const text of ['', 'null', '[]', '{}', '"x"', JSON.stringify({ ...statement, subject: {} })])
      assert.equal(readStatement(text), undefined, text);
    assert.equal(readStatement(JSON.stringify({ ...statement, predicateType: 7 })), undefined);
  });
});
