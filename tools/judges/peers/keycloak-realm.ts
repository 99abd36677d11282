// A realm of Keycloak as deploy/identity.md describes it for the command line, with one teacher.

export const realmName = 'labs';
export const username = 'tora';
export const password = 'a long password of the teacher';

export const realm = {
  realm: realmName,
  enabled: true,
  sslRequired: 'none',
  roles: { realm: [{ name: 'teacher' }] },
  clients: [
    {
      clientId: 'covenant-cli',
      publicClient: true,
      standardFlowEnabled: true,
      directAccessGrantsEnabled: false,
      consentRequired: true,
      fullScopeAllowed: true,
      redirectUris: ['http://127.0.0.1/*'],
      attributes: { 'pkce.code.challenge.method': 'S256', 'oauth2.device.authorization.grant.enabled': 'true' },
      protocolMappers: [
        {
          name: 'audience',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-audience-mapper',
          config: { 'included.custom.audience': 'covenant-platform', 'access.token.claim': 'true' },
        },
      ],
    },
  ],
  users: [
    {
      username,
      enabled: true,
      email: 'tora@covenant.example',
      emailVerified: true,
      firstName: 'Tora',
      lastName: 'Teacher',
      credentials: [{ type: 'password', value: password }],
      realmRoles: ['teacher', `default-roles-${realmName}`],
    },
  ],
} as const;
