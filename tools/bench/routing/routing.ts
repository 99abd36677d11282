// Benchmark "routing": finding one of 400 operations and judging its request, beside openapi-backend. In process, so nothing but that is in the figure.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { startChild } from '../child.ts';
import { generated } from '../document.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import { operations, wideDocument } from './wide.ts';

const sides = ['covenant', 'backend'] as const;
const parts = ['match', 'matchAndValidate'] as const;
const titles = { match: 'operation found', matchAndValidate: 'operation found, parameters and body judged' };

export const routing: Bench = {
  name: 'routing',
  async run({ dir, print, rounds, roundMs, signal, profileDir }) {
    const document = path.join(dir, 'wide.yaml');
    writeFileSync(document, wideDocument());
    const folder = await generated(dir, 'wide', document);
    await using stack = new AsyncDisposableStack();
    const children = sides.map((side) => ({
      side,
      child: stack.use(startChild('routing/routing-run.ts', [side, folder], profileDir)),
    }));
    const measured = {
      covenant: { match: [], matchAndValidate: [] },
      backend: { match: [], matchAndValidate: [] },
    } as {
      [Side in (typeof sides)[number]]: { [Part in (typeof parts)[number]]: number[] };
    };
    for (let round = -1; round < rounds; round++) {
      signal.throwIfAborted();
      for (const what of parts) {
        for (const { side, child } of round % 2 === 0 ? children : children.toReversed()) {
          const us = await child.ask<number>({ what, ms: roundMs / 2 });
          if (round >= 0) measured[side][what].push(us); // the round before the first one warms up
        }
      }
    }
    const { covenant, backend } = measured;
    const rows = parts.map((what) => [
      titles[what],
      median(covenant[what]),
      median(backend[what]),
      ratio(backend[what], covenant[what]),
    ]);
    print(table([`${operations} operations, CPU µs per request`, 'generated', 'openapi-backend', 'ratio'], rows));
    const all = median(covenant.matchAndValidate);
    print(goalLine({ what: 'router and validators, µs per request', measured: all, sign: '<', goal: 10 }));
  },
};
