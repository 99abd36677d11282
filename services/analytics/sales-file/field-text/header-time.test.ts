// Header lines that are made to cost time: other requests of the process wait for each of them.
import test from 'ava';
import { SalesFile } from '../file.ts';
import { months } from '../read.fixture.ts';
import { report } from '../report.ts';

const most = 1024 * 1024 - 1;
const filled = (text: string) => text.repeat(Math.floor(most / text.length));

const headers: Readonly<Record<string, string>> = {
  'one quote after the other': filled('"'),
  'an even number of quotes': filled('""'),
  'blanks and quotes': filled(' "'),
  'blanks before a heading': `${' '.repeat(most - 1)}a`,
  'all delimiters': filled(',;\t|'),
  'a thousand long headings': Array.from({ length: 999 }, (_, i) => `c${i}${'x'.repeat(1_000)}`).join(','),
  'a thousand headings that are nearly known': Array.from({ length: 999 }, (_, i) => `units_so${i % 10}d`).join(','),
  'long headings of digits': Array.from({ length: 999 }, () => '2026-01-'.repeat(120)).join(','),
};

/**
 * CPU of this thread for the part of a file that costs most, in ms; of three runs the least, since the first ones
 * compile.
 */
function longestPart(line: string): number {
  const runs = Array.from({ length: 3 }, () => {
    const file = new SalesFile({
      ...{ form: null, expected: months, region: 'home', aliases: new Map(), emit: true },
      report: report(),
    });
    const bytes = Buffer.from(`${line}\n1\n`);
    const parts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) => i * 65_536);
    return Math.max(
      ...parts.map((at) => costOf(() => file.push(bytes.subarray(at, at + 65_536)))),
      costOf(() => file.end()),
    );
  });
  return Math.min(...runs);
}

function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

for (const [what, line] of Object.entries(headers))
  test(`a header line of ${what} holds the event loop for at most 100 ms of CPU`, (t) => {
    const cost = longestPart(line);
    t.log(`${cost.toFixed(1)} ms`);
    t.true(cost <= 100, `${cost} ms`);
  });
