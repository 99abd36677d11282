// The first page: what there is, and where to begin.
import { asRecord } from '../../../contract/json.ts';
import type { Contracts } from '../../../contract/model/contracts.ts';
import { textOf } from '../../../contract/model/schema.ts';
import type { Section } from '../files/llms.ts';
import type { SitePage } from '../page.ts';
import { h, type VNode } from '../views/element.ts';
import { overviewPath } from './overview-page.ts';

const lead =
  'Two products: an analytics API for vehicle dealers, and a lab platform for teaching. What they promise is written in contracts; these pages are made from them.';

export const homePage = ({ http }: Contracts, sections: readonly Section[]): SitePage => ({
  path: 'index.html',
  title: 'Covenant documentation',
  short: 'Start',
  description: lead,
  layout: 'home',
  entries: [],
  search: [],
  content: [
    h('h1', {}, 'Documentation'),
    h('p', { class: 'lead' }, lead),
    h('p', { class: 'begin' }, [
      h('a', { class: 'first', href: 'guides/first-request.html' }, 'Send your first request'),
      h('a', { href: 'guides/client-packages.html' }, 'Install a client'),
      h('a', { href: 'guides/writing-a-lab.html' }, 'Write a lab'),
      h('a', { href: 'guides/consuming-messages.html' }, 'Consume messages'),
      h('a', { href: 'guides/webhooks.html' }, 'Receive webhooks'),
    ]),
    h('h2', {}, 'Reference'),
    h('ul', { class: 'parts' }, [
      ...http.map(({ id, title, value }) => part(overviewPath(id), title, textOf(asRecord(value.info).summary))),
      part('messages/lab.html', 'Messages', 'What services publish on the broker, and what other teams can consume.'),
      part('messages/platform.html', 'Live updates', 'The WebSocket that keeps a browser up to date.'),
      part('lab-configuration.html', 'Lab configuration', 'Every setting of the file that a teacher uploads.'),
    ]),
    ...sections
      .filter(({ title }) => title === 'Guides')
      .flatMap(({ title, pages }) => [
        h('h2', {}, title),
        h(
          'ul',
          { class: 'guides' },
          pages.map(({ path, short, description }) =>
            h('li', {}, [h('a', { href: path }, short), h('span', {}, description)]),
          ),
        ),
      ]),
    h('h2', {}, 'Look up'),
    h('ul', { class: 'guides' }, [
      entry('problems/index.html', 'Problems', 'Every error, what it means and what to do.'),
      entry(
        'states.html',
        'States',
        'The states of jobs, subscriptions, webhook deliveries, instances and volumes, drawn.',
      ),
      entry('glossary.html', 'Glossary', 'What the words mean, and the formula of each measure.'),
      entry('decisions/index.html', 'Decisions', 'Why the contracts are as they are.'),
      entry('changelog.html', 'Changelog', 'What changed in each release.'),
      entry('downloads.html', 'Downloads', 'OpenAPI, AsyncAPI and JSON Schema files.'),
    ]),
  ],
});

const part = (path: string, title: string, text: string): VNode =>
  h('li', {}, h('a', { href: path }, [h('strong', {}, title), h('span', {}, text)]));
const entry = (path: string, title: string, text: string): VNode =>
  h('li', {}, [h('a', { href: path }, title), h('span', {}, text)]);
