// The message generator on a document in small; that ours are generated as they are committed is judged by npm run
// check.
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { parse, stringify } from 'yaml';
import { renderTemplate } from './messages-asyncapi.ts';

const root = join(import.meta.dirname, '../../..');

test('generated messages ask for neither ajv nor require', (t) => {
  const files = globSync('generated/*/{messages,validate-messages,payloads,topology}.{js,ts}', { cwd: root });
  t.true(files.length > 0);
  const offending = files.filter((file) => /\brequire\(|from ['"]ajv/.test(readFileSync(join(root, file), 'utf8')));
  t.deepEqual(offending, []);
});

const tiny = {
  asyncapi: '3.0.0',
  info: { title: 'Tiny', version: '2026-11-21' },
  channels: {
    made: {
      address: 'made',
      messages: { made: { $ref: '#/components/messages/Made' } },
      bindings: {
        amqp: {
          is: 'routingKey',
          exchange: { name: 'things', type: 'direct', durable: true },
          bindingVersion: '0.3.0',
          'x-amqp': {
            queue: 'made',
            type: 'quorum',
            delivery_limit: 3,
            dead_letter: { exchange: 'dead-letters', queue: 'made.dead', by: 'consumer' },
          },
        },
      },
    },
  },
  operations: { sendMade: { action: 'send', channel: { $ref: '#/channels/made' } } },
  components: {
    messages: {
      Made: {
        name: 'Made',
        title: 'A thing was made',
        headers: { type: 'object', required: ['message_id'], properties: { message_id: { type: 'string' } } },
        payload: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: { name: { type: 'string' }, pin: { type: 'string', 'x-secret': true } },
        },
      },
    },
  },
};

async function generated(document: object): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'messages-'));
  try {
    await writeFile(join(folder, 'asyncapi.yaml'), stringify(document));
    return await renderTemplate(root, join(folder, 'asyncapi.yaml'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const changed = (change: (document: typeof tiny) => void): typeof tiny => {
  const copy: typeof tiny = parse(stringify(tiny));
  change(copy);
  return copy;
};

test.serial(
  'a queue whose messages hold a secret leaves nothing to the dead-letter exchange of the broker',
  async (t) => {
    const files = await generated(tiny);
    t.regex(files.get('topology.ts') ?? '', /name: 'made', type: 'quorum', durable: true, deliveryLimit: 3 }/);
    t.regex(files.get('topology.ts') ?? '', /exchange: 'dead-letters', queue: 'made.dead', routingKey: 'made.dead'/);
  },
);

test.serial('a schema without a name is called like its message', async (t) => {
  const files = await generated(tiny);
  t.regex(
    files.get('payloads.ts') ?? '',
    /export type Made = \{\n {2}readonly name: string;\n {2}readonly pin\?: string;\n\};/,
  );
  t.regex(files.get('messages.ts') ?? '', /made: \(payload: Made, meta: MessageMeta\): OutboxMessage/);
});

test.serial('the generator refuses a queue without dead letters by its name', async (t) => {
  const document = changed(({ channels }) =>
    Reflect.deleteProperty(channels.made.bindings.amqp['x-amqp'], 'dead_letter'),
  );
  await t.throwsAsync(generated(document), { message: /queue made of channel made names no dead_letter/ });
});

test.serial('the generator refuses a queue of a kind that no broker has by its name', async (t) => {
  const document = changed(({ channels }) =>
    Object.assign(channels.made.bindings.amqp['x-amqp'], { type: 'mirrored' }),
  );
  await t.throwsAsync(generated(document), { message: /queue made of channel made has the type mirrored/ });
});

test.serial('the generator refuses dead letters with a secret that the broker would keep', async (t) => {
  const document = changed(({ channels }) =>
    Reflect.deleteProperty(channels.made.bindings.amqp['x-amqp'].dead_letter, 'by'),
  );
  await t.throwsAsync(generated(document), { message: /queue made of channel made carries a secret/ });
});

test.serial(
  'the generator refuses a message that is filled in at publish and would be stored by the broker',
  async (t) => {
    const document = changed(({ components }) =>
      Object.assign(components.messages.Made, { 'x-filled-at-publish': ['pin'] }),
    );
    await t.throwsAsync(generated(document), { message: /Made is filled at publish .* not sent with deliveryMode 1/ });
  },
);

test.serial('the generator refuses a misspelt key of x-amqp', async (t) => {
  const document = changed(({ channels }) =>
    Object.assign(channels.made.bindings.amqp['x-amqp'], { delivery_limt: 4 }),
  );
  await t.throwsAsync(generated(document), { message: /channel made: x-amqp knows no delivery_limt/ });
});
