// The algorithms of signatures that access tokens may have. The list is ours, since a token names its algorithm itself
// (RFC 8725, section 3.1; decision 602).
import type { JWK } from 'jose';

/** What a published key of each algorithm has to be (RFC 7518, section 6; RFC 8037). */
const forms = {
  RS256: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
} as const;

export type Algorithm = keyof typeof forms;

const algorithms = Object.keys(forms) as readonly Algorithm[];

export const isAlgorithm = (name: unknown): name is Algorithm => algorithms.some((algorithm) => algorithm === name);

/** A key that names no algorithm serves every one that it fits. */
export const algorithmsOf = (jwk: JWK): readonly Algorithm[] =>
  algorithms.filter((algorithm) => {
    const form: { readonly kty: string; readonly crv?: string } = forms[algorithm];
    return (jwk.alg ?? algorithm) === algorithm && jwk.kty === form.kty && (form.crv ?? jwk.crv) === jwk.crv;
  });
