// The headers of a signed event, as Standard Webhooks 1.0 specifies (decision 125).
import { createHmac } from 'node:crypto';

export type SignedEvent = {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** `whsec_…`, the present one first; the receiver accepts a signature with either. */
  readonly secrets: readonly string[];
};

export function signedHeaders({ id, at, body, secrets }: SignedEvent): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'Covenant-Webhooks/1.0',
    'accept-encoding': 'identity',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const signature = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest('base64');

/** What is signed and sent; the same text for each attempt. */
export const eventBody = ({
  event,
  occurred_at,
  data,
}: {
  readonly event: string;
  readonly occurred_at: Date;
  readonly data: unknown;
}): string => JSON.stringify({ type: event, timestamp: occurred_at.toISOString(), data });
