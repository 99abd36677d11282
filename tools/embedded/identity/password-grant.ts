// Name and password for tokens, for clients that have this grant: the façade's login and the demo client (settings.ts).
import type Provider from 'oidc-provider';
import { type Context, errors } from 'oidc-provider';
import type pg from 'pg';
import { checkPassword } from './accounts.ts';
import { resourceOf, resourceServer } from './resource.ts';
import { type Realm, realmApi } from './settings.ts';

const wrong = 'The user name or the password is wrong, or was tried too often.';
const scope = 'openid offline_access profile email api';

export function addPasswordGrant(provider: Provider, realm: Realm, pool: pg.Pool): void {
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
    const account = await checkPassword(pool, realm, params.username ?? '', params.password ?? '');
    // The provider's own error of this code has no word of what was wrong.
    if (account === undefined) throw new errors.CustomOIDCProviderError('invalid_grant', wrong);
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

  provider.registerGrantType('password', answer, ['username', 'password', 'scope'], []);
}
