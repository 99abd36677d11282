// The report for a terminal: verdict, documents, then changes from the worst to the least.

import { type JudgedChange, order } from '../change.ts';
import type { Report } from '../review.ts';
import { affected, at, concerns, type Heading, party, spared, touched, verdict, versions } from './summary.ts';

const colours = { red: 31, green: 32, yellow: 33, grey: 90, bold: 1 } as const;
type Colour = keyof typeof colours;
const shownTypes = 12;
const shownEditorials = 20;
const shownEntries = 30;

export function printText(report: Report, { base, head }: Heading, colourful: boolean): string {
  const paint = (colour: Colour, text: string) => (colourful ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text);
  const colour: Colour = report.verdict === 'violated' ? 'red' : 'green';
  const lines = [
    paint(colour, paint('bold', `${report.verdict === 'violated' ? '✗' : '✓'} ${verdict(report)}`)),
    paint('grey', `  contracts of ${head} against ${base}`),
    '',
  ];
  for (const document of touched(report))
    lines.push(`  ${document.file.replace(/^spec\//, '').padEnd(26)} ${versions(document)}`);
  lines.push(...atAGlance(report, paint));
  for (const rating of order) {
    const changes = report.changes.filter((each) => each.rating === rating);
    if (changes.length === 0) continue;
    lines.push('', paint('bold', `${rating.toUpperCase()} (${changes.length})`));
    if (rating === 'editorial') lines.push(...editorials(changes, paint));
    else for (const change of changes) lines.push(...entry(change, report, paint));
  }
  return `${[...lines, ...types(report, paint), ...changelog(report, paint)].join('\n')}\n`;
}

type Paint = (colour: Colour, text: string) => string;

const shownConcerns = 12;
const widest = 48;

/** Who breaks and who does not, before anything is explained. */
function atAGlance(report: Report, paint: Paint): string[] {
  const rows = (rating: 'breaking' | 'additive', title: string, colour: Colour): string[] => {
    const all = concerns(report, rating);
    if (all.length === 0) return [];
    const width = Math.min(widest, Math.max(...all.map(({ party }) => party.length)));
    const lines = all.slice(0, shownConcerns).map(({ party, what, change }) => {
      const sign =
        change.allowed === undefined ? paint(colour, rating === 'breaking' ? '✗' : '+') : paint('yellow', '!');
      const gap = party.length > width ? `\n${' '.repeat(width + 4)}` : ' '.repeat(width - party.length);
      return `  ${sign} ${paint('bold', party)}${gap}  ${what}`;
    });
    const more = all.length - lines.length;
    return ['', paint('bold', title), ...lines, ...(more > 0 ? [paint('grey', `    ${more} more below`)] : [])];
  };
  return [...rows('breaking', 'WHOM IT BREAKS', 'red'), ...rows('additive', 'WHOM IT DOES NOT BREAK', 'green')];
}

function entry(change: JudgedChange, report: Report, paint: Paint): string[] {
  const fine = change.rating === 'breaking' ? spared(change, report) : undefined;
  const mark =
    change.violation !== undefined
      ? paint('red', '✗')
      : change.rating === 'breaking'
        ? paint('yellow', '!')
        : paint('green', '+');
  const row = (name: string, text: string) => `      ${paint('grey', name.padEnd(10))}${text}`;
  return [
    `  ${mark} ${change.subject}: ${paint('bold', change.what)}  ${paint('grey', `[${change.rule}, ${party[change.direction]}]`)}`,
    row('why', change.why),
    row(change.rating === 'breaking' ? 'breaks' : 'concerns', affected(change.affects)),
    ...(fine === undefined ? [] : [row('not', fine)]),
    ...(change.remedy === undefined ? [] : [row('instead', change.remedy)]),
    row('before', at(change.before)),
    row('after', at(change.after)),
    row(
      'step',
      change.allowed !== undefined
        ? `${change.step}, allowed: ${change.allowed}`
        : change.violation === undefined
          ? change.step
          : paint('red', `${change.step}: ${change.violation}`),
    ),
  ];
}

function editorials(changes: readonly JudgedChange[], paint: Paint): string[] {
  const lines = changes
    .slice(0, shownEditorials)
    .map((change) => `  · ${change.subject}: ${change.what}  ${paint('grey', `[${change.rule}] ${at(change.after)}`)}`);
  return changes.length > shownEditorials
    ? [...lines, paint('grey', `  · ${changes.length - shownEditorials} more; --format json lists them`)]
    : lines;
}

/** Ready to be pasted where the versions of the API are listed. */
function changelog({ changes }: Report, paint: Paint): string[] {
  const reported = changes.filter(({ rating }) => rating !== 'editorial');
  if (reported.length === 0) return [];
  const entries = reported
    .slice(0, shownEntries)
    .map(({ rating, changelog: entry }) => `  - ${rating === 'breaking' ? 'Breaking. ' : ''}${entry}`);
  const more = reported.length - entries.length;
  return [
    '',
    paint('bold', `CHANGELOG ENTRIES (${reported.length})`),
    ...entries,
    ...(more > 0 ? [paint('grey', `  ${more} more; --format markdown lists them`)] : []),
  ];
}

function types({ types: changes }: Report, paint: Paint): string[] {
  if (changes.length === 0) return [];
  const lines = ['', paint('bold', `GENERATED TYPES (${changes.length})`)];
  for (const { document, name, difference } of changes.slice(0, shownTypes))
    lines.push(
      `  ${paint('grey', `${document} ${name}`)}`,
      ...difference
        .split('\n')
        .map(
          (line) =>
            `    ${line.startsWith('+') ? paint('green', line) : line.startsWith('-') ? paint('red', line) : line}`,
        ),
    );
  if (changes.length > shownTypes)
    lines.push(paint('grey', `  ${changes.length - shownTypes} more; --format json lists them`));
  return lines;
}
