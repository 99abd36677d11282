// Reads what the other components print out of the parsed document: one plain record per channel.

export function channelFacts(asyncapi) {
  return asyncapi.channels().all().map((channel) => {
    const amqp = channel.bindings().get('amqp')?.value();
    if (amqp === undefined) throw new Error(`channel ${channel.id()} has no amqp binding`);
    const own = amqp['x-amqp'] ?? {};
    const operations = channel.operations().all();
    const sends = operations.find((operation) => operation.action() === 'send');
    const sent = sends?.bindings().get('amqp')?.value() ?? {};
    return {
      id: channel.id(),
      exchange: amqp.is === 'queue' ? undefined : amqp.exchange,
      routingKey: channel.address(),
      queue: queueFacts(channel, amqp, own, sent),
      messages: channel.messages().all().map((message) => messageFacts(message, sent)),
      sent: sends !== undefined,
      // Who signs in to the broker to send: the relay of another service's database, where x-account names it.
      sender: sends && (sends.extensions().get('x-account')?.value() ?? sends.extensions().get('x-service')?.value()),
      receiver: operations.find((operation) => operation.action() === 'receive')?.extensions().get('x-service')?.value(),
      received: operations.some((operation) => operation.action() === 'receive'),
      ttlMs: sent.expiration ?? own.message_ttl_ms,
      isShared: sharedFact(channel),
    };
  });
}

/** Other teams read the whole exchange: nothing on it is secret. */
function sharedFact(channel) {
  if (channel.extensions().get('x-shared')?.value() !== true) return false;
  const secret = channel.messages().all().find((message) => secretNames(message.payload().json()).length > 0);
  if (secret !== undefined) throw new Error(`channel ${channel.id()} has x-shared, but ${secret.name()} carries a secret`);
  return true;
}

const known = ['queue', 'type', 'dead_letter', 'delivery_limit', 'attempts', 'prefetch', 'message_ttl_ms', 'max_length', 'routing_keys'];

function queueFacts(channel, amqp, own, sent) {
  const stray = Object.keys(own).find((key) => !known.includes(key));
  if (stray !== undefined) throw new Error(`channel ${channel.id()}: x-amqp knows no ${stray}`);
  const name = own.queue ?? amqp.queue?.name;
  if (name === undefined) return undefined;
  const { dead_letter: deadLetter, type = 'quorum' } = own;
  if (type !== 'quorum' && type !== 'classic') throw new Error(`queue ${name} of channel ${channel.id()} has the type ${type}`);
  if (deadLetter === undefined) throw new Error(`queue ${name} of channel ${channel.id()} names no dead_letter in x-amqp`);
  const { exchange, queue, by = 'broker', type: deadType = type } = deadLetter;
  if (by !== 'consumer' && channel.messages().all().some((message) => secretNames(message.payload().json()).length > 0))
    throw new Error(`queue ${name} of channel ${channel.id()} carries a secret, so its dead_letter is by: consumer`);
  return {
    name,
    type,
    deadLetter: { exchange, routingKey: queue },
    isDeadByBroker: by === 'broker',
    deadType,
    deliveryLimit: type === 'quorum' ? (own.delivery_limit ?? 5) : undefined,
    attempts: own.attempts ?? 5,
    transient: sent.deliveryMode === 1 || undefined,
    prefetch: own.prefetch ?? 10,
    messageTtlMs: own.message_ttl_ms,
    maxLength: own.max_length,
    routingKeys: own.routing_keys ?? [channel.address()],
  };
}

function messageFacts(message, sent) {
  const payload = named(message.payload(), message.name());
  const headers = message.headers()?.json() ?? {};
  const filled = message.extensions().get('x-filled-at-publish')?.value() ?? [];
  if (filled.length > 0 && sent.deliveryMode !== 1) throw new Error(`${message.name()} is filled at publish so that it is not stored, but it is not sent with deliveryMode 1`);
  return {
    id: message.id(),
    type: message.name(),
    text: [message.title(), message.summary()].filter(Boolean).join('. '),
    contentType: message.contentType() ?? 'application/json',
    payload,
    headers: named(message.headers(), `${message.name()}Headers`),
    idHeader: headers.properties?.message_id === undefined ? 'id' : 'message_id',
    schemaVersion: headers.properties?.schema_version?.const,
    filled,
    examples: (message.json().examples ?? []).map(({ name, headers, payload }) => ({ name, headers, payload })),
    secrets: secretNames(message.payload().json()),
  };
}

/** Names in the document are names in the code; a schema without one is called like its message. */
const named = (schema, otherwise) => (/^[A-Za-z]\w*$/.test(schema?.id() ?? '') ? schema.id() : otherwise);

function secretNames(schema, found = new Set()) {
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    if (property['x-secret'] === true) found.add(name);
    secretNames(property, found);
  }
  for (const inner of [schema?.items, ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? []), ...(schema?.allOf ?? [])]) if (inner) secretNames(inner, found);
  return [...found].sort();
}

export const literal = (value) => (typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value));

/** `{ a: 1, b: 'x' }`, without the keys that have no value. */
export function record(entries) {
  const printed = Object.entries(entries).filter(([, value]) => value !== undefined);
  return printed.length === 0 ? '{}' : `{ ${printed.map(([key, value]) => `${key}: ${typeof value === 'object' ? record(value) : literal(value)}`).join(', ')} }`;
}
