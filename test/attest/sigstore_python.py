"""Verifies a bundle with sigstore-python: BUNDLE ROOT IDENTITY SHA256."""

import json
import sys

from sigstore.models import Bundle, TrustedRoot
from sigstore.verify import Verifier, policy

bundle_path, root_path, identity, digest = sys.argv[1:]
bundle = Bundle.from_json(open(bundle_path).read())
verifier = Verifier(trusted_root=TrustedRoot.from_file(root_path))
who = policy.Identity(identity=identity, issuer="https://token.actions.githubusercontent.com")
_, payload = verifier.verify_dsse(bundle, who)
statement = json.loads(payload)
if digest not in [subject["digest"]["sha256"] for subject in statement["subject"]]:
    sys.exit(f"no subject has the digest {digest}")
print(statement["predicateType"])
