"""Verifies a model signature by an identity: DIR SIGNATURE IDENTITY TRUST."""

import pathlib
import sys

from model_signing import verifying

directory, signature, identity, trust = sys.argv[1:]
verifying.Config().use_sigstore_verifier(
    identity=identity,
    oidc_issuer="https://token.actions.githubusercontent.com",
    trust_config=pathlib.Path(trust),
).verify(pathlib.Path(directory), pathlib.Path(signature))
