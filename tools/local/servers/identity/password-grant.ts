// Name and password for tokens, for clients that have this grant: the façade's login and the demo client.
import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import { type Context, errors } from 'oidc-provider';
import type { CheckPassword } from './guessing.ts';
import { tooMany } from './login-page.ts';
import { resourceOf, resourceServer } from './resource.ts';
import { type Realm, realmApi } from './settings.ts';

const wrong = 'The user name or the password is incorrect, or there were too many attempts.';
const scope = 'openid offline_access profile email api';

type AddressOf = (request: IncomingMessage) => string;

export function addPasswordGrant(provider: Provider, realm: Realm, check: CheckPassword, addressOf: AddressOf): void {
  const api = realmApi[realm];
  const resource = resourceOf(api);

  const grantFor = async (clientId: string, accountId: string) => {
    const grant = new provider.Grant({ clientId, accountId });
    grant.addOIDCScope(scope);
    grant.addResourceScope(resource, 'api');
    return grant.save();
  };

  const answer = async (ctx: Context): Promise<void> => {
    const { client, params } = ctx.oidc;
    const { username: login = '', password = '', client_address } = params;
    // Our façade names the machine that asked it; no other client may name another address than its own.
    const address = (client.first_party === true && client_address) || addressOf(ctx.req);
    const checked = await check({ realm, login, password, address });
    if (checked.kind === 'later') {
      ctx.set('Retry-After', String(checked.retryAfterS));
      const busy = new errors.CustomOIDCProviderError('temporarily_unavailable', tooMany(checked.retryAfterS));
      throw Object.assign(busy, { status: checked.status, statusCode: checked.status });
    }
    // The provider's own error of this code has no word of what was wrong.
    if (checked.kind === 'wrong') throw new errors.CustomOIDCProviderError('invalid_grant', wrong);
    const { account } = checked;
    const grantId = await grantFor(client.clientId, account.id);
    const facts = { client, accountId: account.id, grantId, gty: 'password' };
    const access = new provider.AccessToken({ ...facts, scope: 'api' });
    access.resourceServer = new provider.ResourceServer(resource, resourceServer(api));
    ctx.oidc.entity('AccessToken', access);
    const tokens = { access_token: await access.save(), expires_in: access.expiration, token_type: access.tokenType };
    const refresh = client.grantTypeAllowed('refresh_token')
      ? { refresh_token: await new provider.RefreshToken({ ...facts, scope, resource, rotations: 0 }).save() }
      : {};
    ctx.body = { ...tokens, ...refresh, scope: 'api' };
  };

  provider.registerGrantType('password', answer, ['username', 'password', 'scope', 'client_address'], []);
}
