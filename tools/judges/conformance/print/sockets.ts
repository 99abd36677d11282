// The report on WebSockets as text, and in the form of the one on HTTP for JUnit.
import type { Report } from '../report.ts';
import type { SocketsReport } from '../sockets.ts';
import { findingLines } from './text.ts';

export const printSockets = ({ findings, received, lines, unreached }: SocketsReport): string =>
  [
    ...Object.entries(received).map(([name, times]) => `${name.padEnd(24)} received ${times} times`),
    ...unreached.map((each) => `not reached: ${each}`),
    ...findings.flatMap(findingLines),
    `${lines} WebSockets were opened or refused.`,
    findings.length === 0 ? 'No finding.' : `${findings.length} findings.`,
  ].join('\n');

export const asReport = ({ findings, lines }: SocketsReport): Report => {
  const operations = [...new Set(findings.map(({ operation }) => operation ?? 'handshake'))];
  const coverage = (operations.length === 0 ? ['handshake'] : operations).map((operation) => ({
    operation,
    planned: false,
    requests: lines,
    replies: [],
    constraints: [],
  }));
  return { findings, coverage, unreached: [], seed: 0 };
};
