// Mutants of what is published on a broker: messages that are otherwise than the contract says.
export type Published = {
  readonly properties: Readonly<Record<string, unknown>> & { readonly headers: Readonly<Record<string, unknown>> };
  readonly body: unknown;
};

/** One mutated message; several when the mutation concerns their sequence. */
export type PublisherMutant = {
  readonly id: string;
  readonly what: string;
  readonly rule: string | RegExp;
  readonly mutate: (healthy: Published) => Published | readonly Published[];
};

const property = (name: string, value: unknown) => (healthy: Published) => ({
  ...healthy,
  properties: { ...healthy.properties, [name]: value },
});
const header = (name: string, value: unknown) => (healthy: Published) => {
  const { [name]: _, ...others } = healthy.properties.headers;
  const headers = value === undefined ? others : { ...others, [name]: value };
  return { ...healthy, properties: { ...healthy.properties, headers } };
};
const member = (name: string, value?: unknown) => (healthy: Published) => {
  const { [name]: _, ...others } = healthy.body as Readonly<Record<string, unknown>>;
  return { ...healthy, body: value === undefined ? others : { ...others, [name]: value } };
};

export const publisherMutants: readonly PublisherMutant[] = [
  { id: 'field-omitted', what: 'a required field is missing', rule: 'body at ""', mutate: member('ssh_port') },
  {
    id: 'field-of-another-type',
    what: 'a number is sent as text',
    rule: 'body at "/ssh_port"',
    mutate: member('ssh_port', '30022'),
  },
  {
    id: 'field-unknown',
    what: 'a field is sent that the contract does not have',
    rule: /^body at "/,
    mutate: member('ssh_shell', 'bash'),
  },
  {
    id: 'header-missing',
    what: 'the time of the event is missing',
    rule: 'headers at ""',
    mutate: header('occurred_at', undefined),
  },
  {
    id: 'version-unknown',
    what: 'another schema version than that of the contract',
    rule: 'headers at "/schema_version"',
    mutate: header('schema_version', 2),
  },
  {
    id: 'other-identity',
    what: 'property and header name another message',
    rule: 'identity',
    mutate: property('messageId', 'another'),
  },
  {
    id: 'other-type',
    what: 'the type is not the name of the message',
    rule: 'type',
    mutate: property('type', 'Student'),
  },
  {
    id: 'other-content-type',
    what: 'JSON is sent as text',
    rule: 'content type',
    mutate: property('contentType', 'text/plain'),
  },
  {
    id: 'not-transient',
    what: 'a message with a secret reaches the disk of the broker',
    rule: 'transient',
    mutate: property('persistent', true),
  },
  {
    id: 'no-timestamp',
    what: 'the time of sending is missing',
    rule: 'timestamp',
    mutate: property('timestamp', undefined),
  },
  {
    id: 'lives-too-long',
    what: 'a secret waits longer than the contract lets it',
    rule: 'expiration',
    mutate: property('expiration', '86400000'),
  },
  {
    id: 'identity-twice',
    what: 'two messages under one identity',
    rule: 'identity',
    mutate: (healthy) => [healthy, member('ssh_port', 30_023)(healthy)],
  },
];
