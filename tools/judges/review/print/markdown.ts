// The report as a comment of a pull request: what breaks is open, the rest folds away.

import type { JudgedChange } from '../change.ts';
import type { Report } from '../review.ts';
import { affected, at, concerns, type Heading, party, spared, touched, verdict, versions } from './summary.ts';

/** Hosts refuse longer comments (65,536 characters); the whole is in the JSON form. */
const limit = 60_000;

export function printMarkdown(report: Report, { base, head }: Heading): string {
  const of = (rating: JudgedChange['rating']) => report.changes.filter((each) => each.rating === rating);
  const sections = [
    `## ${report.verdict === 'violated' ? '❌' : '✅'} Contract review: ${verdict(report)}`,
    `Contracts of ${head} against ${base}.`,
    atAGlance(report),
    documents(report),
    ...of('breaking').map((change) => open(change, report)),
    folded(
      `${of('additive').length} additive`,
      of('additive'),
      (change) =>
        `- **${cell(change.subject)}**: ${cell(change.what)}. ${cell(change.why)} (${party[change.direction]}; \`${at(change.after)}\`)`,
    ),
    folded(
      `${of('editorial').length} editorial`,
      of('editorial'),
      (change) => `- ${cell(change.subject)}: ${cell(change.what)} (\`${at(change.after)}\`)`,
    ),
    typesOf(report),
    changelog(report),
  ].filter((each) => each !== '');
  const whole = `${sections.join('\n\n')}\n`;
  return whole.length <= limit
    ? whole
    : `${whole.slice(0, whole.lastIndexOf('\n', limit))}\n\n</details>\n\n…shortened; \`--format json\` has everything.\n`;
}

function documents(report: Report): string {
  const rows = touched(report).map(
    (each) =>
      `| ${each.file} | ${each.counts.breaking} | ${each.counts.additive} | ${each.counts.editorial} | ${versions(each)} |`,
  );
  return rows.length === 0
    ? ''
    : ['| contract | breaking | additive | editorial | version |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Who breaks and who does not, in one table, before anything is explained. */
function atAGlance(report: Report): string {
  const rows = (rating: 'breaking' | 'additive', word: string) =>
    concerns(report, rating).map(
      ({ party, what, change }) =>
        `| ${change.allowed === undefined ? word : '⚠️ breaks, allowed'} | ${inTable(party)} | ${inTable(what)} |`,
    );
  const all = [...rows('breaking', '❌ **breaks**'), ...rows('additive', '✅ does not break')];
  if (all.length === 0) return '';
  const more = all.length > shownConcerns ? [`| … | | ${all.length - shownConcerns} more below |`] : [];
  return ['| | who | what changes |', '|---|---|---|', ...all.slice(0, shownConcerns), ...more].join('\n');
}

const shownConcerns = 30;
const inTable = (text: string): string => cell(text).replaceAll('|', '\\|');

function open(change: JudgedChange, report: Report): string {
  const fine = spared(change, report);
  return [
    `### ${change.violation === undefined ? '⚠️' : '❌'} ${change.subject}: ${change.what}`,
    `${change.why}`,
    `- rule \`${change.rule}\`, direction: ${party[change.direction]}`,
    `- breaks ${affected(change.affects)}${fine === undefined ? '' : `; not ${fine}`}`,
    ...(change.remedy === undefined ? [] : [`- instead: ${change.remedy}`]),
    `- before \`${at(change.before)}\`, after \`${at(change.after)}\``,
    `- ${change.allowed === undefined ? `**not allowed**: ${change.violation}` : `allowed: ${change.allowed}`}`,
  ].join('\n');
}

function folded(title: string, changes: readonly JudgedChange[], line: (change: JudgedChange) => string): string {
  return changes.length === 0
    ? ''
    : `<details><summary>${title}</summary>\n\n${changes.map(line).join('\n')}\n\n</details>`;
}

function typesOf({ types }: Report): string {
  if (types.length === 0) return '';
  const blocks = types.map(
    ({ document, name, difference }) => `${document} \`${name}\`\n\n\`\`\`diff\n${difference}\n\`\`\``,
  );
  return `<details><summary>generated types (${types.length})</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/** Ready to be pasted where the versions of the API are listed. */
function changelog({ changes }: Report): string {
  const reported = changes.filter(({ rating }) => rating !== 'editorial');
  if (reported.length === 0) return '';
  return `<details><summary>changelog entries</summary>\n\n${reported.map((change) => `- ${change.rating === 'breaking' ? '**Breaking.** ' : ''}${cell(change.changelog)}`).join('\n')}\n\n</details>`;
}

const cell = (text: string): string => text.replaceAll('\n', ' ').replaceAll('<', '&lt;');
