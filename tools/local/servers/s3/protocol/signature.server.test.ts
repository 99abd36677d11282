import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, ListBucketsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import test from 'ava';
import { clientOf, credentials, facts, refused, served, tampering, textOf } from '../s3-server.fixture.ts';
import { S3Error } from './errors.ts';
import { payloadOf } from './payload.ts';
import { readCall } from './request.ts';
import { authenticate } from './signature.ts';

const put = (Key = 'note', Body = 'hello') => new PutObjectCommand({ Bucket: 'plain', Key, Body });

test('the store accepts the owner of the key, with any client time within 15 minutes', async (t) => {
  const { s3, endpoint } = await served(t);
  t.is((await s3.send(put())).ETag, '"5d41402abc4b2a76b9719d911017c592"');
  const late = clientOf(t, endpoint, { systemClockOffset: -14 * 60_000 });
  t.is(await textOf(await late.send(new GetObjectCommand({ Bucket: 'plain', Key: 'note' }))), 'hello');
});

test('the store refuses a wrong secret, an unknown key, a wrong region and a wrong clock', async (t) => {
  const { endpoint } = await served(t);
  const as = (config: object) => refused(clientOf(t, endpoint, config).send(new ListBucketsCommand({})));
  t.deepEqual(await as({ credentials: { ...credentials, secretAccessKey: 'wrong' } }), ['SignatureDoesNotMatch', 403]);
  t.deepEqual(await as({ credentials: { ...credentials, accessKeyId: 'nobody' } }), ['InvalidAccessKeyId', 403]);
  t.deepEqual(await as({ credentials: { ...credentials, sessionToken: 'x' } }), ['InvalidToken', 400]);
  t.deepEqual(await as({ region: 'us-west-2' }), ['AuthorizationHeaderMalformed', 400]);
  t.deepEqual(await as({ systemClockOffset: -16 * 60_000 }), ['RequestTimeTooSkewed', 403]);
  t.deepEqual(await as({ systemClockOffset: 16 * 60_000 }), ['RequestTimeTooSkewed', 403]);
});

test('the store refuses a request that was changed after signing, and changes nothing', async (t) => {
  const { s3, endpoint } = await served(t);
  await s3.send(put('note', 'first'));
  const changed = (change: Parameters<typeof tampering>[1]) =>
    refused(tampering(clientOf(t, endpoint), change).send(put('note', 'other')));
  const wrong = ['SignatureDoesNotMatch', 403] as const;
  t.deepEqual(await changed((request) => Object.assign(request, { path: '/plain/other' })), wrong);
  t.deepEqual(await changed((request) => Object.assign(request, { method: 'DELETE' })), wrong);
  t.deepEqual(await changed((request) => Object.assign(request.query, { versionId: 'null' })), wrong);
  t.deepEqual(await changed((request) => Object.assign(request.headers, { 'content-type': 'text/html' })), wrong);
  t.deepEqual(await changed((request) => Object.assign(request.headers, { host: 'elsewhere' })), wrong);
  t.deepEqual(await changed((request) => Object.assign(request.headers, { 'x-amz-meta-more': '1' })), [
    'AccessDenied',
    403,
  ]);
  t.deepEqual(await changed((request) => Object.assign(request, { body: 'OTHER' })), [
    'XAmzContentSHA256Mismatch',
    400,
  ]);
  t.is(await textOf(await s3.send(new GetObjectCommand({ Bucket: 'plain', Key: 'note' }))), 'first');
  t.deepEqual(await refused(s3.send(new HeadObjectCommand({ Bucket: 'plain', Key: 'other' }))), ['NotFound', 404]);
});

test('the store refuses requests without a signature, or with a broken one', async (t) => {
  const { s3, endpoint } = await served(t);
  await s3.send(put());
  const code = async (path: string, init?: RequestInit) => {
    const response = await fetch(endpoint + path, init);
    return [/<Code>(.*)<\/Code>/.exec(await response.text())?.[1], response.status];
  };
  t.deepEqual(await code('/'), ['AccessDenied', 403]);
  t.deepEqual(await code('/plain/note'), ['AccessDenied', 403]);
  t.deepEqual(await code('/plain/note', { method: 'PUT', body: 'x'.repeat(3_000_000) }), ['AccessDenied', 403]);
  t.deepEqual(await code('/plain/note', { method: 'DELETE' }), ['AccessDenied', 403]);
  t.deepEqual(await code('/nothing/here'), ['AccessDenied', 403]);
  t.deepEqual(await code('/', { headers: { authorization: 'AWS key:signature' } }), ['InvalidRequest', 400]);
  t.deepEqual(await code('/', { headers: { authorization: 'AWS4-HMAC-SHA256 x' } }), [
    'AuthorizationHeaderMalformed',
    400,
  ]);
  t.deepEqual(await code('/plain/%ff'), ['InvalidURI', 400]);
  t.is(await textOf(await s3.send(new GetObjectCommand({ Bucket: 'plain', Key: 'note' }))), 'hello');
});

test('a presigned link reads and writes until it expires, and only what it was made for', async (t) => {
  const { s3 } = await served(t);
  const key = 'données/ü +&?.txt';
  const fetched = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    const text = await response.text();
    return [response.status, /<Code>(.*)<\/Code>/.exec(text)?.[1] ?? text];
  };
  const upload = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'plain', Key: key }), { expiresIn: 60 });
  t.deepEqual(await fetched(upload, { method: 'PUT', body: 'by link' }), [200, '']);
  const get = new GetObjectCommand({ Bucket: 'plain', Key: key, ResponseContentType: 'text/x-note' });
  const link = await getSignedUrl(s3, get, { expiresIn: 60 });
  t.deepEqual(await fetched(link), [200, 'by link']);
  t.is((await fetch(link)).headers.get('content-type'), 'text/x-note');
  const denied = [403, 'SignatureDoesNotMatch'];
  t.deepEqual(await fetched(link, { method: 'PUT', body: 'x' }), denied);
  t.deepEqual(await fetched(link.replace('x-note', 'x-html')), denied);
  t.deepEqual(await fetched(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=61')), denied);
  t.deepEqual(await fetched(link.replace('/plain/', '/versioned/')), denied);
  t.deepEqual(await fetched(`${link}&versionId=null`), denied);
  const dated = (age: number, expiresIn: number) => ({ signingDate: new Date(Date.now() - age), expiresIn });
  t.deepEqual(await fetched(await getSignedUrl(s3, get, dated(61_000, 60))), [403, 'AccessDenied']);
  t.deepEqual(await fetched(await getSignedUrl(s3, get, dated(-20 * 60_000, 60))), [403, 'AccessDenied']);
  t.deepEqual(await fetched(await getSignedUrl(s3, get, dated(600_000, 604_800))), [200, 'by link']);
  t.deepEqual(await fetched(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=604801')), [
    400,
    'AuthorizationQueryParametersError',
  ]);
});

// The two worked examples of the protocol's documentation: sigv4-streaming.html and sigv4-streaming-trailers.html.
const example = {
  credentials: [{ accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }],
  region: 'us-east-1',
  now: () => Date.UTC(2013, 4, 24),
};
const signed = (name: string) => ({
  seed:
    name === 'trailer'
      ? '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e'
      : '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  chunks:
    name === 'trailer'
      ? [
          'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
          '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
          '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
        ]
      : [
          'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
          '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
          'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
        ],
});

async function exampleUpload(name: 'plain' | 'trailer', change: (body: string) => string = (body) => body) {
  const { seed, chunks } = signed(name);
  const [first, second, last] = chunks;
  const end =
    name === 'trailer'
      ? 'x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n'
      : '\r\n';
  const body = `10000;chunk-signature=${first}\r\n${'a'.repeat(65_536)}\r\n400;chunk-signature=${second}\r\n${'a'.repeat(1024)}\r\n0;chunk-signature=${last}\r\n${end}`;
  const mode = `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${name === 'trailer' ? '-TRAILER' : ''}`;
  const names = [
    'content-encoding',
    ...(name === 'plain' ? ['content-length'] : []),
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    'x-amz-decoded-content-length',
    'x-amz-storage-class',
    ...(name === 'trailer' ? ['x-amz-trailer'] : []),
  ].join(';');
  const headers = {
    host: 's3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${seed}`,
    'x-amz-content-sha256': mode,
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '66560',
    'content-length': '66824',
    ...(name === 'trailer' ? { 'x-amz-trailer': 'x-amz-checksum-crc32c' } : {}),
  };
  const wire = Buffer.from(change(body), 'latin1');
  // In odd pieces, so that every boundary falls inside something once.
  const pieces = Array.from({ length: Math.ceil(wire.length / 997) }, (_, i) => wire.subarray(i * 997, i * 997 + 997));
  const request = Object.assign(Readable.from(pieces), {
    method: 'PUT',
    url: '/examplebucket/chunkObject.txt',
    rawHeaders: Object.entries(headers).flat(),
  }) as unknown as Parameters<typeof readCall>[0];
  try {
    const { call, seal } = authenticate(readCall(request), example);
    const hash = createHash('sha256');
    const { size, checksum } = await payloadOf(request, call, seal, () => {}).receive(
      async (chunk) => void hash.update(chunk),
    );
    return facts({ size, checksum, sha256: hash.digest('hex') });
  } catch (error) {
    if (error instanceof S3Error) return error.code;
    throw error;
  }
}

test('the store reads bodies in signed chunks as the documentation signs them', async (t) => {
  const sha256 = createHash('sha256').update('a'.repeat(66_560)).digest('hex');
  t.deepEqual(await exampleUpload('plain'), { size: 66_560, sha256 });
  const checksum = { algorithm: 'crc32c', value: 'sOO8/Q==', fromClient: true };
  t.deepEqual(await exampleUpload('trailer'), { size: 66_560, checksum, sha256 });
});

test('the store refuses a signed chunk that was changed, cut off, moved or added', async (t) => {
  const code = (change: (body: string) => string) => exampleUpload('trailer', change);
  t.is(await code((body) => body.replace('\r\naaaa', '\r\naaab')), 'SignatureDoesNotMatch');
  t.is(await code((body) => body.replace(/;chunk-signature=b4[0-9a-f]*/, '')), 'SignatureDoesNotMatch');
  t.is(await code((body) => body.replace('sOO8/Q==', 'sOO8/A==')), 'SignatureDoesNotMatch');
  t.is(await code((body) => body.replace(/x-amz-trailer-signature.*\r\n/, '')), 'SignatureDoesNotMatch');
  t.is(await code((body) => body.replace('x-amz-checksum-crc32c', 'x-amz-checksum-crc32')), 'MalformedTrailerError');
  t.is(await code((body) => body.slice(0, 60_000)), 'IncompleteBody');
  t.is(await code((body) => body.slice(0, body.indexOf('400;'))), 'IncompleteBody');
  t.is(await code((body) => `${body}0\r\n\r\n`), 'IncompleteBody');
  t.is(await code((body) => body.replace('10000;', 'zz;')), 'InvalidChunkSizeError');
});
