// Forms with files.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { asForm, boxHandlers } from '../../generator/fixtures/tiny/serve.ts';
import { byHand, served } from '../../generator/fixtures/tiny/served.ts';
import type { UploadedFile } from '../host.ts';
import { refuse } from '../problem.ts';

served('fields of a form are read whatever their transfer encoding is', async (t, serve) => {
  const received: string[] = [];
  const handlers = {
    ...boxHandlers(),
    async sendFreight({ form }: { form: { to: string } }) {
      received.push(form.to);
      return { status: 202 as const, body: { freight_id: 'f1' as never, status: 'waiting' as const } };
    },
  };
  const { ask } = await serve(handlers);
  const part = (head: string, value: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const statuses = [];
  for (const encoding of ['7bit', '8bit', '8BIT', 'binary', 'base64', 'utf-8', 'gzip']) {
    const value = encoding === 'base64' ? Buffer.from('Ørsta').toString('base64') : 'Ørsta';
    const field = part(`name="to"\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}`, value);
    const body = `${part('name="file"; filename="a.csv"\r\nContent-Transfer-Encoding: binary', 'a')}${field}--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    statuses.push((await ask('POST', '/freights', { headers, body })).status);
  }
  t.deepEqual(statuses, [202, 202, 202, 202, 202, 202, 400]);
  t.deepEqual(received, Array(6).fill('Ørsta'));
});

/** A form of which so many bytes of the file are sent, and no end of it. */
function* unfinished(fields: readonly string[], fileBytes: number): Generator<string | Buffer> {
  const part = (name: string) => `--tiny\r\nContent-Disposition: form-data; name="${name}"`;
  for (const field of fields) yield `${part(field)}\r\n\r\nOslo\r\n`;
  yield `${part('file')}; filename="a"\r\n\r\n`;
  yield Buffer.alloc(fileBytes, 'x');
}

const ofForm = 'content-type: multipart/form-data; boundary=tiny\r\ncontent-length: 50000';
const headOf = (token: string, fields: string) =>
  `POST /v1/freights HTTP/1.1\r\nhost: tiny\r\nauthorization: Bearer ${token}\r\n${fields}\r\n\r\n`;

served(
  'a file is judged when it begins, with the fields before it, and a refused one is not received',
  async (t, serve) => {
    const judged: unknown[] = [];
    const { url, spooled, events, ended } = await serve(boxHandlers(), {
      admitFile: async ({ operationId, caller, fields }) => {
        judged.push([operationId, caller.subject, Object.fromEntries(fields)]);
        return refuse('forbidden-role', { detail: 'Not here.', required_role: 'none' });
      },
    });
    const port = Number(new URL(url).port);
    for (const fields of [['to'], []]) {
      const chunks = [...unfinished(fields, 1_000)].map(String);
      const text = await byHand(port, headOf('ann', ofForm), chunks, (all) => all.includes('"detail"'));
      t.regex(text, /^HTTP\/1\.1 403 [\s\S]*"detail":"Not here\."/);
    }
    await ended(2);
    t.deepEqual(judged, [
      ['sendFreight', 'ann', { to: 'Oslo' }],
      ['sendFreight', 'ann', {}],
    ]);
    t.deepEqual([spooled(), events.map(({ status }) => status)], [[], [403, 403]]);
  },
);

served(
  'a caller has four uploads in progress, the next is refused before its file, and others have theirs',
  async (t, serve) => {
    const { url, ask, server } = await serve();
    const port = Number(new URL(url).port);
    const begun = async () => {
      const received = once(server, 'request');
      const socket = connectSocket(port, '127.0.0.1').on('error', () => {});
      socket.write(headOf('ann', ofForm));
      for (const chunk of unfinished(['to'], 1_000)) socket.write(chunk);
      await received;
      return socket;
    };
    const sockets = [];
    for (let i = 0; i < 4; i++) sockets.push(await begun());
    const form = asForm([
      { name: 'to', value: 'Oslo' },
      { name: 'file', value: 'a', filename: 'a' },
    ]);
    const fifth = await ask('POST', '/freights', form);
    t.like(fifth.json, { status: 429, policy: 'uploads-in-progress', retry_after_s: 2 });
    t.not((await ask('POST', '/freights', { ...form, token: 'bob' })).status, 429);
    t.is((await ask('GET', '/boxes')).status, 200);
    for (const socket of sockets) socket.destroy();
    let status = 429;
    while (status === 429) ({ status } = await ask('POST', '/freights', form));
    t.is(status, 202);
  },
);

served('a form is refused as by a full disk when it would go below the reserve of free space', async (t, serve) => {
  const form = asForm([
    { name: 'to', value: 'Oslo' },
    { name: 'file', value: 'a', filename: 'a' },
  ]);
  for (const [reserveBytes, status] of [
    [Number.MAX_SAFE_INTEGER, 500],
    [0, 202],
  ] as const) {
    const { ask, faults, spooled } = await serve(boxHandlers(), { reserveBytes });
    t.is((await ask('POST', '/freights', form)).status, status, 'the host of this test knows no other fault');
    t.deepEqual(
      faults.map((fault) => (fault as { kind?: string }).kind),
      status === 202 ? [] : ['disk-full'],
    );
    t.deepEqual(spooled(), []);
  }
});

served('a form spools its file with size and hash, in any order, and leaves nothing behind', async (t, serve) => {
  const received: unknown[] = [];
  const handlers = {
    ...boxHandlers(),
    async sendFreight({ form }: { form: { file: UploadedFile; to: string; weight: number; fragile: boolean } }) {
      const { file, ...fields } = form;
      received.push({
        ...fields,
        size: file.size,
        sha256: file.sha256,
        filename: file.filename,
        mediaType: file.mediaType,
        text: readFileSync(file.path, 'utf8'),
      });
      return { status: 202 as const, body: { freight_id: 'f1' as never, status: 'waiting' as const } };
    },
  };
  const { ask, spooled } = await serve(handlers);
  const text = 'a,b\n'.repeat(10_000);
  const file = { name: 'file', value: text, filename: '..\\evil/list.csv', type: 'text/csv' };
  const { status, headers } = await ask(
    'POST',
    '/freights',
    asForm([file, { name: 'weight', value: '7' }, { name: 'to', value: 'Ørsta', type: 'text/plain' }]),
  );
  t.deepEqual([status, headers.location, headers['retry-after']], [202, '/v1/freights/f1', '1']);
  t.is(
    (
      await ask(
        'POST',
        '/freights',
        asForm([
          { name: 'fragile', value: 'true' },
          { name: 'to', value: 'Ål' },
          { ...file, value: '', filename: 'empty' },
        ]),
      )
    ).status,
    202,
  );
  const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
  t.deepEqual(received, [
    {
      to: 'Ørsta',
      weight: 7,
      fragile: false,
      size: 40_000,
      sha256: sha256(text),
      filename: 'list.csv',
      mediaType: 'text/csv',
      text,
    },
    {
      to: 'Ål',
      weight: 1,
      fragile: true,
      size: 0,
      sha256: sha256(''),
      filename: 'empty',
      mediaType: 'text/csv',
      text: '',
    },
  ]);
  t.deepEqual(spooled(), []);
});

served('a wrong form is refused with its fields, and leaves nothing behind', async (t, serve) => {
  const { ask, spooled } = await serve();
  const file = { name: 'file', value: 'x', filename: 'x.csv', type: 'text/csv' };
  const send = async (...args: Parameters<typeof asForm>) => {
    const { json } = await ask('POST', '/freights', asForm(...args));
    const { type, detail, errors } = json as Record<string, string>;
    return [type?.split('/').at(-1), errors ?? detail];
  };
  t.deepEqual(await send([file, { name: 'weight', value: 'heavy' }, { name: 'colour', value: 'red' }]), [
    'invalid-request',
    [
      {
        pointer: '/colour',
        rule: 'additionalProperties',
        message: 'is unknown; the known names are to, weight, fragile, file',
      },
      { pointer: '/to', rule: 'required', message: 'is required' },
      { pointer: '/weight', value: 'heavy', rule: 'type', message: 'must be an integer' },
    ],
  ]);
  t.deepEqual(await send([{ name: 'to', value: 'x' }]), [
    'invalid-request',
    [{ pointer: '/file', rule: 'required', message: 'is required' }],
  ]);
  t.deepEqual(await send([file, { name: 'to', value: Buffer.from([0xff]) }]), [
    'invalid-encoding',
    'The form field to is not valid UTF-8.',
  ]);
  t.deepEqual(
    await send([
      { ...file, value: 'x'.repeat(50_001) },
      { name: 'to', value: 'x' },
    ]),
    ['body-too-large', 'The file may have at most 50000 bytes.'],
  );
  t.deepEqual(await send([file, { name: 'to', value: 'x'.repeat(20_000) }]), [
    'body-too-large',
    'The fields of the form together may have at most 10000 bytes.',
  ]);
  t.deepEqual(await send([{ ...file, value: 'x'.repeat(70_000) }]), [
    'body-too-large',
    'The body may have at most 60000 bytes.',
  ]);
  t.deepEqual(await send([file, file, { name: 'to', value: 'x' }]), [
    'invalid-request',
    [{ pointer: '/file', rule: 'repeated', message: 'must be given only once' }],
  ]);
  const { body } = asForm([file]);
  const cut = await ask('POST', '/freights', {
    headers: { 'content-type': 'multipart/form-data; boundary=tiny' },
    body: body.subarray(0, 60),
  });
  t.is(cut.status, 400);
  t.deepEqual(spooled(), []);
});

served('a client that leaves during an upload leaves no files behind', async (t, serve) => {
  const { server, spooled, events, ended, faults } = await serve();
  const { port } = server.address() as AddressInfo;
  const { body } = asForm([{ name: 'file', value: 'x'.repeat(40_000), filename: 'x', type: 'text/csv' }]);
  const socket = connectSocket(port, '127.0.0.1');
  socket.write(
    `POST /v1/freights HTTP/1.1\r\nHost: tiny\r\nAuthorization: Bearer ann\r\nContent-Type: multipart/form-data; boundary=tiny\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 20_000));
  while (spooled().length === 0) await new Promise(setImmediate);
  socket.destroy();
  await ended(1);
  while (spooled().length > 0) await new Promise(setImmediate);
  t.deepEqual([events[0]?.aborted, faults], [true, []]);
});

served(
  'a form that stops arriving is refused long before its time is over, and a slow one is not',
  async (t, serve) => {
    const { server } = await serve();
    const { port } = server.address() as AddressInfo;
    const head =
      'POST /v1/freights HTTP/1.1\r\nHost: tiny\r\nAuthorization: Bearer ann\r\nContent-Type: multipart/form-data; boundary=tiny\r\n';
    const still = await byHand(port, `${head}Content-Length: 100\r\n\r\n`, ['--tiny'], (text) => text.includes('}'));
    t.regex(still, /^HTTP\/1.1 408 [\s\S]*No data arrived for 1.5 seconds\./);
    const { body } = asForm([
      { name: 'to', value: 'x' },
      { name: 'file', value: 'y', filename: 'x', type: 'text/csv' },
    ]);
    const slow = connectSocket(port, '127.0.0.1');
    slow.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    const step = Math.ceil(body.length / 8);
    for (let at = 0; at < body.length; at += step) {
      slow.write(body.subarray(at, at + step));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const [answer] = (await once(slow, 'data')) as [Buffer];
    slow.destroy();
    t.regex(answer.toString(), /^HTTP\/1.1 202 /);
  },
);
