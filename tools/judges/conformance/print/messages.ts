// The report on messages as text, and in the form of the one on HTTP for JUnit.
import type { MessagesReport } from '../messages.ts';
import type { Report } from '../report.ts';
import { findingLines } from './text.ts';

export function printMessages({ findings, declared, published, fed, unreached }: MessagesReport): string {
  const counted = (title: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, times]) => `  ${title} ${name}: ${times}`);
  const section = findings.flatMap(({ repeat, ...each }) => findingLines({ ...each, request: repeat }));
  return [
    findings.length === 0 ? 'No finding.' : `${findings.length} findings:`,
    ...section.map((line) => `  ${line}`),
    '',
    `  compared with the document: ${declared} exchanges and queues`,
    ...counted('published', published),
    ...counted('fed to', fed),
    ...unreached.map((each) => `  not reached: ${each}`),
  ].join('\n');
}

/**
 * A suite for what the broker holds, for each message that was received and each consumer that was fed, and for
 * whatever a finding is about.
 */
export function messagesAsReport({ findings, declared, published, fed, unreached }: MessagesReport): Report {
  const times: Readonly<Record<string, number>> = { 'exchanges and queues': declared, ...published, ...fed };
  const operations = [
    ...new Set(['exchanges and queues', ...Object.keys(times), ...findings.map(({ operation }) => operation)]),
  ];
  return {
    findings: findings.map(({ repeat, ...each }) => ({ ...each, request: repeat })),
    coverage: operations.map((operation) => ({
      operation,
      planned: false,
      requests: times[operation] ?? 0,
      replies: [],
      constraints: [],
    })),
    unreached: unreached.map((reason) => ({ operation: 'messages', what: 'heard', reason, isExcused: false })),
    seed: 0,
  };
}
