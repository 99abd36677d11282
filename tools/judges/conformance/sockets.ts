// Asks the WebSockets of a contract what it promises: handshakes, origins, messages in both directions, codes of the
// end.

import { asking as about, type CheckName } from './checks.ts';
import { schemasOf } from './contract/schemas.ts';
import { jsonOf } from './replies/judge.ts';
import type { Finding } from './report.ts';
import type { Person, SocketValues } from './requests/values.ts';
import { fewAtOnce } from './session.ts';
import { casesOf, type SocketCase } from './socket/cases.ts';
import { readSockets, type SocketChannel } from './socket/document.ts';
import { openLine, type Refused, type SocketConnection } from './socket/line.ts';
import { followedBy, type Spoken } from './socket/received.ts';

export type SocketsOptions = {
  /** AsyncAPI 3.0 with a WebSocket binding. */
  readonly document: string;
  /** Where it is served; the address of the channel is added. */
  readonly baseUrl: string;
  /** Whose pages may open it, when it is another one than that of the base. */
  readonly origin?: string;
  readonly callers: readonly Person[];
  /** By channel: what the document says in words alone. */
  readonly values: Readonly<Record<string, SocketValues>>;
  /** Tokens that must be refused, by what is wrong with them. */
  readonly refused?: Readonly<Record<string, string>>;
  /** While it runs, the first person listens, and all that is received is judged. */
  readonly during?: () => Promise<void>;
  /** How long an answer may take. */
  readonly answerMs?: number;
  /** Only what these checks ask. */
  readonly only?: readonly CheckName[];
};

export type SocketsReport = {
  readonly findings: readonly Finding[];
  /** How often each message was received. */
  readonly received: Readonly<Record<string, number>>;
  /** Lines that were opened. */
  readonly lines: number;
  readonly unreached: readonly string[];
};

const atOnce = 6;
const usualAnswerMs = 10_000;

export async function conformSockets(options: SocketsOptions): Promise<SocketsReport> {
  const contract = readSockets(options.document);
  const findings: Finding[] = [];
  const received = new Map<string, number>();
  const unreached: string[] = [];
  let lines = 0;
  for (const channel of contract.channels) {
    const values = options.values[channel.name];
    const [person] = options.callers;
    if (values === undefined || person === undefined) {
      unreached.push(`${channel.name}: ${person ? 'its close codes are unknown' : 'no caller may open it'}`);
      continue;
    }
    const origin = options.origin ?? new URL(options.baseUrl).origin;
    const { refused = {}, answerMs = usualAnswerMs } = options;
    const base = new URL(options.baseUrl).origin.replace(/^http/, 'ws');
    const follows = schemasOf({ raw: contract.raw } as never);
    const spoken: Spoken = { channel, follows, received };
    const asking = { contract, channel, values, token: person.token, origin, refused };
    const cases = casesOf(asking).filter(({ check }) => options.only?.includes(check) ?? true);
    lines += cases.length;
    const good = { origin, authorization: `Bearer ${person.token}` };
    const listening = listen(base, person, spoken, good, options.during);
    await fewAtOnce(cases, atOnce, async (each) => {
      findings.push(...(await asked(base, person, spoken, { ...values, answerMs }, each)));
    });
    findings.push(...(await listening));
    unreached.push(
      ...channel.sends.messages
        .filter(({ name }) => !received.has(name))
        .map(({ name }) => `${name}: not received meanwhile`),
    );
  }
  return { findings: unique(findings), received: Object.fromEntries(received), lines, unreached };
}

/** Listens from the first message to the end of `during`. */
async function listen(
  base: string,
  person: Person,
  spoken: Spoken,
  headers: Readonly<Record<string, string>>,
  during: SocketsOptions['during'],
): Promise<readonly Finding[]> {
  if (during === undefined) return [];
  const { channel } = spoken;
  const [first] = channel.takes.messages[0]?.examples ?? [];
  using line = await openLine(base + channel.address, headers);
  if (line.refused === undefined) line.send(JSON.stringify(first));
  await during();
  const check: SocketCase = { ...about(['socket-heard', 'while something happens']), headers, outcome: 'message' };
  const wrongs = line.refused === undefined ? await followedBy(spoken, line.messages) : [];
  return wrongs.map((wrong) => finding(base, person, channel, check, ...wrong));
}

async function asked(
  base: string,
  person: Person,
  spoken: Spoken,
  { silentMs = 0, answerMs }: SocketValues & { readonly answerMs: number },
  each: SocketCase,
): Promise<readonly Finding[]> {
  const { channel } = spoken;
  using line = await openLine(base + (each.address ?? channel.address), each.headers);
  const report = (...wrong: [string, string, string]) => finding(base, person, channel, each, ...wrong);
  if (line.refused !== undefined) return refusedRightly(each, line.refused).map((wrong) => report(...wrong));
  if (each.send !== undefined) line.send(each.send);
  const timeoutMs = each.send === undefined ? silentMs + answerMs : answerMs;
  const end = await line.next(timeoutMs);
  const { outcome } = each;
  if (outcome === 'message') {
    if (end === 'nothing' || 'code' in end)
      return [report('answer', 'one of its messages', end === 'nothing' ? 'nothing' : `the end with ${end.code}`)];
  } else {
    const closed = end !== 'nothing' && 'code' in end ? end.code : undefined;
    const expected = outcome.code === undefined ? `status ${outcome.status}` : `the end with ${outcome.code}`;
    if (outcome.code === undefined || closed !== outcome.code)
      return [
        report(
          outcome.code === undefined ? 'handshake' : 'close',
          expected,
          closed === undefined ? shown(end) : `the end with ${closed}`,
        ),
      ];
  }
  return (await followedBy(spoken, line.messages)).map((wrong) => report(...wrong));
}

type End = Awaited<ReturnType<SocketConnection['next']>>;

const shown = (end: End): string =>
  end === 'nothing'
    ? 'an open line'
    : 'text' in end
      ? `the message ${end.text.slice(0, 120)}`
      : `the end with ${end.code}`;

/** A handshake is refused as everything else over HTTP: with a problem document. */
function refusedRightly({ outcome }: SocketCase, refused: Refused | Error): readonly [string, string, string][] {
  if (refused instanceof Error) return [['handshake', 'an answer', refused.message]];
  const { status, headers, body } = refused;
  if (outcome === 'message') return [['handshake', 'status 101', `status ${status} ${body.slice(0, 160)}`]];
  if (status !== outcome.status) return [['handshake', `status ${outcome.status}`, `status ${status}`]];
  const problem = (jsonOf({ body: Buffer.from(body) }) ?? {}) as Readonly<Record<string, unknown>>;
  const expected = { status, instance: `urn:request:${headers['x-request-id']}` };
  return [
    ...(headers['content-type'] === 'application/problem+json'
      ? []
      : ([['media type', 'application/problem+json', headers['content-type'] ?? 'none']] as [
          string,
          string,
          string,
        ][])),
    ...Object.entries(expected).flatMap(([name, value]): [string, string, string][] =>
      problem[name] === value ? [] : [[`problem ${name}`, String(value), String(problem[name])]],
    ),
  ];
}

function finding(
  base: string,
  { name, token }: Person,
  { takes, sends, address }: SocketChannel,
  each: SocketCase,
  rule: string,
  expected: string,
  observed: string,
): Finding {
  const own = variable(name, 'token');
  const headers = Object.entries({ ...handshake, ...each.headers }).map(([header, value]) =>
    header === 'authorization'
      ? `-H "authorization: Bearer $${value === `Bearer ${token}` ? own : variable(each.asked)}"`
      : `-H '${header}: ${value}'`,
  );
  const send = each.send === undefined ? '' : ` # then say ${each.send.toString().trim().slice(0, 300)}`;
  return {
    operation: rule === 'answer' || rule.startsWith('message') ? sends.operation : takes.operation,
    check: rule.startsWith('message') ? 'socket-heard' : each.check,
    asked: each.asked,
    rule,
    expected,
    observed: observed.replaceAll(token, `$${own}`),
    request: `curl -i -N --http1.1 '${base.replace(/^ws/, 'http')}${each.address ?? address}' ${headers.join(' ')}${send}`,
  };
}

const variable = (...parts: readonly string[]): string => parts.join('_').toUpperCase().replaceAll(/\W/g, '_');

/** What curl needs to ask for a WebSocket. */
const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'Y292ZW5hbnQtY292ZW5hbnQ=',
};

function unique(findings: readonly Finding[]): readonly Finding[] {
  const byText = new Map(
    findings.map((each) => [[each.operation, each.asked, each.rule, each.observed].join('\n'), each]),
  );
  return [...byText.values()];
}
