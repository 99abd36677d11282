// The whole site, as it is made from the contracts of this project.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { readmeText } from '../../clients/readmes.ts';
import { readContracts } from '../../contract/model/contracts.ts';
import { operationsOf } from '../../contract/model/operations.ts';
import type { Shape } from '../../contract/model/schema.ts';
import { labImageName } from '../../local/servers/lab-image/recipe.ts';
import { forReaders } from './sections/changelog-pages.ts';
import { partsOf } from './sections/http-pages.ts';
import { siteOf } from './site.ts';

const contracts = readContracts(path.join(import.meta.dirname, '../../..'));
const files = siteOf(contracts);
const pages = [...files].filter(([file]) => file.endsWith('.html'));
const idsOf = (html: string): readonly string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

test('two builds of the site have the same bytes', (t) => {
  t.deepEqual(siteOf(readContracts(contracts.root)), files);
});

test('every operation has an anchor on a page of its document', (t) => {
  const anchors = new Set(pages.flatMap(([file, html]) => idsOf(html).map((id) => `${file.split('/')[0]} ${id}`)));
  const operations = contracts.http.flatMap((document) =>
    operationsOf(document).map(({ id }) => `${document.id} ${id}`),
  );
  t.deepEqual(
    operations.filter((operation) => !anchors.has(operation)),
    [],
  );
});

test('every parameter and every field of a body and of a successful reply has an anchor, once for the same fields of one page', (t) => {
  const anchors = new Set(pages.flatMap(([file, html]) => idsOf(html).map((id) => `${file.split('/')[0]} ${id}`)));
  const expected = contracts.http.flatMap((document) =>
    partsOf(document)
      .flatMap(({ own }) => own)
      .flatMap(({ id, parameters, bodies, replies }) =>
        [
          ...parameters.map(({ name, place }) => `${place}.${name}`),
          ...bodies.flatMap(({ shape }, index) => pathsOf(shape).map((at) => `body${suffix(index)}.${at}`)),
          ...replies
            .filter(({ status }) => status < '400')
            .flatMap((reply) =>
              reply.bodies.flatMap(({ shape }, index) =>
                pathsOf(shape).map((at) => `${reply.status}${suffix(index)}.${at}`),
              ),
            ),
        ].map((at) => `${document.id} ${id}.${at}`),
      ),
  );
  t.true(expected.length > 700, String(expected.length));
  t.deepEqual(
    expected.filter((anchor) => !anchors.has(anchor)),
    [],
  );
});

const suffix = (index: number): string => (index === 0 ? '' : `-${index + 1}`);
const pathsOf = ({ fields, variants }: Pick<Shape, 'fields' | 'variants'>): readonly string[] =>
  [...fields, ...variants].flatMap((each) => [each.path, ...pathsOf(each)]);

test('every problem has a page at the path of its type, with its meaning and what to do', (t) => {
  const missing = contracts.problems.filter(({ slug }) => !files.get(`problems/${slug}.html`)?.includes('What to do'));
  t.deepEqual(missing, []);
});

test('the page of a problem says what each of its fields holds', (t) => {
  const unexplained = contracts.problems.flatMap(({ slug, fields, fieldMeanings }) =>
    Object.keys(fields)
      .filter((name) => !fieldMeanings[name])
      .map((name) => `${slug} ${name}`),
  );
  t.deepEqual(unexplained, []);
  const known = contracts.problems.flatMap(({ fields, fieldMeanings }) =>
    Object.keys(fieldMeanings).filter((name) => !(name in fields)),
  );
  t.deepEqual(known, []);
  t.regex(files.get('problems/confirmation-required.html') ?? '', /The number to send as <code>confirm<\/code>/);
});

test('the page of a problem that names `errors` says what they hold', (t) => {
  const anchorsOf = (slug: string) => idsOf(files.get(`problems/${slug}.html`) ?? '').filter((id) => /^field/.test(id));
  const errors = ['pointer', 'parameter', 'row', 'column', 'value', 'rule', 'message'].map(
    (name) => `field.errors.${name}`,
  );
  t.deepEqual(anchorsOf('bad-file'), ['field.error_count', 'field.errors', ...errors]);
  t.deepEqual(anchorsOf('business-rule'), ['field.errors', ...errors]);
  t.deepEqual(anchorsOf('not-found'), []);
});

test('each operation names the messages that it causes, and each message the operations', (t) => {
  const upload = files.get('analytics/ingest.html') ?? '';
  t.regex(upload, /<dt>Causes<\/dt><dd><a href="\.\.\/messages\/analytics\.html#ingestJobFinished">/);
  const events = files.get('messages/analytics.html') ?? '';
  t.regex(events, /<dt>Caused by<\/dt><dd><div><a href="\.\.\/analytics\/ingest\.html#uploadFile"/);
});

test('the home page and each operation of webhooks lead to their guide', (t) => {
  t.regex(files.get('index.html') ?? '', /href="guides\/webhooks\.html"/);
  const operations = (files.get('analytics/webhooks.html') ?? '').split('<section class="op" id="').slice(1);
  const linking = operations.filter((html) => html.includes('<dt>Guide</dt><dd><a href="../guides/webhooks.html">'));
  t.deepEqual([operations.length, linking.length], [11, 11]);
});

test('an operation and a message link the decisions behind them, folded', (t) => {
  const linked = (file: string, id: string): readonly (string | undefined)[] => {
    const [, section = ''] = (files.get(file) ?? '').split(`<section class="op" id="${id}"`);
    const [, list = ''] = /<summary>Why is it like this\?<\/summary><p class="limits">(.*?)<\/p>/.exec(section) ?? [];
    return [...list.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
  };
  t.deepEqual(linked('analytics/ingest.html', 'getJob').slice(0, 2), [
    '../decisions/uploads.html#decision-5',
    '../decisions/uploads.html#decision-6',
  ]);
  t.deepEqual(linked('messages/lab.html', 'labStatus').slice(0, 1), ['../decisions/labs.html#decision-11']);
});

test('a page of messages begins with those that other teams consume, and marks the others', (t) => {
  const page = files.get('messages/lab.html') ?? '';
  const sections = page.split('<section class="op" id="').slice(1);
  t.deepEqual(
    sections.map((section) => [section.split('"')[0], section.includes('<span class="internal">')]),
    [
      ['labStatus', false],
      ['labCreate', true],
      ['labDelete', true],
      ['studentNotification', true],
      ['teacherNotification', true],
      ['celeryTask', true],
    ],
  );
  t.false(files.get('messages/platform.html')?.includes('class="internal"'));
});

test('a message for other teams shows how to bind a queue, an internal one the queue of the services', (t) => {
  const sections = (files.get('messages/lab.html') ?? '').split('<section class="op" id="').slice(1);
  const factsOf = (id: string) => {
    const [, facts = ''] =
      /<dl class="facts">(.*?)<\/dl>/.exec(sections.find((each) => each.startsWith(id)) ?? '') ?? [];
    return [...facts.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name);
  };
  const shared = factsOf('labStatus');
  t.deepEqual(shared.slice(0, 5), ['Published by', 'Consumed by', 'Exchange', 'Routing key', 'Queue']);
  t.false(shared.includes('Prefetch'));
  t.true(factsOf('labCreate').includes('Prefetch'));
  const entries = files.get('messages/lab.html')?.match(/ \(internal\)<\/span>/g) ?? [];
  t.is(entries.length, 5);
});

test('operations of one name that cause a message are listed with their APIs', (t) => {
  const [, causes = ''] =
    /<dt>Caused by<\/dt><dd>(.*?)<\/dd>/.exec(
      (files.get('messages/lab.html') ?? '').split('id="labCreate"')[1] ?? '',
    ) ?? [];
  t.deepEqual(
    causes
      .replaceAll(/<\/div>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .trim()
      .split('\n'),
    ['Lab platform API: startLab, restartLab', 'Infrastructure API: deployLab, restartLab, restoreVolume'],
  );
});

test('the changelog has the newest three releases whole and lists those before them', (t) => {
  const text = readFileSync(path.join(contracts.root, 'CHANGELOG.md'), 'utf8');
  const written = [...text.matchAll(/^## (Unreleased(?=\n+### )|\d.*(?= \())/gm)].map(([, title]) => title);
  const page = files.get('changelog.html') ?? '';
  const titles = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, title]) => title);
  t.deepEqual(titles(/<h2><a class="self"[^>]*>((?!Older)[^<]*)</g), written.slice(0, 3));
  t.deepEqual(titles(/<li id="[^"]*">(\d[^<]*)</g), written.slice(3));
});

interface Reviewed {
  readonly contracts: Readonly<Record<string, string>>;
  readonly changes: readonly string[];
}

test('each release that the changelog shows has the versions of its contracts and the lines of their review', (t) => {
  const page = files.get('changelog.html') ?? '';
  const shown = page
    .split('<section id="')
    .filter((section) => /^\d/.test(section))
    .map((section) => {
      const [, part = ''] = section.split('<p><strong>Contracts</strong></p>');
      return [/<p>(.*?)<\/p>/.exec(part)?.[1], ...[...part.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line)];
    });
  const reviewed = JSON.parse(readFileSync(path.join(contracts.root, 'spec/releases.json'), 'utf8')) as Reviewed[];
  const expected = reviewed
    .slice(0, shown.length)
    .map(({ contracts: versions, changes }) => [
      changes.length === 0 ? 'No change of a contract.' : `Analytics API ${versions['spec/analytics/openapi.yaml']}`,
      ...changes.map((line) => line.replaceAll(/`(.*?)`/g, '<code>$1</code>')),
    ]);
  t.deepEqual(shown, expected);
});

test('the feed names itself and has the newest ten releases, newest first, each with its place on the changelog', (t) => {
  const feed = files.get('changelog.atom') ?? '';
  const text = readFileSync(path.join(contracts.root, 'CHANGELOG.md'), 'utf8');
  const released = [...text.matchAll(/^## (\d.*) \((.*)\)$/gm)].map(([, title = '', date = '']) => ({ title, date }));
  const [head = '', ...entries] = feed.split('  <entry>');
  t.regex(head, /<link rel="self" type="application\/atom\+xml" href="changelog\.atom"\/>/);
  t.true(head.includes(`<updated>${released[0]?.date}T00:00:00Z</updated>`));
  const inside = (entry: string, pattern: RegExp) => pattern.exec(entry)?.[1];
  t.deepEqual(
    entries.map((entry) => ({
      title: inside(entry, /<title>(.*?)<\/title>/),
      date: inside(entry, /<updated>(.*?)T00:00:00Z<\/updated>/),
    })),
    released.slice(0, 10),
  );
  t.deepEqual([...new Set(entries.map((entry) => inside(entry, /<id>(.*?)<\/id>/)))].length, entries.length);
  const reviewed = JSON.parse(readFileSync(path.join(contracts.root, 'spec/releases.json'), 'utf8')) as Reviewed[];
  const [{ contracts: versions, changes }] = reviewed as [Reviewed];
  const lead = `Analytics API ${versions['spec/analytics/openapi.yaml']} (${changes.length} changes of contracts)`;
  t.true(
    inside(entries[0] ?? '', /<summary>(.*?)<\/summary>/)?.endsWith(
      changes.length === 0 ? 'No change of a contract.' : lead,
    ),
  );
  const anchors = idsOf(files.get('changelog.html') ?? '');
  t.deepEqual(
    entries
      .map((entry) => inside(entry, /href="changelog\.html#(.*?)"/) ?? '')
      .filter((anchor) => !anchors.includes(anchor)),
    [],
  );
});

test('the guide of client packages has the README of each package, and search finds its points', (t) => {
  const page = files.get('guides/client-packages.html') ?? '';
  const points = ['python', 'shared'].flatMap((name) =>
    [...readmeText(name as 'python' | 'shared', '').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, point = '']) => point),
  );
  t.true(points.includes('Retries.') && points.includes('Webhooks.'), points.join(' '));
  t.deepEqual(
    points.filter((point) => !page.includes(`<strong>${point}</strong>`)),
    [],
  );
  const entries = files.get('assets/search-texts.js') ?? '';
  t.true(
    entries.includes('["shared-what-every-call-does","Results are narrowed by status","guide: TypeScript: every call"'),
  );
  for (const from of ['index.html', 'guides/first-request.html', 'guides/limits.html'])
    t.regex(files.get(from) ?? '', /href="(?:(?:\.\.\/)?guides\/)?client-packages\.html"/);
});

test('a reply in CSV or NDJSON shows its media type, and no line that says only that it is a text', (t) => {
  const replies = pages.flatMap(([, html]) => html.split('<div class="reply" id="').slice(1));
  const withBareType = replies.filter((html) =>
    /<p class="limits"><span>(string|file)<\/span><\/p>(?!<div class="md">)/.test(html.split('<h3')[0] ?? ''),
  );
  t.deepEqual(
    withBareType.map((html) => html.split('"')[0]),
    [],
  );
  const indices = replies.find((html) => html.startsWith('listIndices.200"')) ?? '';
  t.regex(indices, /<span class="media">application\/json, text\/csv, application\/x-ndjson<\/span>/);
});

test('the tabs of replies have names in words, and the status is in their title', (t) => {
  const [, card = ''] = (files.get('analytics/indices.html') ?? '').split('<span class="card-title">Reply 200</span>');
  t.deepEqual(
    [...card.matchAll(/name="listIndices.replies"[^>]*>([^<]*)/g)].map(([, label]) => label),
    ['Two months', 'By brand', 'Nothing', 'Running', 'Three fields, CSV', 'Three fields, NDJSON'],
  );
});

test('each lab of the pages that show how to upload one has the image of npm start', (t) => {
  const imagesOf = (file: string): readonly string[] =>
    [...(files.get(file) ?? '').matchAll(/\{registry_url\}[^<>']+:v[\d.]+/g)].map(([image]) => image);
  const image = labImageName.replace('localhost', '{registry_url}');
  t.is(imagesOf('lab-configuration.html')[0], image);
  for (const file of ['platform/labs.html', 'guides/writing-a-lab.html'])
    t.deepEqual([...new Set(imagesOf(file))], [image], file);
});

test('a page with its styles and scripts has less than 100 KiB gzipped, and what search loads less than 150', (t) => {
  const sizeOf = (file: string): number => gzipSync(files.get(file) ?? '').length;
  const search = ['search-library.js', 'search-texts.js'].map((file) => `assets/${file}`);
  const assets = [...files.keys()].filter((file) => /^assets\/.*\.(css|js)$/.test(file) && !search.includes(file));
  const sum = (names: readonly string[]): number => names.reduce((bytes, file) => bytes + sizeOf(file), 0);
  const heavy = pages
    .map(([file]) => [file, sizeOf(file) + sum(assets)] as const)
    .filter(([, size]) => size > 100 * 1024);
  t.deepEqual(heavy, []);
  t.true(sum(search) < 150 * 1024, `${sum(search)} bytes`);
});

test('the changelog of the pages has no line for those who change the project, and those for operators last', (t) => {
  const text = [
    '### Added\n\n- Analytics: a field.\n- Operation: a variable.',
    '### Changed\n\n- Development: a test.',
    '### Fixed\n\n- Labs: a start.',
  ].join('\n\n');
  t.is(
    forReaders(`First words.\n\n${text}`).replaceAll(/\n+/g, '\n'),
    'First words.\n### Added\n- Analytics: a field.\n### Fixed\n- Labs: a start.\n### For operators\n- a variable.',
  );
  t.is(forReaders('### Changed\n\n- Development: a test.\n- Labs: a stop.'), '### Changed\n\n- Labs: a stop.');
  const html = files.get('changelog.html') ?? '';
  t.false(html.includes('Development:'));
  t.deepEqual(html.match(/\(decisions? \d+\b/g), null, 'a decision that the page names has a link');
});

test('a decision of the pages asks its question in words that need no other document', (t) => {
  const insiders = pages.filter(([file, html]) => /^decisions\//.test(file) && /not shown|not stated/i.test(html));
  t.deepEqual(
    insiders.map(([file]) => file),
    [],
  );
});

test('each state of the drawings has its meaning in the table', (t) => {
  const rows = [
    ...(files.get('states.html') ?? '').matchAll(/<th scope="row"><code>(\w+)<\/code><\/th><td>(.*?)<\/td>/g),
  ];
  t.true(rows.length > 25, `${rows.length} states`);
  t.deepEqual(
    rows.filter(([, , meaning]) => !/<p>.{10}/.test(meaning ?? '')).map(([, state]) => state),
    [],
  );
});

test('no page has an id twice', (t) => {
  const repeated = pages.flatMap(([file, html]) => {
    const ids = idsOf(html);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${file}#${id}`);
  });
  t.deepEqual(repeated, []);
});

test('every link leads to a page and an anchor of the site', (t) => {
  const ids = new Map(pages.map(([file, html]) => [file, new Set(idsOf(html))]));
  const broken = pages.flatMap(([file, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]*)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .filter((href) => !leads(file, href, ids))
      .map((href) => `${file}: ${href}`),
  );
  t.deepEqual([...new Set(broken)], []);
});

function leads(file: string, href: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [target = '', anchor = ''] = href.split('#');
  if (/^https?:/.test(target)) return true;
  const to = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
  return files.has(to) && (anchor === '' || (ids.get(to)?.has(decodeURIComponent(anchor)) ?? false));
}
