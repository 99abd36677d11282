// What came back: status, time, header fields, the body, a drawing of a series, and the page of a problem.
import { chartOf } from './chart.ts';
import { recordOf, textIn, type Value } from './contract.ts';
import { coloured, make } from './dom.ts';
import type { Incoming } from './send.ts';

/** A browser takes long to lay out more. */
const mostShown = 200_000;

export async function replyView(incoming: Incoming, top: string): Promise<HTMLElement> {
  const { status, statusText, headers, content, ms, url } = incoming;
  const view = make('div', { class: 'try-reply' });
  const good = status < 400;
  view.append(
    make(
      'p',
      { class: 'try-status' },
      make('code', { class: good ? 'status' : 'status bad' }, `${status} ${statusText}`.trim()),
      ` ${Math.round(ms)} ms, ${content.size.toLocaleString('en-US')} bytes`,
    ),
  );
  const isText = /json|text|csv|yaml|xml|ndjson/.test(content.type);
  const text = isText ? await content.text() : '';
  const value = parsed(text);
  if (!good) view.append(...problemLinks(value, top));
  const chart = good && value !== undefined ? chartOf(value) : undefined;
  if (chart !== undefined) view.append(chart);
  if (!isText && content.size > 0) view.append(downloadLink(content, url));
  if (text !== '') {
    const shown = value === undefined ? text : JSON.stringify(value, null, 2);
    const pre = make('pre', { tabindex: '0' });
    pre.append(
      shown.length > mostShown ? `${shown.slice(0, mostShown)}\n...` : value === undefined ? shown : coloured(shown),
    );
    view.append(pre);
  }
  view.append(
    make(
      'details',
      {},
      make('summary', {}, `${headers.length} header fields`),
      make('dl', {}, ...headers.flatMap(([name, each]) => [make('dt', {}, name), make('dd', {}, each)])),
    ),
  );
  return view;
}

export function parsed(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function problemLinks(value: Value | undefined, top: string): readonly HTMLElement[] {
  const [, slug] = /\/problems\/([a-z0-9-]+)$/.exec(textIn(recordOf(value).type)) ?? [];
  if (slug === undefined) return [];
  return [make('p', {}, 'What it means and what to do: ', make('a', { href: `${top}problems/${slug}.html` }, slug))];
}

function downloadLink(content: Blob, url: string): HTMLElement {
  const name = new URL(url).pathname.split('/').at(-1) ?? 'reply';
  return make('p', {}, make('a', { href: URL.createObjectURL(content), download: name }, 'Save the reply'));
}
