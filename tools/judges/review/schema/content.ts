// contentEncoding, contentMediaType and contentSchema: what a text holds.

import type { Effect } from '../change.ts';
import { isAny } from './fits.ts';
import { type SchemaRule, under } from './rule.ts';
import { admits, keyword, placeOf, type Schema, type Shape } from './shape.ts';
import { narrowed, replaced, widened } from './verdicts.ts';

export const content: SchemaRule = {
  id: 'contentEncoding',
  reason: 'Writers encode the content of the string, and readers decode it.',
  compare(before, after, descend) {
    if (!admits(before, 'string') || !admits(after, 'string')) return [];
    return [...encoding(before, after), ...mediaType(before, after), ...schema(before, after, descend)];
  },
};

const stated = (shape: Shape, name: string): string =>
  keyword(shape, name)
    .map(({ text }) => text.toLowerCase().replace(/^(application\/(?:[\w.-]+\+)?json)\s*;\s*charset=utf-8$/, '$1'))
    .sort()
    .join(' and ');

const places = (before: Shape, after: Shape, name: string) => ({
  before: placeOf(before, name),
  after: placeOf(after, name),
});

/** Each encoding whose texts another one takes as well. */
const wider: Readonly<Record<string, readonly string[]>> = { '7bit': ['8bit', 'binary'], '8bit': ['binary'] };

/** Beside a media type, no encoding means that the text is what it holds (JSON Schema 2020-12, validation, 8.3). */
function encoding(before: Shape, after: Shape): Effect[] {
  const name = 'contentEncoding';
  const [old, now] = [stated(before, name), stated(after, name)];
  if (old === now) return [];
  const ends = places(before, after, name);
  const typed = [before, after].some((shape) => stated(shape, 'contentMediaType') !== '');
  if (old === '' && !typed)
    return [
      narrowed(
        { ...ends, rule: 'content-encoding-added', what: `the text is encoded as \`${now}\`` },
        `what is no ${now}`,
      ),
    ];
  if (now === '' && !typed)
    return [
      widened(
        { ...ends, rule: 'content-encoding-removed', what: `the text need not be encoded as \`${old}\`` },
        `what is no ${old}`,
      ),
    ];
  const what = `contentEncoding changes from ${old === '' ? 'none' : `\`${old}\``} to ${now === '' ? 'none' : `\`${now}\``}`;
  const where = { ...ends, rule: 'content-encoding-changed', what };
  if (wider[old]?.includes(now)) return [widened(where, `what is ${now} and no ${old}`)];
  if (wider[now]?.includes(old)) return [narrowed(where, `what is ${old} and no ${now}`)];
  return [replaced(where, 'one end encodes in the one way, the other decodes in the other')];
}

function mediaType(before: Shape, after: Shape): Effect[] {
  const name = 'contentMediaType';
  const [old, now] = [stated(before, name), stated(after, name)];
  if (old === now) return [];
  const ends = places(before, after, name);
  if (old === '')
    return [
      narrowed({ ...ends, rule: 'content-type-added', what: `the text holds \`${now}\`` }, `texts that hold no ${now}`),
    ];
  if (now === '')
    return [
      widened(
        { ...ends, rule: 'content-type-removed', what: `the text need not hold \`${old}\`` },
        `texts that hold no ${old}`,
      ),
    ];
  const what = `contentMediaType changes from \`${old}\` to \`${now}\``;
  return [replaced({ ...ends, rule: 'content-type-changed', what }, `${now} is not read as ${old}`)];
}

/** Without a media type it says nothing (JSON Schema 2020-12, validation, 8.5). */
function schema(before: Shape, after: Shape, descend: Parameters<SchemaRule['compare']>[2]): Effect[] {
  const of = (shape: Shape): Schema =>
    stated(shape, 'contentMediaType') === '' ? [] : keyword(shape, 'contentSchema').filter((node) => !isAny(node));
  const [old, now] = [of(before), of(after)];
  if (old.length > 0 && now.length > 0) return under('(content)', descend(old, now));
  const ends = places(before, after, 'contentSchema');
  if (now.length > 0)
    return [
      narrowed(
        { ...ends, rule: 'content-schema-added', what: 'what the text holds has a form' },
        'texts that hold another',
      ),
    ];
  if (old.length > 0)
    return [
      widened(
        { ...ends, rule: 'content-schema-removed', what: 'what the text holds may have any form' },
        'texts that hold another',
      ),
    ];
  return [];
}
