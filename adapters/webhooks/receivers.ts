// Sends events over HTTP to receivers that are not trusted: they may hang, drip, lie about lengths, redirect, or answer
// without end.
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { WebhookAnswer } from '../../generated/analytics/types.ts';
import { addressRule } from './addresses.ts';
import type { FailureReason, Receivers, Sent, SentRequest, UrlRefusal } from './port.ts';
import { AddressRefused, checkedLookup, type Resolve, resolveByName } from './resolve.ts';

export type ReceiverOptions = {
  /** CIDR ranges that are open beside public addresses. */
  readonly allowed: readonly string[];
  /** Plain http to them, too, and any port from 1024 on: for receivers of developers. */
  readonly allowHttp: boolean;
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
  /** From the name to the last byte of the answer. */
  readonly timeoutMs?: number;
};

const maxAnswerBytes = 65_536;
const mostAnswerBytes = 4_096;
const maxHeaderBytes = 16_384;

export function webhookReceivers(options: ReceiverOptions): Receivers {
  const { allowed, allowHttp, ports = [443, 8443], resolve = resolveByName(), timeoutMs = 15_000 } = options;
  const rule = addressRule(allowed);
  const agentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: 30_000, lookup: checkedLookup(resolve, rule) };
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };

  /**
   * Without a name there is no lookup that could check, and plain http and unlisted ports are for the opened addresses
   * alone.
   */
  async function refusalOf(url: URL): Promise<UrlRefusal | null> {
    const host = hostOf(url);
    if (url.username !== '' || url.password !== '') return 'credentials';
    const isPlain = url.protocol !== 'https:';
    if (isPlain && !allowHttp) return 'not https';
    const port = portOf(url);
    const isListed = ports.includes(port);
    if (!isPlain && isListed && isIP(host) === 0) return null;
    const addresses = await resolve(host);
    const areOpened = addresses.every(rule.isOpened);
    if (isPlain && !areOpened) return 'not https';
    if (!addresses.every(rule.permits)) return 'private address';
    return isListed || (allowHttp && areOpened && isOfDevelopers(port)) ? null : 'port';
  }

  return {
    ports,

    async check(text) {
      const url = new URL(text);
      const addresses = await resolve(hostOf(url)).catch(() => []);
      if (!addresses.every(rule.permits)) return 'private address';
      return await refusalOf(url).catch(() => (url.protocol === 'https:' ? 'port' : 'not https'));
    },

    async send(request, signal) {
      const url = new URL(request.url);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const answered: Answered = { response: () => null };
      try {
        if ((await refusalOf(url)) !== null) return { reason: 'address_refused', response: null };
        return await exchange(url, request, agents, limit, answered);
      } catch (error) {
        return { reason: limit.aborted ? 'timed_out' : reasonOf(error), response: answered.response() };
      }
    },

    [Symbol.dispose]() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Those below belong to servers of the machine. */
const isOfDevelopers = (port: number): boolean => port === 80 || port >= 1_024;

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** What has come of the answer so far. */
type Answered = { response: () => WebhookAnswer | null };

type Agents = { readonly 'http:': http.Agent; readonly 'https:': https.Agent };

async function exchange(
  url: URL,
  request: SentRequest,
  agents: Agents,
  signal: AbortSignal,
  answered: Answered,
): Promise<Sent> {
  for (let isFirst = true; ; isFirst = false) {
    const sending = open(url, request, agents, signal);
    try {
      return await answerTo(sending, answered);
    } catch (error) {
      // The receiver closed an idle connection just as it was used again: nothing was received.
      const isStale = isFirst && sending.reusedSocket && answered.response() === null && closedCodes.has(codeOf(error));
      if (!isStale) throw error;
    }
  }
}

function open(url: URL, { headers, body }: SentRequest, agents: Agents, signal: AbortSignal): http.ClientRequest {
  const isPlain = url.protocol === 'http:';
  const sending = (isPlain ? http : https).request(url, {
    method: 'POST',
    agent: isPlain ? agents['http:'] : agents['https:'],
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    maxHeaderSize: maxHeaderBytes,
    signal,
  });
  sending.end(body);
  return sending;
}

/** Rejects when the connection fails or the answer is not HTTP. */
function answerTo(sending: http.ClientRequest, answered: Answered): Promise<Sent> {
  return new Promise((resolve, reject) => {
    sending.on('error', reject);
    // After 101 Node closes without an error or a response.
    sending.on('close', () => reject(new InvalidAnswer()));
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const shown = () => shownAnswer(response, Buffer.concat(chunks), size > mostAnswerBytes);
      if ((response.statusCode ?? 0) >= 200) answered.response = shown;
      response.on('data', (chunk: Buffer) => {
        if (size < mostAnswerBytes) chunks.push(chunk.subarray(0, mostAnswerBytes - size));
        size += chunk.length;
        if (size <= maxAnswerBytes) return;
        resolve({ reason: 'answer_too_large', response: shown() });
        sending.destroy();
      });
      response.on('error', () => reject(new InvalidAnswer()));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status < 200) reject(new InvalidAnswer());
        else resolve({ reason: byStatus(status), response: shown() });
      });
    });
  });
}

class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer';
}

const byStatus = (status: number): FailureReason | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** A database takes no NUL. */
const shownAnswer = (response: http.IncomingMessage, body: Buffer, truncated: boolean) => ({
  status: response.statusCode ?? 0,
  content_type: response.headers['content-type']?.slice(0, 200) ?? null,
  body: body.toString('utf8').replaceAll('\0', '\uFFFD'),
  truncated,
});

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** With which a write to a connection fails that its other end has closed. */
const closedCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);
const nameCodes = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EBADNAME', 'EBADRESP']);

function reasonOf(error: unknown): FailureReason {
  const code = codeOf(error);
  if (error instanceof AddressRefused) return 'address_refused';
  if (error instanceof InvalidAnswer || code.startsWith('HPE_')) return 'invalid_answer';
  if (nameCodes.has(code) || (code === 'ECONNREFUSED' && (error as { syscall?: string }).syscall?.startsWith('query')))
    return 'name_not_found';
  if (/^(ERR_(TLS|SSL)|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) return 'tls_failed';
  return 'connection_failed';
}
