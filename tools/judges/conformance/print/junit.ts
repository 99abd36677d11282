// A report as JUnit XML: a suite for each operation, a case for each declared reply and for each finding; what was not
// reached is skipped, with its reason.
import type { Coverage, Finding, Report } from '../report.ts';

export const printJunit = (reports: Readonly<Record<string, Report>>): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...Object.entries(reports).flatMap(([target, report]) => [
      ...report.coverage.map((each) => suite(target, each, report)),
      ...outside(target, report),
    ]),
    '</testsuites>',
    '',
  ].join('\n');

function suite(target: string, { operation, replies }: Coverage, { findings, unreached }: Report): string {
  const wrong = findings.filter((each) => each.operation === operation);
  const reason = (what: string) => unreached.find((each) => each.operation === operation && each.what === what)?.reason;
  const cases = replies.map(({ status, problem, times }) => {
    const what = [status, problem].filter((part) => part !== null).join(' ');
    const why = times > 0 ? undefined : (reason(what) ?? 'planned');
    return testcase(operation, what, why === undefined ? '' : `<skipped message="${escaped(why)}"/>`);
  });
  return suiteOf(`${target} ${operation}`, [...cases, ...wrong.map(failure)], wrong.length);
}

function outside(target: string, { findings }: Report): readonly string[] {
  const wrong = findings.filter(({ operation }) => operation === null);
  return wrong.length === 0 ? [] : [suiteOf(`${target} addresses`, wrong.map(failure), wrong.length)];
}

const suiteOf = (name: string, cases: readonly string[], failures: number): string =>
  `<testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}">${cases.join('')}</testsuite>`;

function failure({ operation, check, asked, rule, expected, observed, request }: Finding): string {
  const text = `expected ${expected}\nobserved ${observed}\n${request}`;
  return testcase(
    operation ?? 'addresses',
    asked,
    `<failure type="${check}" message="${escaped(rule)}">${escaped(text)}</failure>`,
  );
}

const testcase = (operation: string, name: string, inner: string): string =>
  `<testcase classname="${escaped(operation)}" name="${escaped(name)}">${inner}</testcase>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no place for most control characters, escaped or not. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)
    .replaceAll(/\p{Cc}/gu, (char) => ('\t\n\r'.includes(char) ? char : '?'));
