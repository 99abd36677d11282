// Cards of code: snippets and examples behind tabs that need no script.

import type { Json } from '../../../contract/json.ts';
import { highlighted } from '../highlight.ts';
import { h, type VNode } from './element.ts';

export interface Tab {
  readonly label: string;
  readonly language: string;
  readonly code: string;
  /** The group of a language: the choice holds for all cards. */
  readonly group?: string;
  readonly note?: string;
}

export function card(title: VNode | string, name: string, tabs: readonly Tab[]): VNode {
  const [only] = tabs;
  if (only === undefined) return h('div', {});
  if (tabs.length === 1)
    return h('figure', { class: 'card' }, [
      h('figcaption', {}, [h('span', { class: 'card-title' }, title), h('span', { class: 'one' }, only.label)]),
      panel(only),
    ]);
  return h('figure', { class: 'card tabs' }, [
    h('figcaption', {}, h('span', { class: 'card-title' }, title)),
    tabbed(typeof title === 'string' ? title : 'Example', name, tabs),
  ]);
}

/** A further example: its title is shown, and the rest when it is opened. */
export const foldedCard = (title: string, name: string, tabs: readonly Tab[]): VNode =>
  h('details', { class: 'card tabs' }, [h('summary', {}, title), tabbed(title, name, tabs)]);

const tabbed = (title: string, name: string, tabs: readonly Tab[]): VNode =>
  h('fieldset', {}, [
    h('legend', { class: 'hidden' }, title),
    // An input inside its label needs no id: the ids of all tabs were a fiftieth of the site.
    h(
      'div',
      { class: 'choice' },
      tabs.map(({ group, label }, index) =>
        h('label', {}, [
          h('input', { type: 'radio', name, checked: index === 0 || undefined, 'data-group': group }),
          label,
        ]),
      ),
    ),
    ...tabs.map(panel),
  ]);

const panel = ({ code, language, note }: Tab): VNode =>
  h('div', { class: 'panel' }, [
    note === undefined || note === '' ? null : h('p', { class: 'note' }, withCode(note)),
    h('pre', { tabIndex: 0 }, h('code', { dangerouslySetInnerHTML: { __html: highlighted(code, language) } })),
  ]);

/** JSON as people write it: what fits on a line stays on it. */
export function pretty(value: Json, width = 64, indent = ''): string {
  const flat = JSON.stringify(value) ?? 'null';
  const spaced = typeof value === 'object' && value !== null ? spacedOf(value) : flat;
  if (typeof value !== 'object' || value === null || indent.length + spaced.length <= width) return spaced;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => inner + pretty(each, width, inner))
    : Object.entries(value).map(
        ([key, each]) => `${inner}${JSON.stringify(key)}: ${pretty(each as Json, width, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function spacedOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spacedOf).join(', ')}]`;
  const entries = Object.entries(value);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, each]) => `${JSON.stringify(key)}: ${spacedOf(each as Json)}`).join(', ')} }`;
}

/** A caption has no other Markdown. */
const withCode = (text: string): (VNode | string)[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part)));
