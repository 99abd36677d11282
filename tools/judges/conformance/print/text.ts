// A report for the terminal: what each operation was asked and answered, what could not be reached and why, and what is
// wrong, with the request to repeat.

import { noCallerNamed } from '../checks/credentials.ts';
import { successesAmong } from '../replies/success.ts';
import type { Coverage, CoveredReply, Finding, Report, Unreached } from '../report.ts';

export function printText({ findings, coverage, unreached, seed }: Report): string {
  const implemented = coverage.filter(({ planned }) => !planned);
  const good = implemented.filter(isReached);
  const replies = implemented.flatMap((each) => each.replies);
  const observed = replies.filter(({ times }) => times > 0);
  const ids = new Set(implemented.map(({ operation }) => operation));
  const open = unreached.filter(
    ({ what, operation, isExcused }) => /^\d{3}( |$)/.test(what) && !isExcused && ids.has(operation),
  );
  const requests = coverage.reduce((sum, each) => sum + each.requests, 0);
  return [
    ...coverage.map(lineOf),
    '',
    ...section('not reached', unreachedLines(unreached)),
    ...section('findings', grouped(findings)),
    `${requests} requests, seed ${seed}`,
    shareOf(good.length, implemented.length, 'implemented operations answered 2xx'),
    shareOf(observed.length, replies.length, 'declared replies observed') + restOf(replies, open.length),
    `${bothSides(implemented)} constraints, both sides`,
    ...unnamed(unreached),
    verdict(findings.length, implemented.length - good.length),
  ].join('\n');
}

/** What was not asked is no pass, and the last line says so. */
const verdict = (findings: number, unreached: number): string => {
  if (findings > 0) return findings === 1 ? '1 finding.' : `${findings} findings.`;
  return unreached === 0
    ? 'No finding.'
    : `No finding, but ${unreached} operations without their 2xx, for the reasons above.`;
};

/** Rounded down: all is said of all alone. */
const shareOf = (some: number, all: number, what: string): string =>
  `${some} of ${all} ${what}${all === 0 ? '' : ` (${Math.floor((100 * some) / all)} %)`}`;

/** Which were not, by name. Why not stands above. */
function restOf(replies: readonly CoveredReply[], open: number): string {
  const names = replies
    .filter(({ times }) => times === 0)
    .map(({ status, problem }) => (problem === null ? `${status}` : `${status} ${problem}`));
  if (names.length === 0) return '';
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name} (${all.length})`);
  return `, not: ${counts.sort().join(', ')}; ${open === 0 ? 'each' : `all but ${open}`} with a stated reason`;
}

/** What the run itself is the reason of. */
function unnamed(unreached: readonly Unreached[]): readonly string[] {
  const closed = unreached.filter(({ reason }) => reason === noCallerNamed).length;
  if (closed === 0) return [];
  return [
    `No caller is named (--callers FILE): ${closed === 1 ? 'an operation that asks' : `${closed} operations that ask`} for a credential ${closed === 1 ? 'was' : 'were'} asked for refusals alone.`,
  ];
}

const bothSides = (coverage: readonly Coverage[]): string => {
  const all = coverage.flatMap(({ constraints }) => constraints);
  return `${all.filter(({ times, kept }) => times > 0 && kept > 0).length} of ${all.length}`;
};

function isReached({ replies }: Coverage): boolean {
  const good = successesAmong(replies.map(({ status }) => status));
  return replies.some(({ status, times }) => good.includes(status) && times > 0);
}

function lineOf(coverage: Coverage): string {
  const { operation, planned, replies } = coverage;
  const cells = replies
    .filter(({ times }) => times > 0)
    .map(({ status, problem }) => (problem === null ? `${status}` : `${status} ${problem}`));
  const note = planned ? 'planned' : `${bothSides([coverage])} constraints`;
  return `${operation.padEnd(24)} ${note.padEnd(20)} ${cells.join(', ')}`;
}

/** Each reason once, with the operations that it is the reason for; of many, how many. */
function unreachedLines(unreached: readonly Unreached[]): readonly string[] {
  const byReason = Map.groupBy(unreached, ({ reason }) => reason);
  return [...byReason].flatMap(([reason, all]) => [
    `${reason.replace(/\.$/, '')}:`,
    ...[...Map.groupBy(all, ({ what }) => what)].map(([what, each]) => `    ${what}: ${operationsIn(each)}`),
  ]);
}

const operationsIn = (all: readonly Unreached[]): string =>
  all.length > few ? `${all.length} operations` : all.map(({ operation }) => operation).join(', ');

/** More names than that say less than their number. */
const few = 12;

/** Many questions meet the same mistake: it is reported with the first of them. */
function grouped(findings: readonly Finding[]): readonly string[] {
  const same = ({ operation, check, rule, expected }: Finding) => [operation, check, rule, expected].join('\n');
  return [...Map.groupBy(findings, same).values()].flatMap(([first, ...others]) => [
    ...(first === undefined ? [] : findingLines(first)),
    ...(others.length === 0 ? [] : [`    and ${others.length} more: ${someOf(others.map(({ asked }) => asked))}`]),
  ]);
}

function someOf(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length > few ? `${names.slice(0, few).join('; ')} ...` : names.join('; ');
}

export const findingLines = ({
  operation,
  check,
  asked,
  rule,
  expected,
  observed,
  request,
}: Finding): readonly string[] => [
  `${operation ?? 'no operation'}: ${asked}: ${rule} [${check}]`,
  `    expected ${expected}`,
  `    actual   ${observed}`,
  `    ${request}`,
];

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${heading}:`, ...lines.map((line) => `  ${line}`), ''];
