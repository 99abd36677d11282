// The states of jobs, subscriptions, webhook deliveries, instances and volumes: a drawing and a table for each state table of the contracts.
import { asRecord, type JsonObject } from '../../../generator/json.ts';
import type { Contracts } from '../contracts.ts';
import type { SitePage } from '../page.ts';
import { textOf } from '../schema.ts';
import { drawing, type StateTable, stateTable } from '../state-machine.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';
import { seconds } from '../words.ts';

interface Named {
  readonly name: string;
  readonly part: string;
  readonly schema: JsonObject;
}

const titles: Readonly<Record<string, string>> = {
  JobStatus: 'An upload job',
  SubscriptionStatus: 'A subscription',
  WebhookDeliveryStatus: 'A delivery of a webhook',
  InstanceState: 'An instance of a lab',
  VolumeState: 'A volume',
};

export function statesPage({ http }: Contracts, context: PageContext): SitePage {
  const tables = http.flatMap(({ title, value }) =>
    Object.entries(asRecord(asRecord(value.components).schemas))
      .map(([name, schema]) => ({ name, part: title, schema: asRecord(schema) }))
      .filter(({ schema }) => schema['x-states'] !== undefined),
  );
  return {
    path: 'states.html',
    title: 'States and transitions',
    short: 'States',
    description:
      'The states of jobs, subscriptions, webhook deliveries, instances and volumes, and the transitions between them.',
    layout: 'text',
    entries: tables.map(({ name }) => ({ anchor: name, title: titles[name] ?? name })),
    search: tables.map(({ name, schema }) => ({
      anchor: name,
      title: titles[name] ?? name,
      kind: 'states',
      text: stateTable(schema).states.join(' '),
    })),
    content: [
      h('h1', {}, 'States and transitions'),
      h(
        'p',
        { class: 'lead' },
        'The contracts hold these tables, and services make no other transitions. States with round ends are final. A state with a time limit is left when the limit expires.',
      ),
      ...tables.flatMap((table) => stateSection(table, context)),
    ],
  };
}

function stateSection({ name, part, schema }: Named, context: PageContext): VNode[] {
  const table = stateTable(schema);
  const description = textOf(schema.description);
  return [
    h('h2', { id: name }, h('a', { class: 'self' }, titles[name] ?? name)),
    h('p', { class: 'limits' }, [h('span', {}, part), h('code', {}, name)]),
    ...(description === '' ? [] : [inline(description, context)]),
    h('div', {
      class: 'drawing',
      tabIndex: 0,
      role: 'group',
      'aria-label': `Drawing of ${name}`,
      dangerouslySetInnerHTML: { __html: drawing(table, name) },
    }),
    transitions(table),
  ];
}

function transitions({ states, moves, deadlines }: StateTable): VNode {
  const isTimed = Object.keys(deadlines).length > 0;
  const targets = (state: string) =>
    moves
      .filter(([from]) => from === state)
      .map(([, to]) => to)
      .join(', ');
  return h('table', {}, [
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ['State', 'Can become', ...(isTimed ? ['At most'] : [])].map((title) => h('th', { scope: 'col' }, title)),
      ),
    ),
    h(
      'tbody',
      {},
      states.map((state) =>
        h('tr', {}, [
          h('th', { scope: 'row' }, h('code', {}, state)),
          h('td', {}, targets(state) || 'nothing: it is final'),
          isTimed ? h('td', {}, deadlines[state] === undefined ? '' : seconds(deadlines[state])) : null,
        ]),
      ),
    ),
  ]);
}
