// The changelog as a page and as an Atom feed, one entry for each release: what CHANGELOG.md says, and what the review
// found in the contracts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contracts } from '../../../contract/model/contracts.ts';
import { slug } from '../../../contract/model/words.ts';
import { escapeHtml } from '../highlight.ts';
import { markdown, plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import type { PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

/** Each release adds to the page: older ones are listed by title. Work in progress is one of them. */
const whole = 3;

interface Release {
  readonly title: string;
  readonly date: string | undefined;
  readonly text: string;
}

const releasesOf = (root: string): readonly Release[] =>
  readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const [, title = heading, date] = /^(.*?) \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [];
      return { title, date, text: lines.join('\n').trim() };
    })
    .filter(({ text }) => text !== '');

/** The numbers of the decisions that the releases with all of their text mention. */
export const decisionsOfChangelog = (root: string): readonly number[] =>
  releasesOf(root)
    .slice(0, whole)
    .flatMap(({ text }) => [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and )\d+)*)/g)])
    .flatMap(([, numbers = '']) => numbers.match(/\d+/g)?.map(Number) ?? []);

interface Reviewed {
  readonly version: string;
  /** `info.version` by file. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly changes: readonly string[];
}

/** Written by `npm run review -- --releases`, since the history that it reads is not in every copy. */
function reviewOf(
  { root, http, messages }: Contracts,
  { title }: Release,
): { readonly lead: string; readonly changes: readonly string[] } | undefined {
  const all = JSON.parse(readFileSync(path.join(root, 'spec/releases.json'), 'utf8')) as readonly Reviewed[];
  const found = all.find(({ version }) => title.startsWith(`${version}:`));
  if (found === undefined) return undefined;
  const titleOf = new Map<string, string>([
    ...http.map((document) => [`spec/${document.id}/openapi.yaml`, document.title] as const),
    ...messages.map((document) => [`spec/${document.id}/asyncapi.yaml`, document.title] as const),
  ]);
  const versions = Object.entries(found.contracts).map(([file, version]) => `${titleOf.get(file) ?? file} ${version}`);
  const lead = found.changes.length === 0 ? 'No change of a contract.' : versions.join(', ');
  return { lead, changes: found.changes };
}

function withReview(contracts: Contracts, release: Release): Release {
  const review = reviewOf(contracts, release);
  const text = forReaders(release.text);
  if (review === undefined) return { ...release, text };
  const lines = review.changes.map((line) => `- ${line}`).join('\n');
  return { ...release, text: `${text}\n\n### Contracts\n\n${review.lead}\n\n${lines}` };
}

/** Lines for those who change the project are left out, and those for operators come last. */
export function forReaders(text: string): string {
  const begin = text.search(/^### /m);
  const [intro, groups] = begin < 0 ? [text, ''] : [text.slice(0, begin), text.slice(begin)];
  const lines = groups.split('\n').filter((line) => !line.startsWith('- Development:'));
  const isOfOperators = (line: string): boolean => line.startsWith('- Operation:');
  const others = lines.filter((line) => !isOfOperators(line)).join('\n');
  const operators = lines.filter(isOfOperators).map((line) => line.replace('- Operation: ', '- '));
  const withoutEmpty = others.replaceAll(/^### .+\n+(?=### |$(?![\s\S]))/gm, '').trim();
  const last = operators.length === 0 ? '' : `### For operators\n\n${operators.join('\n')}`;
  return [intro.trim(), withoutEmpty, last].filter((part) => part !== '').join('\n\n');
}

const htmlOf = ({ text, title }: Release, { up, decision }: Pick<PageContext, 'up' | 'decision'>): string =>
  markdown(text.replaceAll(/^### (.+)$/gm, '**$1**\n'), {
    up,
    decision,
    link: (href) => (/^https?:/.test(href) ? href : undefined),
  }).replaceAll(' id="', ` id="${slug(title)}-`);

export function changelogPage(contracts: Contracts, context: PageContext): SitePage {
  const releases = releasesOf(contracts.root);
  const recent = releases.slice(0, whole);
  return {
    path: 'changelog.html',
    title: 'Changelog',
    short: 'Changelog',
    description: 'What changed for operators and for users of the contracts, newest release first.',
    layout: 'text',
    entries: [],
    search: releases.map(({ title }) => ({ anchor: slug(title), title, kind: 'release', text: '' })),
    content: [
      h('h1', {}, 'Changelog'),
      h('p', { class: 'lead' }, [
        'What changed for operators and for users of the contracts, newest release first. ',
        h('a', { href: 'changelog.atom' }, 'Atom feed'),
      ]),
      ...recent.map((release) =>
        h('section', { id: slug(release.title) }, [
          h('h2', {}, h('a', { class: 'self' }, release.title)),
          release.date === undefined
            ? null
            : h('p', { class: 'limits' }, h('time', { datetime: release.date }, release.date)),
          h('div', {
            class: 'md',
            dangerouslySetInnerHTML: { __html: htmlOf(withReview(contracts, release), context) },
          }),
        ]),
      ),
      ...olderReleases(releases.slice(recent.length)),
    ],
  };
}

function olderReleases(releases: readonly Release[]): readonly VNode[] {
  if (releases.length === 0) return [];
  return [
    h('h2', { id: 'older' }, h('a', { class: 'self' }, 'Older releases')),
    h('p', {}, ['What they changed is in ', h('code', {}, 'CHANGELOG.md'), ' of the project.']),
    h(
      'ul',
      { class: 'guides' },
      releases.map(({ title, date }) =>
        h('li', { id: slug(title) }, [title, h('span', {}, h('time', { datetime: date }, date))]),
      ),
    ),
  ];
}

/** A feed is for what is new. */
const newest = 10;

/** How it begins, and how many changes the review found in which contracts. */
function summaryOf(contracts: Contracts, release: Release): string {
  const review = reviewOf(contracts, release);
  const count = review?.changes.length ?? 0;
  const found = count === 0 ? '' : ` (${count} ${count === 1 ? 'change' : 'changes'} of contracts)`;
  const [begins = ''] = release.text.split(/\n\n|\n### /);
  return [plain(begins.startsWith('### ') ? '' : begins), review === undefined ? '' : review.lead + found]
    .filter((part) => part !== '')
    .join(' ');
}

/** Released versions alone: what is unreleased still changes. */
export function changelogFeed(contracts: Contracts): string {
  const released = releasesOf(contracts.root).flatMap(({ date, ...rest }) =>
    date === undefined ? [] : [{ ...rest, date }],
  );
  const entries = released.slice(0, newest).map(
    ({ title, date, text }) => `  <entry>
    <id>tag:covenant.example,${date}:${slug(title)}</id>
    <title>${escapeHtml(title)}</title>
    <updated>${date}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="changelog.html#${slug(title)}"/>
    <summary>${escapeHtml(summaryOf(contracts, { title, date, text }))}</summary>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>tag:covenant.example,2026:changelog</id>
  <title>Covenant changelog</title>
  <author><name>Covenant</name></author>
  <updated>${released[0]?.date ?? '2026-01-01'}T00:00:00Z</updated>
  <link rel="self" type="application/atom+xml" href="changelog.atom"/>
  <link rel="alternate" type="text/html" href="changelog.html"/>
${entries.join('\n')}
</feed>
`;
}
