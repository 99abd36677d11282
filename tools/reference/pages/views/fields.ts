// A list of fields: name, type, limits, meaning, and the fields inside.

import type { Json } from '../../../contract/json.ts';
import type { Field, Shape, Variant } from '../../../contract/model/schema.ts';
import { inline, type PageContext } from './context.ts';
import { h, type VNode } from './element.ts';

export function fieldList(fields: readonly Field[], anchor: string, context: PageContext): VNode {
  return h(
    'ul',
    { class: 'fields' },
    fields.map((field) => fieldItem(field, anchor, context)),
  );
}

function fieldItem(field: Field, anchor: string, context: PageContext): VNode {
  const id = `${anchor}.${field.path}`;
  const required = field.isRequired && context.marksRequired;
  return h('li', { id }, [
    row({ ...field, name: field.key === '*' ? 'any other name' : field.key }, required),
    about(field, context),
    ...inside(field, anchor, context),
  ]);
}

type Row = Pick<Shape, 'type'> & { readonly name: string };

/**
 * The script of the site makes the name a link to its field, and a heading one to itself: written out, the links are a
 * tenth of a page.
 */
export const row = ({ name, type }: Row, isRequired: boolean): VNode =>
  h('p', { class: 'name' }, [
    h('code', {}, name),
    h('span', { class: 'type' }, type),
    isRequired ? h('span', { class: 'required' }, 'required') : null,
  ]);

/** Meaning, values, limits, default. */
export function about(shape: Shape, context: PageContext): VNode[] {
  const { description, limits, values, isOpen, fallback } = shape;
  const facts = [
    ...limits.map((limit) => limitIn(limit)),
    ...(fallback === undefined ? [] : [h('span', {}, ['default ', code(fallback)])]),
  ];
  return [
    ...(description === '' ? [] : [inline(description, context)]),
    ...(values.length === 0 ? [] : [valueList(values, isOpen)]),
    ...(facts.length === 0 ? [] : [h('p', { class: 'limits' }, facts)]),
    ...(shape.hasStates
      ? [
          h(
            'p',
            { class: 'limits' },
            h('a', { href: `${context.up}states.html#${shape.schema}` }, 'its states and transitions'),
          ),
        ]
      : []),
  ];
}

function limitIn(limit: string): VNode {
  const [, pattern] = /^pattern (.+)$/.exec(limit) ?? [];
  return pattern === undefined ? h('span', {}, limit) : h('span', {}, ['pattern ', h('code', {}, pattern)]);
}

const code = (value: Json): VNode =>
  h('code', {}, value === '' ? '""' : typeof value === 'string' ? value : JSON.stringify(value));

const valueList = (values: readonly Json[], isOpen: boolean): VNode =>
  h('p', { class: 'values' }, [
    h('span', {}, isOpen ? 'Known values; more may come' : values.length === 1 ? 'Always' : 'One of'),
    ...values.map(code),
  ]);

/** The fields of a body, not folded. */
export function top(shape: Shape, anchor: string, context: PageContext): VNode[] {
  if (shape.fields.length === 0 || shape.isCut || shape.sameAs !== undefined) return inside(shape, anchor, context);
  return [fieldList(shape.fields, anchor, context), ...inside({ ...shape, fields: [] }, anchor, context)];
}

/** The top of a body has no row: its meaning, then its fields. */
export function shapeView(shape: Shape, anchor: string, context: PageContext): VNode[] {
  const type = shape.type === 'object' ? [] : [h('p', { class: 'limits' }, h('span', {}, shape.type))];
  return [...type, ...about(shape, context), ...top(shape, anchor, context)];
}

/** What lies directly in a body is open: of a list, its items are what a reader is here for. */
const isFirst = (path: string | undefined): boolean => path !== undefined && !path.includes('.');

/** The fields of a field, folded when they are many. */
export function inside(shape: Shape & { readonly path?: string }, anchor: string, context: PageContext): VNode[] {
  const { fields, variants, sameAs, shownAt, isCut } = shape;
  if (shownAt !== undefined)
    return [h('p', { class: 'limits' }, ['the fields of ', h('a', { href: `#${shownAt.anchor}` }, shownAt.title)])];
  if (isCut) return [h('p', { class: 'limits' }, h('span', {}, 'Its fields are in the document.'))];
  if (sameAs !== undefined)
    return [
      h('p', { class: 'limits' }, [
        'the same fields as ',
        h('a', { href: `#${anchor}${sameAs === '' ? '' : `.${sameAs}`}` }, sameAs === '' ? 'the whole' : sameAs),
      ]),
    ];
  return [
    ...(fields.length === 0
      ? []
      : [
          folded(
            `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`,
            fieldList(fields, anchor, context),
            fields.length <= context.openUpTo || isFirst(shape.path),
          ),
        ]),
    ...variants.map((variant) => variantOf(variant, anchor, context)),
  ];
}

function variantOf(variant: Variant, anchor: string, context: PageContext): VNode {
  const content = [...about(variant, context), ...inside(variant, anchor, context)];
  return h('div', { class: 'variant', id: `${anchor}.${variant.path}` }, [
    row({ name: variant.title, type: variant.type }, false),
    ...content,
  ]);
}

const folded = (label: string, content: VNode, isOpen: boolean): VNode =>
  h('details', { class: 'inner', open: isOpen || undefined }, [h('summary', {}, label), content]);
