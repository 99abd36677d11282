// The variables of the issuers and of the clients that the services are to them.
import type { Definition } from './definition.ts';
import * as read from './readers.ts';

export const identityVariables = {
  ISSUER_ANALYTICS: {
    reader: read.url,
    roles: ['analytics'],
    text: 'The OpenID Connect issuer of the users of the analytics API.',
  },
  ISSUER_LABS: {
    reader: read.url,
    roles: ['platform', 'infra'],
    text: 'The OpenID Connect issuer of teachers and students.',
  },
  TOKEN_FORM: {
    reader: read.oneOf<'rfc9068' | 'keycloak'>(['rfc9068', 'keycloak']),
    roles: [],
    otherwise: 'rfc9068',
    text: 'The format of access tokens: RFC 9068 or Keycloak.',
  },
  ISSUER_HTTP: {
    reader: read.oneOf<'loopback' | 'anywhere'>(['loopback', 'anywhere']),
    roles: [],
    otherwise: 'loopback',
    text: 'Where plain http to the issuers is allowed: on the loopback interface, or `anywhere`, for example inside a cluster.',
  },
  ANALYTICS_CLIENT_ID: {
    reader: read.name,
    roles: ['analytics'],
    text: 'The confidential client of the analytics API, with the password and refresh token grants.',
  },
  ANALYTICS_CLIENT_SECRET: { reader: read.secret, roles: ['analytics'], text: 'Its secret.' },
  PLATFORM_CLIENT_ID: {
    reader: read.name,
    roles: ['platform'],
    text: 'The confidential client of Backend Platform, with the code, refresh token and client credentials grants.',
  },
  PLATFORM_CLIENT_SECRET: { reader: read.secret, roles: ['platform'], text: 'Its secret.' },
  INFRA_CLIENT_ID: {
    reader: read.name,
    roles: ['infra'],
    text: 'The confidential client of Backend Infrastructure, with the client credentials grant.',
  },
  INFRA_CLIENT_SECRET: { reader: read.secret, roles: ['infra'], text: 'Its secret.' },
  INFRA_CLIENTS: {
    reader: read.listOf(/^\S{1,200}$/, 'client ids separated by commas'),
    roles: ['infra'],
    text: 'The clients whose tokens Backend Infrastructure accepts if they have the role `service`. The first must be the client of Backend Platform; only that client can send requests on behalf of a user.',
  },
} as const satisfies Record<string, Definition>;
