// What the walk does not reach, or knows to be wrong, each with its reason. An entry that is no longer needed fails the tests: the lists are meant to be empty.
import type { DocumentName } from './document.ts';

export type Exemption = { readonly replies: readonly string[]; readonly reason: string };

/** The beginning of findings that are known. */
export type KnownBug = { readonly finding: string; readonly reason: string };

export const exemptions: Readonly<Record<DocumentName, readonly Exemption[]>> = {
  analytics: [
    {
      replies: ['issueToken 500 internal'],
      reason: 'It asks nothing but the identity provider, whose every failure is a 503.',
    },
    { replies: ['uploadFile 408 request-timeout'], reason: 'The contract gives an upload an hour.' },
  ],
  platform: [
    {
      replies: ['uploadLab', 'replaceLabConfig', 'startLab', 'stopLab', 'rotateLabAccess'].map(
        (id) => `${id} 403 forbidden-origin`,
      ),
      reason: 'Only a session of a browser is refused by its origin, and the login that gives one is planned.',
    },
    {
      replies: [
        'logOut 429 rate-limited',
        'logOut 500 internal',
        'logOut 501 not-implemented',
        'logOut 503 unavailable',
      ],
      reason: 'It takes a session alone, and the login that gives one is planned.',
    },
  ],
  infra: [
    {
      replies: ['getHealth 500 internal'],
      reason: 'It reads nothing that could be other than it should be; a part that is away is a 503.',
    },
  ],
};

export const knownBugs: Readonly<Record<DocumentName, readonly KnownBug[]>> = {
  analytics: [],
  platform: [],
  infra: [],
};
