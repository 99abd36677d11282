// Links by which users create their accounts at the embedded provider; other providers have no such endpoint.
import type { Configuration } from 'openid-client';
import type { AccountInvitation, RequestedAccount } from './port.ts';

type Client = { readonly clientId: string; readonly clientSecret: string; readonly timeoutS?: number };

export async function createInvitation(
  provider: Configuration,
  { clientId, clientSecret, timeoutS = 10 }: Client,
  account: RequestedAccount,
): Promise<AccountInvitation | 'account_exists' | 'unsupported'> {
  const { covenant_invitations_endpoint: endpoint } = provider.serverMetadata();
  if (typeof endpoint !== 'string') return 'unsupported';
  const credential = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const response = await fetch(endpoint, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(credential).toString('base64')}`,
    },
    body: JSON.stringify(account),
    signal: AbortSignal.timeout(timeoutS * 1_000),
  });
  if (response.status === 409) return 'account_exists';
  if (response.status !== 201) throw new Error(`the invitation was answered ${response.status}`);
  const { url, expires_at } = (await response.json()) as { readonly url: string; readonly expires_at: string };
  return { url, expiresAt: new Date(expires_at) };
}
