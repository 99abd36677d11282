// The report on messages as text.
import type { MessagesReport } from '../messages.ts';

export function printMessages({ findings, published, fed, unreached }: MessagesReport): string {
  const counted = (title: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, times]) => `  ${title} ${name}: ${times}`);
  const told = findings.map(
    ({ operation, asked, rule, expected, seen, repeat }) =>
      `  ${operation}: ${asked}\n      ${rule}\n      expected ${expected}\n      seen     ${seen.slice(0, 300)}\n      ${repeat}`,
  );
  return [
    findings.length === 0 ? 'No finding.' : `${findings.length} findings:`,
    ...told,
    '',
    ...counted('published', published),
    ...counted('fed to', fed),
    ...unreached.map((each) => `  not reached: ${each}`),
  ].join('\n');
}
