// Signature Version 4, in the Authorization header and in the query (presigned). Everything unsigned or late is refused
// here. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html. Signatures of single
// chunks: chunked.ts.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { refusal } from './errors.ts';
import { type Call, header, param } from './request.ts';

/** What a key opens: rights.ts. */
export type Rights = {
  /** The only ones that the key opens; without them it is an administrator's. */
  readonly buckets?: readonly string[];
  readonly readOnly?: boolean;
};

export type Credential = Rights & { readonly accessKey: string; readonly secretKey: string };
export type Trust = {
  readonly credentials: readonly Credential[];
  readonly region: string;
  readonly now: () => number;
};

/** What the body's checks need of an accepted signature. */
export type Seal = {
  readonly payloadHash: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly scope: string;
  readonly signingKey: Buffer;
};

type Claim = {
  readonly accessKey: string;
  /** date/region/service/aws4_request */
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly timestamp: string;
  readonly payloadHash: string;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
export const UNSIGNED = 'UNSIGNED-PAYLOAD';
const CRC32_OF_NOTHING = 'AAAAAA==';
const SKEW_MS = 15 * 60_000;
const MAX_EXPIRY_S = 7 * 24 * 3600;

/**
 * Accepts the request of a known key, or throws the refusal. The call comes back with headers that a presigned link
 * carries in its query.
 */
export function authenticate(call: Call, trust: Trust): { call: Call; seal: Seal; credential: Credential } {
  const presigned = call.query.some(([name]) => name === 'X-Amz-Algorithm' || name === 'X-Amz-Signature');
  const authorization = header(call, 'authorization');
  if (presigned && authorization !== undefined)
    throw refusal(
      'InvalidArgument',
      'Only one auth mechanism allowed; the query and the Authorization header both have one.',
    );
  if (!presigned && authorization === undefined) throw refusal('AccessDenied');
  if (header(call, 'x-amz-security-token') !== undefined || param(call, 'X-Amz-Security-Token') !== undefined)
    throw refusal('InvalidToken');
  const claim = presigned ? claimOfQuery(call, trust) : claimOfHeader(call, authorization ?? '', trust);
  const credential = trust.credentials.find((known) => known.accessKey === claim.accessKey);
  if (credential === undefined) throw refusal('InvalidAccessKeyId', { detail: { AWSAccessKeyId: claim.accessKey } });
  requireSigned(call, claim.signedHeaders);
  const signingKey = keyFor(credential.secretKey, claim.scope);
  const text = [ALGORITHM, claim.timestamp, claim.scope, sha256(canonicalRequest(call, claim))].join('\n');
  if (!sameText(hmac(signingKey, text).toString('hex'), claim.signature)) throw refusal('SignatureDoesNotMatch');
  const { payloadHash, signature, timestamp, scope } = claim;
  return {
    call: presigned ? withHoisted(call) : call,
    seal: { payloadHash, signature, timestamp, scope, signingKey },
    credential,
  };
}

function claimOfHeader(call: Call, text: string, { region, now }: Trust): Claim {
  if (!text.startsWith(`${ALGORITHM} `))
    throw refusal(
      'InvalidRequest',
      `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
    );
  const fields = new Map(
    text
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((field) => {
        const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(field.trim()) ?? [];
        return [name, value] as const;
      }),
  );
  const [credential, signed, signature] = [
    fields.get('Credential'),
    fields.get('SignedHeaders'),
    fields.get('Signature'),
  ];
  if (fields.size !== 3 || !credential || !signed || !signature) throw refusal('AuthorizationHeaderMalformed');
  const timestamp = header(call, 'x-amz-date') ?? asTimestamp(header(call, 'date'));
  const time = readTimestamp(timestamp);
  if (timestamp === undefined || time === undefined)
    throw refusal('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  if (Math.abs(now() - time) > SKEW_MS)
    throw refusal('RequestTimeTooSkewed', {
      detail: {
        RequestTime: timestamp,
        ServerTime: new Date(now()).toISOString(),
        MaxAllowedSkewMilliseconds: String(SKEW_MS),
      },
    });
  const payloadHash = header(call, 'x-amz-content-sha256');
  if (payloadHash === undefined)
    throw refusal('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const { accessKey, scope } = readCredential(credential, timestamp, region, 'AuthorizationHeaderMalformed');
  return { accessKey, scope, signature, timestamp, payloadHash, signedHeaders: signed.split(';') };
}

function claimOfQuery(call: Call, { region, now }: Trust): Claim {
  const wrong = (message: string) => refusal('AuthorizationQueryParametersError', message);
  const need = (name: string): string => {
    const values = call.query.filter(([n]) => n === name);
    if (values.length !== 1) throw wrong(`Query-string authentication requires exactly one ${name} parameter.`);
    return values[0]?.[1] ?? '';
  };
  if (need('X-Amz-Algorithm') !== ALGORITHM) throw wrong(`X-Amz-Algorithm only supports "${ALGORITHM}".`);
  const [timestamp, expires] = [need('X-Amz-Date'), need('X-Amz-Expires')];
  const time = readTimestamp(timestamp);
  if (time === undefined) throw wrong("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  if (!/^\d{1,9}$/.test(expires) || Number(expires) < 1)
    throw wrong('X-Amz-Expires must be a positive number of seconds.');
  if (Number(expires) > MAX_EXPIRY_S) throw wrong(`X-Amz-Expires must be less than a week (${MAX_EXPIRY_S} seconds).`);
  const { accessKey, scope } = readCredential(
    need('X-Amz-Credential'),
    timestamp,
    region,
    'AuthorizationQueryParametersError',
  );
  if (time > now() + SKEW_MS) throw refusal('AccessDenied', 'Request is not yet valid');
  const until = time + Number(expires) * 1000;
  if (now() > until)
    throw refusal('AccessDenied', {
      message: 'Request has expired',
      detail: { Expires: new Date(until).toISOString(), ServerTime: new Date(now()).toISOString() },
    });
  return {
    accessKey,
    scope,
    timestamp,
    signature: need('X-Amz-Signature'),
    signedHeaders: need('X-Amz-SignedHeaders').split(';'),
    payloadHash: param(call, 'X-Amz-Content-Sha256') ?? header(call, 'x-amz-content-sha256') ?? UNSIGNED,
  };
}

type MalformedCode = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

function readCredential(text: string, timestamp: string, region: string, code: MalformedCode) {
  const parts = text.split('/');
  const [date, scopeRegion, service, end] = parts.slice(-4);
  const accessKey = parts.slice(0, -4).join('/');
  if (accessKey === '' || service !== 's3' || end !== 'aws4_request' || date !== timestamp.slice(0, 8))
    throw refusal(code, 'The credential must be <access key>/<date of the request>/<region>/s3/aws4_request.');
  if (scopeRegion !== region)
    throw refusal(code, {
      message: `The region '${scopeRegion}' is wrong; expecting '${region}'`,
      detail: { Region: region },
    });
  return { accessKey, scope: parts.slice(-4).join('/') };
}

/** Host and every x-amz-* header must be under the signature: an intermediary could add or change the others only. */
function requireSigned(call: Call, signed: readonly string[]): void {
  const unsigned = [...call.headers.keys()].filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );
  if (unsigned.length > 0 || !signed.includes('host'))
    throw refusal('AccessDenied', {
      message: 'There were headers present in the request which were not signed',
      detail: { HeadersNotSigned: unsigned.join(', ') },
    });
}

function canonicalRequest(call: Call, claim: Claim): string {
  const query = call.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = claim.signedHeaders.map((name) => `${name}:${squeeze(header(call, name) ?? '')}\n`).join('');
  const path = call.path.split('/').map(encode).join('/');
  return [call.method, path, query, headers, claim.signedHeaders.join(';'), claim.payloadHash].join('\n');
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const squeeze = (value: string): string => value.trim().replace(/\s+/g, ' ');

/** RFC 3986: everything but the unreserved characters; encodeURIComponent leaves five more. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * A presigned link may carry x-amz-* headers in its (signed) query. Links of the JavaScript SDK carry the CRC32 of a
 * body of no bytes, because there is none when they are made; as AWS does, such a link takes any body
 * (github.com/localstack/localstack/issues/12169).
 */
function withHoisted(call: Call): Call {
  const own = /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|content-sha256)$/i;
  const hoisted = call.query.filter(([name]) => /^x-amz-/i.test(name) && !own.test(name));
  if (hoisted.length === 0) return call;
  const headers = new Map(hoisted.map(([name, value]) => [name.toLowerCase(), asLatin1(value)]));
  if (headers.get('x-amz-checksum-crc32') === CRC32_OF_NOTHING) headers.delete('x-amz-checksum-crc32');
  return { ...call, headers: new Map([...headers, ...call.headers]) };
}

/** Text of a query in the form that header values have here. */
export const asLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function keyFor(secretKey: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretKey}`, 'utf8'));
}

export const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'latin1').digest();
/** Header values are bytes in latin1 clothes, everything else in a canonical request is ASCII. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'latin1').digest('hex');

export function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

function readTimestamp(text: string | undefined): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '');
  if (match === null) return undefined;
  const [, y, mo, d, h, mi, s] = match;
  const time = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function asTimestamp(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
