// Verifies a bundle with sigstore-go, the library that "gh attestation verify" is made of: an implementation that shares nothing with ours.
package main

import (
	"encoding/hex"
	"fmt"
	"os"

	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"
)

const issuer = "https://token.actions.githubusercontent.com"

// verify BUNDLE ROOT IDENTITY SHA256: prints the type of the predicate, or says why not and ends with 1.
func main() {
	predicate, err := verified(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(predicate)
}

func verified(bundlePath, rootPath, identity, digest string) (string, error) {
	trusted, err := root.NewTrustedRootFromPath(rootPath)
	if err != nil {
		return "", err
	}
	signed, err := bundle.LoadJSONFromPath(bundlePath)
	if err != nil {
		return "", err
	}
	verifier, err := verify.NewVerifier(trusted, verify.WithTransparencyLog(1), verify.WithObserverTimestamps(1), verify.WithSignedCertificateTimestamps(1))
	if err != nil {
		return "", err
	}
	who, err := verify.NewShortCertificateIdentity(issuer, "", identity, "")
	if err != nil {
		return "", err
	}
	sum, err := hex.DecodeString(digest)
	if err != nil {
		return "", err
	}
	result, err := verifier.Verify(signed, verify.NewPolicy(verify.WithArtifactDigest("sha256", sum), verify.WithCertificateIdentity(who)))
	if err != nil {
		return "", err
	}
	return result.Statement.PredicateType, nil
}
