// What guides quote: operations, snippets, fields, examples and limits, read from the contracts when the pages are
// built.
import { programText } from '../../../clients/readmes.ts';
import { channelsOf } from '../../../contract/model/channels.ts';
import type { Contracts, HttpDocument } from '../../../contract/model/contracts.ts';
import { type Operation, operationsOf } from '../../../contract/model/operations.ts';
import type { Field } from '../../../contract/model/schema.ts';
import { snippetsOf } from '../snippets/snippets.ts';
import { card, pretty } from '../views/code.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';
import { limitTable } from '../views/limit-table.ts';
import { overviewPath } from './overview-page.ts';
import { readmeView } from './readme-quotes.ts';

export interface Quotes {
  /** Markdown of a link. */
  readonly link: (target: string) => string;
  readonly block: (text: string) => VNode[];
}

export function quotesOf(contracts: Contracts, context: PageContext): Quotes {
  let cards = 0;
  const kinds: Readonly<Record<string, (args: readonly string[]) => VNode[]>> = {
    snippet: ([target = '', example]) => {
      const operation = operationAt(contracts, target);
      const [body] = operation.bodies;
      const chosen = body?.examples.find(({ name }) => name === example) ?? body?.examples[0];
      const tabs = snippetsOf(operation, body, chosen).map(({ language, label, code }) => ({
        language,
        label,
        code,
        group: label,
      }));
      return [card(operation.summary, `quote.${++cards}`, tabs)];
    },
    reply: ([target = '', status = '200', example]) => {
      const operation = operationAt(contracts, target);
      const examples = operation.replies.find((each) => each.status === status)?.bodies[0]?.examples ?? [];
      const chosen = examples.find(({ name }) => name === example) ?? examples[0];
      if (chosen === undefined) throw new Error(`A guide quotes ${target} ${status}, which has no example.`);
      const code = typeof chosen.value === 'string' ? chosen.value : pretty(chosen.value, 80);
      return [card(`Reply ${status}`, `quote.${++cards}`, [{ label: '', language: 'json', code }])];
    },
    field: ([target = '', place = '']) => [quoted(target, fieldAt(operationAt(contracts, target), place), context)],
    message: ([address = '', example]) => {
      const message = contracts.messages
        .flatMap(channelsOf)
        .find((channel) => channel.address === address)
        ?.messages.find(
          ({ examples, id }) =>
            example === undefined || id === example || examples.some(({ name }) => name === example),
        );
      const chosen = message?.examples.find(({ name }) => name === example) ?? message?.examples[0];
      if (message === undefined || chosen === undefined)
        throw new Error(`A guide quotes the message ${address} ${example ?? ''}, which does not exist.`);
      return [
        card(message.name, `quote.${++cards}`, [{ label: '', language: 'json', code: pretty(chosen.value, 80) }]),
      ];
    },
    program: ([file = '']) => [
      card(file, `quote.${++cards}`, [{ label: '', language: 'typescript', code: programText(file) }]),
    ],
    readme: (args) => [readmeView(contracts.root, args, context)],
    limits: ([id = '']) =>
      limitTable(documentAt(contracts, id)).map((node, index) =>
        index === 0 ? h('h2', {}, documentAt(contracts, id).title) : node,
      ),
  };
  return {
    link: (target) => linkOf(contracts, target, context),
    block: (text) => {
      const [kind = '', ...args] = text.split(/\s+/);
      const view = kinds[kind];
      if (view === undefined)
        throw new Error(`A guide quotes ${kind}, which is not one of: ${Object.keys(kinds).join(', ')}.`);
      return view(args);
    },
  };
}

function linkOf(contracts: Contracts, target: string, { up, operation, message }: PageContext): string {
  const [kind = '', name = ''] = target.split('/');
  if (kind === 'problem') {
    if (!contracts.problems.some(({ slug }) => slug === name))
      throw new Error(`A guide links to the problem ${name}, which does not exist.`);
    return `[\`${name}\`](${up}problems/${name}.html)`;
  }
  const path = kind === 'message' ? message(name) : operation(kind, name);
  if (path === undefined) throw new Error(`A guide links to ${target}, which does not exist.`);
  return `[\`${name}\`](${up}${path})`;
}

function documentAt({ http }: Contracts, id: string): HttpDocument {
  const document = http.find((each) => each.id === id);
  if (document === undefined) throw new Error(`A guide quotes the document ${id}, which does not exist.`);
  return document;
}

function operationAt(contracts: Contracts, target: string): Operation {
  const [id = '', name = ''] = target.split('/');
  const operation = operationsOf(documentAt(contracts, id)).find((each) => each.id === name);
  if (operation === undefined) throw new Error(`A guide quotes ${target}, which does not exist.`);
  return operation;
}

type Named = Pick<Field, 'description' | 'type'> & { readonly name: string; readonly place: string };

/** `header.Idempotency-Key`, `body.period`, `202.header.Retry-After`. */
function fieldAt(operation: Operation, place: string): Named {
  const [kind = '', ...rest] = place.split('.');
  const name = rest.join('.');
  const parameter = operation.parameters.find((each) => each.place === kind && each.name === name);
  if (parameter !== undefined) return { ...parameter, place };
  const reply = operation.replies.find(({ status }) => status === kind);
  const header = reply?.headers.find((each) => name === `header.${each.name}`);
  if (header !== undefined) return { ...header, place };
  const shape = kind === 'body' ? operation.bodies[0]?.shape : reply?.bodies[0]?.shape;
  const field = shape === undefined ? undefined : allFields(shape.fields).find(({ path }) => path === name);
  if (field === undefined) throw new Error(`A guide quotes ${operation.id} ${place}, which does not exist.`);
  return { ...field, name: field.path, place };
}

const allFields = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields)]);

function quoted(target: string, { name, type, description, place }: Named, context: PageContext): VNode {
  const [document = '', id = ''] = target.split('/');
  const [, header] = /^\d+\.(header\..+)$/.exec(place) ?? [];
  const page = (context.operation(document, id) ?? '').replace(/#.*$/, '');
  // What a header field of a reply means is on the overview, once.
  const href = header === undefined ? `${page}#${id}.${place}` : `${overviewPath(document)}#${header}`;
  return h('blockquote', { class: 'quote' }, [
    h('p', { class: 'name' }, [
      h('a', { class: 'self', href: context.up + href }, h('code', {}, name)),
      h('span', { class: 'type' }, type),
    ]),
    inline(description, context),
  ]);
}
