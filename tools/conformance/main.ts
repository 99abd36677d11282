// npm run conformance: asks a deployment everything that its document promises. Exit code 0 no finding, 1 findings, 2 usage. For programs: conform.ts.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { conform } from './conform.ts';
import { NoContract } from './document.ts';
import { type Asking, askingAt, NoToken, targets } from './endpoints.ts';
import { type Flags, read, UsageError, usage } from './flags.ts';
import { NoBroker } from './messages/tap.ts';
import { conformMessages } from './messages.ts';
import { printJunit } from './print/junit.ts';
import { printMessages } from './print/messages.ts';
import { asReport, printSockets } from './print/sockets.ts';
import { printText } from './print/text.ts';
import { NobodyThere, someoneAt } from './probe.ts';
import type { Report } from './report.ts';
import { conformSockets, type SocketsOptions, type SocketsReport } from './sockets.ts';
import { type Person, readValues, type Values } from './values.ts';

export async function main(args: readonly string[]): Promise<{ output: string; code: 0 | 1 | 2 }> {
  try {
    const flags = read(args);
    if (flags === 'help') return { output: `${usage}\n`, code: 0 };
    if (flags.broker !== undefined) return await messagesOf(flags.broker, flags);
    const reports: Record<string, Report> = {};
    const sockets: Record<string, SocketsReport> = {};
    for (const [name, asking] of await asked(flags)) {
      await someoneAt(asking.baseUrl);
      const live = socketsOf(flags, asking);
      if (!isOfMessages(asking.document)) reports[name] = await run(flags, asking);
      if (live !== undefined) sockets[`${name} live`] = await conformSockets(live);
    }
    const isKept = [...Object.values(reports), ...Object.values(sockets)].every(
      ({ findings }) => findings.length === 0,
    );
    return { output: print(reports, sockets, flags.format), code: isKept ? 0 : 1 };
  } catch (error) {
    const isOurs = [UsageError, NoToken, NoBroker, NobodyThere, NoContract].some((each) => error instanceof each);
    const isAway = error instanceof TypeError && error.message === 'fetch failed';
    if (!(error instanceof Error) || (!isOurs && !isAway)) throw error;
    return {
      output: `${isAway ? 'Nobody answers at the address that should give a token.' : error.message}\n`,
      code: 2,
    };
  }
}

async function messagesOf(brokerUrl: string, { document = '', seconds = 30, feed, format }: Flags) {
  const report = await conformMessages({
    document,
    brokerUrl,
    during: () => setTimeout(seconds * 1_000),
    consumers: feed.map((operation) => ({ operation })),
  });
  const output = format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : `${printMessages(report)}\n`;
  return { output, code: report.findings.length === 0 ? 0 : 1 } as const;
}

const run = ({ values, seed, depth, isTrustedProxy, isStrict, patienceMs }: Flags, asking: Asking): Promise<Report> =>
  conform({
    ...asking,
    values: valuesFor(asking.document, values),
    isTrustedProxy,
    isStrict,
    ...(patienceMs === undefined ? {} : { patienceMs }),
    ...(seed === undefined ? {} : { seed }),
    ...(depth === undefined ? {} : { depth }),
  });

/** Of an address with a values file that says what the WebSockets beside its document end with. */
function socketsOf({ values, people }: Flags, asking: Asking): SocketsOptions | undefined {
  const { sockets } = valuesFor(asking.document, values);
  const document = isOfMessages(asking.document)
    ? asking.document
    : path.join(path.dirname(asking.document), 'asyncapi.yaml');
  if (sockets === undefined || !existsSync(document)) return undefined;
  return { ...asking, document, values: sockets, ...(people === undefined ? {} : { people: peopleIn(people) }) };
}

const isOfMessages = (document: string): boolean => /asyncapi/i.test(path.basename(document));

/** Those that stand beside the document, when nobody names others. */
function valuesFor(document: string, named: string | undefined): Values {
  const beside = path.join(path.dirname(document), 'conformance.yaml');
  if (named !== undefined) return readValues(named);
  return existsSync(beside) ? readValues(beside) : {};
}

async function asked(flags: Flags): Promise<readonly (readonly [string, Asking])[]> {
  const { document, url, people, target, endpoints } = flags;
  if (document !== undefined && url !== undefined)
    return [[path.basename(path.dirname(document)), { document, baseUrl: url, people: peopleIn(people) }]];
  if (!existsSync(endpoints))
    throw new UsageError(
      `${endpoints} is missing: start the installation with npm start, or name --document and --url.`,
    );
  const asking: (readonly [string, Asking])[] = [];
  for (const each of target ?? targets) asking.push([each, await askingAt(endpoints, each)]);
  return asking;
}

const peopleIn = (file: string | undefined): readonly Person[] =>
  file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Person[]);

function print(
  reports: Readonly<Record<string, Report>>,
  sockets: Readonly<Record<string, SocketsReport>>,
  format: Flags['format'],
): string {
  if (format === 'json') return `${JSON.stringify({ ...reports, ...sockets }, null, 2)}\n`;
  if (format === 'junit') {
    const others = Object.entries(sockets).map(([name, each]) => [name, asReport(each)]);
    return printJunit({ ...reports, ...Object.fromEntries(others) });
  }
  const told = [
    ...Object.entries(reports).map(([name, each]) => [name, printText(each)]),
    ...Object.entries(sockets).map(([name, each]) => [name, printSockets(each)]),
  ];
  return told.map(([name, text]) => `${name}\n\n${text}\n`).join('\n');
}

if (import.meta.main) {
  const { output, code } = await main(process.argv.slice(2));
  (code === 2 ? process.stderr : process.stdout).write(output);
  process.exitCode = code;
}
