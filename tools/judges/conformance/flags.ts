// The command line of `npm run conformance`.
import { parseArgs } from 'node:util';
import { messageOf } from '../../command-line/message-of.ts';
import { documentOf, type Target, targets } from './endpoints.ts';

export const usage = `usage: npm run conformance -- [--target NAME]... [--endpoints FILE]
       npm run conformance -- --url URL [--document FILE | --target NAME] [--callers FILE] [--refused FILE] [--values FILE]
       npm run conformance -- --broker URL --document FILE [--seconds N] [--feed OPERATION]...

  --target NAME      ${targets.join(', ')}; default: all of them
  --endpoints FILE   the addresses of an installation; default: run/endpoints.json
  --document FILE    an OpenAPI document that keeps the conventions of spec/README.md; default: the contract of this repository that is served there; with --url also an AsyncAPI 3.0 document of WebSockets
  --url URL          where it is served, ending with the version prefix
  --callers FILE     the callers: a JSON list of { name, token, roles, ownsNothing, facts }
  --refused FILE     tokens that must be refused: JSON, { "an expired token": "eyJ..." }; tampered copies of a valid one are added
  --values FILE      values that the document does not contain; default: conformance.yaml beside the document
  --seed N           of the generated requests; the report prints it
  --depth N          bodies and queries generated for each operation; default: 3
  --strict           a declared reply that was not observed, without a stated reason, is a finding; --no-strict: it is only reported.
                     Default for an installation of npm start, not with --url
  --max-wait N       seconds to wait for rate limits, in total; default: 90
  --trusted-proxy    each request carries another client address, for a deployment that trusts this machine as a proxy
  --broker URL       of RabbitMQ, with account and virtual host: checks published messages against the document (AsyncAPI 3.0)
  --seconds N        how long to listen; default: 30
  --feed OPERATION   a receive operation whose consumer is sent valid and invalid messages, which stay as rows and dead letters
  --format FORM      text (default), json, junit

It creates, changes and deletes resources: run it on an installation that may be changed. On one of npm start
with separate users, dealers and labs; what the contract gives no way to delete remains: dealers, jobs, uploaded labs.
It waits for rate limits, 90 s in total. At its end it uses up rate limits of its users and its address, for a minute at most.
exit code: 0 no finding, 1 findings, 2 the command is invalid or no server answers`;

const forms = ['text', 'json', 'junit'] as const;

export type Flags = {
  readonly target: readonly Target[] | undefined;
  readonly endpoints: string;
  readonly document: string | undefined;
  readonly url: string | undefined;
  readonly callers: string | undefined;
  readonly refused: string | undefined;
  readonly values: string | undefined;
  readonly seed: number | undefined;
  readonly depth: number | undefined;
  readonly isTrustedProxy: boolean;
  /** A run is of a separate installation unless the caller names one. */
  readonly isStrict: boolean;
  readonly maxWaitMs: number | undefined;
  readonly format: (typeof forms)[number];
  readonly broker: string | undefined;
  readonly seconds: number | undefined;
  readonly feed: readonly string[];
};

export class UsageError extends Error {}

export function read(args: readonly string[]): Flags | 'help' {
  const {
    target,
    endpoints = 'run/endpoints.json',
    seed,
    depth,
    format,
    help,
    seconds,
    strict,
    'max-wait': maxWait,
    feed = [],
    ...rest
  } = parsed(args);
  if (help === true) return 'help';
  const { 'trusted-proxy': isTrustedProxy = false, ...named } = rest;
  if (named.broker !== undefined && named.document === undefined)
    throw new UsageError(`--broker needs --document, such as spec/lab/asyncapi.yaml.\n\n${usage}`);
  const chosen = target?.map(targetOf);
  const document = named.document ?? documentFor(named.url, chosen);
  if (named.broker === undefined && document !== undefined && named.url === undefined)
    throw new UsageError(`--document needs --url, where it is served.\n\n${usage}`);
  const form = forms.find((each) => each === (format ?? 'text'));
  if (form === undefined) throw new UsageError(`--format is ${forms.join(', ')}, not ${format}.`);
  return {
    target: chosen,
    endpoints,
    document,
    url: named.url,
    callers: named.callers,
    refused: named.refused,
    values: named.values,
    seed: numberOf('seed', seed),
    depth: numberOf('depth', depth),
    isTrustedProxy,
    isStrict: strict ?? named.url === undefined,
    maxWaitMs: maxWait === undefined ? undefined : Number(numberOf('max-wait', maxWait)) * 1_000,
    format: form,
    broker: named.broker,
    seconds: numberOf('seconds', seconds),
    feed,
  };
}

/** An address alone is enough for who names the one target that is served there. */
const documentFor = (url: string | undefined, [target, ...others]: readonly Target[] = []): string | undefined =>
  url === undefined || target === undefined || others.length > 0 ? undefined : documentOf(target);

function targetOf(name: string): Target {
  const target = targets.find((each) => each === name);
  if (target === undefined) throw new UsageError(`--target is ${targets.join(', ')}, not ${name}.`);
  return target;
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,10}$/.test(text)) throw new UsageError(`--${name} is a whole number, not ${text}.`);
  return text === undefined ? undefined : Number(text);
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    target: { type: 'string', multiple: true },
    endpoints: text,
    document: text,
    url: text,
    callers: text,
    refused: text,
    values: text,
    seed: text,
    depth: text,
    format: text,
    broker: text,
    seconds: text,
    feed: { type: 'string', multiple: true },
    'trusted-proxy': { type: 'boolean' },
    strict: { type: 'boolean' },
    'max-wait': text,
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowNegative: true }).values;
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${usage}`);
  }
}
