// The states of jobs, subscriptions, webhook deliveries, instances and volumes: a drawing and a table for each state
// table of the contracts.
import { asRecord, type JsonObject } from '../../../contract/json.ts';
import type { Contracts } from '../../../contract/model/contracts.ts';
import { seconds } from '../../../contract/model/words.ts';
import type { SitePage } from '../page.ts';
import { drawing, hubs, type StateTable, stateTable } from '../state-machine.ts';
import { inline, type PageContext } from '../views/context.ts';
import { type ComponentChildren, h, type VNode } from '../views/element.ts';

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
      text: textsOf(schema).join(' '),
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

function textsOf(schema: JsonObject): readonly string[] {
  const { states, meanings } = stateTable(schema);
  return states.map((state) => `${state}: ${meanings.get(state) ?? ''}`);
}

function stateSection({ name, part, schema }: Named, context: PageContext): VNode[] {
  const table = stateTable(schema);
  const omitted = [...hubs(table).keys()].map((state) => `\`${state}\``);
  return [
    h('h2', { id: name }, h('a', { class: 'self' }, titles[name] ?? name)),
    h('p', { class: 'limits' }, [h('span', {}, part), h('code', {}, name)]),
    ...(table.lead === '' ? [] : [inline(table.lead, context)]),
    h('div', {
      class: 'drawing',
      tabIndex: 0,
      role: 'group',
      'aria-label': `Drawing of ${name}`,
      dangerouslySetInnerHTML: { __html: drawing(table, name) },
    }),
    ...(omitted.length === 0
      ? []
      : [
          inline(
            `Most lines to ${omitted.join(' and ')} are left out of the drawing; the table has them all.`,
            context,
          ),
        ]),
    transitions(table, context),
  ];
}

function transitions({ states, moves, deadlines, meanings }: StateTable, context: PageContext): VNode {
  const isTimed = Object.keys(deadlines).length > 0;
  const targets = (state: string): readonly ComponentChildren[] =>
    moves.filter(([from]) => from === state).flatMap(([, to]) => [h('code', {}, to), ' ']);
  const heads = ['State', 'Meaning', 'Can become', ...(isTimed ? ['At most'] : [])];
  return h('table', {}, [
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((title) => h('th', { scope: 'col' }, title)),
      ),
    ),
    h(
      'tbody',
      {},
      states.map((state) =>
        h('tr', {}, [
          h('th', { scope: 'row' }, h('code', {}, state)),
          h('td', {}, inline(meanings.get(state) ?? '', context)),
          h('td', {}, targets(state).length === 0 ? 'nothing: it is final' : [...targets(state)]),
          isTimed ? h('td', {}, deadlines[state] === undefined ? '' : seconds(deadlines[state])) : null,
        ]),
      ),
    ),
  ]);
}
