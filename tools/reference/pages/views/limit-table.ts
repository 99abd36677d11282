// The rate limits of a document.
import { asRecord } from '../../../contract/json.ts';
import type { HttpDocument } from '../../../contract/model/contracts.ts';
import { inWords, seconds } from '../../../contract/model/words.ts';
import { h, type VNode } from './element.ts';

const kinds: Readonly<Record<string, string>> = { principal: 'caller', address: 'client address' };

export function limitTable({ value }: HttpDocument): VNode[] {
  const limits = Object.entries(asRecord(value['x-rate-limits']));
  if (limits.length === 0) return [];
  const row = ([name, limit]: (typeof limits)[number]) => {
    const { quota, window_s, per } = asRecord(limit);
    return h('tr', {}, [
      h('th', { scope: 'row' }, h('code', {}, name)),
      h('td', {}, inWords(Number(quota))),
      h('td', {}, seconds(Number(window_s))),
      h('td', {}, kinds[String(per)] ?? String(per)),
    ]);
  };
  return [
    h('h2', { id: 'rate-limits' }, 'Rate limits'),
    h('table', {}, [
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Limit', 'Quota', 'Window', 'Per'].map((title) => h('th', { scope: 'col' }, title)),
        ),
      ),
      h('tbody', {}, limits.map(row)),
    ]),
  ];
}
