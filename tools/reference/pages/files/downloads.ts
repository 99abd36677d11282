// The documents themselves, for programs, and the page that lists them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Contracts, HttpDocument, MessageDocument } from '../../../contract/model/contracts.ts';
import { bytes } from '../../../contract/model/words.ts';
import { messageSchemas } from '../../../generator/messages/message-schemas.ts';
import { withNamedSchemas } from '../../../generator/named-schemas.ts';
import { withPortablePatterns } from '../../../generator/portable-patterns.ts';
import { withSemanticVersion } from '../../../generator/semantic-version.ts';
import type { SitePage } from '../page.ts';
import { h } from '../views/element.ts';
import { postmanCollection } from './postman.ts';

interface Download {
  readonly path: string;
  readonly title: string;
  readonly content: string;
}

export function downloads({ root, http, messages, labConfiguration }: Contracts): readonly Download[] {
  return [
    ...http.flatMap((document) => httpFiles(document)),
    ...messages.flatMap((document) => messageFiles(document)),
    {
      path: 'downloads/lab/lab-config.schema.json',
      title: 'Lab configuration: JSON Schema 2020-12',
      content: `${JSON.stringify(withPortablePatterns(labConfiguration), null, 1)}\n`,
    },
    { path: 'downloads/problems.yaml', title: 'Problems: the registry', content: registryOf(root) },
  ];
}

/**
 * Without aliases: not all readers of OpenAPI know them. One space, since two make each file a KB and a half larger.
 */
const asYaml = { aliasDuplicateObjects: false, lineWidth: 0, indent: 1 };

const httpFiles = (document: HttpDocument): readonly Download[] => {
  const { id, title, value } = document;
  const folder = `downloads/${id}`;
  return [
    { path: `${folder}/openapi.json`, title: `${title}: OpenAPI 3.1`, content: `${JSON.stringify(value)}\n` },
    { path: `${folder}/openapi.yaml`, title: `${title}: OpenAPI 3.1, for people`, content: stringify(value, asYaml) },
    {
      path: `${folder}/postman.json`,
      title: `${title}: Postman collection 2.1`,
      content: `${JSON.stringify(postmanCollection(document))}\n`,
    },
  ];
};

function messageFiles({ value: contract, ...document }: MessageDocument): readonly Download[] {
  const value = withSemanticVersion(withNamedSchemas(withPortablePatterns(contract)));
  return [
    {
      path: `downloads/${document.id}/asyncapi.yaml`,
      title: `${document.title}: AsyncAPI 3.0`,
      content: stringify(value, asYaml),
    },
    ...messageSchemas({ ...document, value }).map(({ name, title, schema }) => ({
      path: `downloads/${document.id}/${name}.schema.json`,
      title: `${title}: JSON Schema 2020-12 of the message`,
      content: `${JSON.stringify(schema, null, 1)}\n`,
    })),
  ];
}

/** Without the responses, which the documents carry. */
const registryOf = (root: string): string =>
  readFileSync(path.join(root, 'spec/problems.yaml'), 'utf8').replace(/^responses:[\s\S]*/m, '');

export const downloadsPage = (files: readonly Download[]): SitePage => ({
  path: 'downloads.html',
  title: 'Downloads',
  short: 'Downloads',
  description:
    'The contracts as files: OpenAPI, AsyncAPI, JSON Schema, Postman collections and the registry of problems.',
  layout: 'text',
  entries: [],
  search: [
    {
      anchor: '',
      title: 'Downloads',
      kind: 'page',
      text: 'openapi.json openapi.yaml asyncapi.yaml json schema postman collection llms.txt',
    },
  ],
  content: [
    h('h1', {}, 'Downloads'),
    h(
      'p',
      { class: 'lead' },
      'The contracts as files, for generators, validators and other programs. These pages are made from the same files.',
    ),
    h('table', {}, [
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['File', 'Holds', 'Size'].map((title) => h('th', { scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        files.map(({ path: file, title, content }) =>
          h('tr', {}, [
            h('td', {}, h('a', { href: file, download: true }, h('code', {}, file.replace('downloads/', '')))),
            h('td', {}, title),
            h('td', {}, bytes(Buffer.byteLength(content))),
          ]),
        ),
      ),
    ]),
    h('p', {}, [
      'A Postman collection sends the requests of these pages: import it and set its variables BASE_URL and TOKEN. ',
      h('a', { href: 'llms.txt' }, 'llms.txt'),
      ' lists all pages in plain text.',
    ]),
  ],
});
