// What the walk does not reach, or knows to be wrong, each with its reason. An entry that is no longer needed fails the tests: the lists are meant to be empty.
import type { DocumentName } from './document.ts';

export type Exemption = { readonly replies: readonly string[]; readonly reason: string };

/** The beginning of findings that are known. */
export type KnownBug = { readonly finding: string; readonly reason: string };

/** What the walk does not ask of the operations on labs, which are new; their own tests do (services/infra, platform, worker). */
export const notWalkedYet: Readonly<Record<'platform' | 'infra', Readonly<Record<string, readonly string[]>>>> = {
  platform: {
    getLab: ['200', '304', '400 invalid-request', '404 not-found'],
    getLabAccess: ['200', '400 invalid-request', '409 conflict'],
    getLabConfig: ['400 invalid-request', '200', '304', '404 not-found'],
    listLabInstances: ['200', '400 invalid-request', '404 not-found'],
    replaceLabConfig: [
      '200',
      '400 invalid-encoding',
      '400 invalid-request',
      '403 forbidden-origin',
      '404 not-found',
      '408 request-timeout',
      '412 precondition-failed',
      '422 bad-file',
      '428 precondition-required',
    ],
    rotateLabAccess: ['202', '400 invalid-request', '403 forbidden-origin', '404 not-found', '409 conflict'],
    startLab: [
      '400 invalid-encoding',
      '400 invalid-request',
      '400 malformed-json',
      '403 forbidden-origin',
      '404 not-found',
      '408 request-timeout',
      '409 idempotency-in-flight',
      '422 business-rule',
      '422 idempotency-key-reused',
    ],
    stopLab: [
      '202',
      '400 invalid-encoding',
      '400 invalid-request',
      '400 malformed-json',
      '403 forbidden-origin',
      '404 not-found',
      '408 request-timeout',
      '409 idempotency-in-flight',
      '422 idempotency-key-reused',
    ],
    uploadLab: [
      '201',
      '400 invalid-encoding',
      '400 invalid-request',
      '403 forbidden-origin',
      '408 request-timeout',
      '409 conflict',
      '409 idempotency-in-flight',
      '422 bad-file',
      '422 idempotency-key-reused',
    ],
  },
  infra: {},
};

const unwalked = (name: 'platform' | 'infra'): Exemption => ({
  replies: Object.entries(notWalkedYet[name]).flatMap(([id, replies]) => replies.map((reply) => `${id} ${reply}`)),
  reason: 'The walk has no lab to ask about yet: it needs a configuration in the bucket and an instance.',
});

export const exemptions: Readonly<Record<DocumentName, readonly Exemption[]>> = {
  analytics: [
    {
      replies: ['issueToken 500 internal'],
      reason: 'It asks nothing but the identity provider, whose every failure is a 503.',
    },
    { replies: ['uploadFile 408 request-timeout'], reason: 'The contract gives an upload an hour.' },
  ],
  platform: [
    unwalked('platform'),
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
