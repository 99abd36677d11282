import { execFileSync } from 'node:child_process';
import test from 'ava';
import { repeatOf } from './repeat.ts';

const id = '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11';
const letter = {
  exchange: 'lab',
  routingKey: 'lab.status',
  properties: { contentType: 'application/json', persistent: true, messageId: id, headers: { message_id: id } },
  body: Buffer.from(JSON.stringify({ note: "it's", lab: 'first' })),
};

/** What the command would send, with a curl that prints what it is given, and an identity that is always the same. */
const sent = (command: string): string =>
  execFileSync('bash', ['--norc', '-c', `curl() { cat; echo; }; uuidgen() { echo another; }; ${command}`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });

test('the command publishes a message as it was sent, under another identity each time', (t) => {
  const command = repeatOf([{ ...letter, id }]);
  t.regex(command, /"\$BROKER_MANAGEMENT\/api\/exchanges\/\$VHOST\/lab\/publish"$/);
  t.deepEqual(JSON.parse(sent(command)), {
    properties: {
      delivery_mode: 2,
      content_type: 'application/json',
      message_id: 'another',
      headers: { message_id: 'another' },
    },
    routing_key: 'lab.status',
    payload: '{"note":"it\'s","lab":"first"}',
    payload_encoding: 'string',
  });
});

test('the command sends bytes that are not text as base64', (t) => {
  const { payload, payload_encoding } = JSON.parse(sent(repeatOf([{ ...letter, body: Buffer.from([0x22, 0xff]) }])));
  t.deepEqual([payload, payload_encoding], ['Iv8=', 'base64']);
});

test('the command builds a long run of one letter in place', (t) => {
  const command = repeatOf([{ ...letter, body: Buffer.alloc(100_000, 'x') }]);
  t.true(command.length < 1_000);
  t.is(JSON.parse(sent(command)).payload, 'x'.repeat(100_000));
});

test('the command repeats several messages in order, as often as they were sent', (t) => {
  const lines = sent(repeatOf([{ ...letter, times: 3 }, letter]))
    .trim()
    .split('\n');
  t.is(lines.length, 4);
});
