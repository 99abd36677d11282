// npm run conformance: asks a deployment everything that its document promises. Exit code 0 no finding, 1 findings, 2
// usage.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { conform } from './conform.ts';
import { NoContract } from './contract/document.ts';
import { contractsAt } from './discover.ts';
import { askingAt, messageDocuments, NoToken, readEndpoints, targets } from './endpoints.ts';
import { type Fixtures, fixturesOf, isOwned } from './fixtures.ts';
import { type Flags, read, UsageError, usage } from './flags.ts';
import { NoBroker } from './messages/tap.ts';
import { conformMessages, conformQueues, type MessagesReport } from './messages.ts';
import { printJunit } from './print/junit.ts';
import { messagesAsReport, printMessages } from './print/messages.ts';
import { asReport, printSockets } from './print/sockets.ts';
import { printText } from './print/text.ts';
import { NoServer, someoneAt } from './probe.ts';
import type { Report } from './report.ts';
import { isOnLoopback } from './requests/sources.ts';
import { type Person, readValues, type Values } from './requests/values.ts';
import { conformSockets, type SocketsOptions, type SocketsReport } from './sockets.ts';

export async function main(args: readonly string[]): Promise<{ output: string; code: 0 | 1 | 2 }> {
  try {
    const flags = read(args);
    if (flags === 'help') return { output: `${usage}\n`, code: 0 };
    if (flags.broker !== undefined) return await messagesOf(flags.broker, flags);
    const reports: Record<string, Report> = {};
    const sockets: Record<string, SocketsReport> = {};
    for (const [name, ask] of await asked(flags)) {
      const asking = await ask();
      try {
        await someoneAt(asking.baseUrl);
        await askOne(flags, name, asking, reports, sockets);
      } finally {
        await asking.end?.();
      }
    }
    const queues = await queuesOf(flags);
    const isKept = [reports, sockets, queues]
      .flatMap((each) => Object.values<{ readonly findings: readonly unknown[] }>(each))
      .every(({ findings }) => findings.length === 0);
    return { output: print(reports, sockets, queues, flags.format), code: isKept ? 0 : 1 };
  } catch (error) {
    const isOurs = [UsageError, NoToken, NoBroker, NoServer, NoContract].some((each) => error instanceof each);
    const isUnavailable = error instanceof TypeError && error.message === 'fetch failed';
    if (!(error instanceof Error) || (!isOurs && !isUnavailable)) throw error;
    return {
      output: `${isUnavailable ? 'No server answers at the address that should give a token.' : error.message}\n`,
      code: 2,
    };
  }
}

/** What the broker of a separate installation holds, when all of the installation is asked. */
async function queuesOf({ url, target, endpoints }: Flags): Promise<Readonly<Record<string, MessagesReport>>> {
  if (url !== undefined || target !== undefined) return {};
  const { url: brokerUrl = '', management_url: management = '' } = readEndpoints(endpoints).broker ?? {};
  if (management === '') return {};
  const reports = Object.entries(messageDocuments).map(
    async ([name, document]) => [name, await conformQueues({ document, brokerUrl })] as const,
  );
  return Object.fromEntries(await Promise.all(reports));
}

async function messagesOf(brokerUrl: string, { document = '', seconds = 30, feed, format }: Flags) {
  const report = await conformMessages({
    document,
    brokerUrl,
    during: () => setTimeout(seconds * 1_000),
    consumers: feed.map((operation) => ({ operation })),
  });
  const forms = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    junit: () => printJunit({ messages: messagesAsReport(report) }),
    text: () => `${printMessages(report)}\n`,
  };
  const output = forms[format]();
  return { output, code: report.findings.length === 0 ? 0 : 1 } as const;
}

const run = ({ values, seed, depth, isTrustedProxy, isStrict, maxWaitMs }: Flags, asking: Fixtures): Promise<Report> =>
  conform({
    ...asking,
    values: valuesFor(asking.document, values),
    isTrustedProxy,
    isOnLoopback: isOnLoopback(asking.baseUrl),
    isStrict,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
    ...(seed === undefined ? {} : { seed }),
    ...(depth === undefined ? {} : { depth }),
  });

/** The sockets of an address with a values file that says what the WebSockets beside its document end with. */
function socketsOf({ values, callers }: Flags, asking: Fixtures): SocketsOptions | undefined {
  const { sockets } = valuesFor(asking.document, values);
  const document = isOfMessages(asking.document)
    ? asking.document
    : path.join(path.dirname(asking.document), 'asyncapi.yaml');
  if (sockets === undefined || !existsSync(document)) return undefined;
  return { ...asking, document, values: sockets, ...(callers === undefined ? {} : { callers: callersIn(callers) }) };
}

const isOfMessages = (document: string): boolean => /asyncapi/i.test(path.basename(document));

/** Those that stand beside the document, unless others are named. */
function valuesFor(document: string, named: string | undefined): Values {
  const beside = path.join(path.dirname(document), 'conformance.yaml');
  if (named !== undefined) return readValues(named);
  return existsSync(beside) ? readValues(beside) : {};
}

/** What the requests of the run cause is received on its WebSocket. */
async function askOne(
  flags: Flags,
  name: string,
  asking: Fixtures,
  reports: Record<string, Report>,
  sockets: Record<string, SocketsReport>,
): Promise<void> {
  const live = socketsOf(flags, asking);
  const during = async () => {
    reports[name] = await run(flags, asking);
  };
  const isHttp = !isOfMessages(asking.document);
  if (live !== undefined) sockets[`${name} live`] = await conformSockets({ ...live, ...(isHttp ? { during } : {}) });
  // No caller could listen.
  if (isHttp && reports[name] === undefined) await during();
}

/** Each with what asks for its people, when its turn comes. */
async function asked(flags: Flags): Promise<readonly (readonly [string, () => Promise<Fixtures>])[]> {
  const { document, url, target, endpoints } = flags;
  if (url !== undefined && document === undefined) return known(flags, url);
  if (document !== undefined && url !== undefined) {
    return [[path.basename(path.dirname(document)), async () => named(flags, document, url)]];
  }
  if (!existsSync(endpoints))
    throw new UsageError(`${endpoints} is missing: start the installation with npm start, or name --url.`);
  const own = readEndpoints(endpoints);
  return (target ?? targets).map((each) => [
    each,
    () => (isOwned(own) ? fixturesOf(own, endpoints, each) : askingAt(endpoints, each)),
  ]);
}

const named = ({ callers, refused }: Flags, document: string, baseUrl: string): Fixtures => ({
  document,
  baseUrl,
  callers: callersIn(callers),
  ...(refused === undefined
    ? {}
    : { refused: JSON.parse(readFileSync(refused, 'utf8')) as Readonly<Record<string, string>> }),
});

/**
 * Of an address alone: what answers there, with the run's callers when it is the installation that the endpoints
 * describe.
 */
async function known(flags: Flags, url: string): Promise<readonly (readonly [string, () => Promise<Fixtures>])[]> {
  const found = await contractsAt(url);
  if (found.length === 0)
    throw new UsageError(
      `None of our contracts is served at ${url}. Name --document: ${targets.map((each) => `spec/${each}/openapi.yaml`).join(', ')}, or another one.`,
    );
  const { endpoints, callers } = flags;
  const own = callers === undefined && existsSync(endpoints) ? readEndpoints(endpoints) : undefined;
  return found.map(({ target, document, baseUrl }) => [
    target,
    async () =>
      own !== undefined && isOwned(own) && own[target].base_url === baseUrl
        ? fixturesOf(own, endpoints, target)
        : named(flags, document, baseUrl),
  ]);
}

const callersIn = (file: string | undefined): readonly Person[] =>
  file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Person[]);

function print(
  reports: Readonly<Record<string, Report>>,
  sockets: Readonly<Record<string, SocketsReport>>,
  queues: Readonly<Record<string, MessagesReport>>,
  format: Flags['format'],
): string {
  if (format === 'json') return `${JSON.stringify({ ...reports, ...sockets, ...queues }, null, 2)}\n`;
  if (format === 'junit') {
    const others = [
      ...Object.entries(sockets).map(([name, each]) => [name, asReport(each)]),
      ...Object.entries(queues).map(([name, each]) => [name, messagesAsReport(each)]),
    ];
    return printJunit({ ...reports, ...Object.fromEntries(others) });
  }
  const summary = [
    ...Object.entries(reports).map(([name, each]) => [name, printText(each)]),
    ...Object.entries(sockets).map(([name, each]) => [name, printSockets(each)]),
    ...Object.entries(queues).map(([name, each]) => [name, printMessages(each)]),
  ];
  return summary.map(([name, text]) => `${name}\n\n${text}\n`).join('\n');
}

if (import.meta.main) {
  const { output, code } = await main(process.argv.slice(2));
  (code === 2 ? process.stderr : process.stdout).write(output);
  process.exitCode = code;
}
