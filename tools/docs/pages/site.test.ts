// The whole site, as it is made from the contracts of this project.
import path from 'node:path';
import test from 'ava';
import { readContracts } from './contracts.ts';
import { operationsOf } from './operations.ts';
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
