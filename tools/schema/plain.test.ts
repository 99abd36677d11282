// How expressions of PostgreSQL are printed.
import test from 'ava';
import { onOneLine, plain } from './plain.ts';

const cases = [
  ["CHECK (kind = ANY (ARRAY['a'::text, 'it''s'::text]))", "check (kind in ('a', 'it''s'))"],
  ["kind <> ALL (ARRAY['a'::text])", "kind not in ('a')"],
  ["DEFAULT '{}'::text[]", "default '{}'::text[]"],
  [`name = 'NOT NULL' AND "KEY" IS NOT NULL`, `name = 'NOT NULL' and "KEY" is not null`],
  ['dealer = ANY ((( SELECT dealers() AS dealers))::text[])', 'dealer = any ((select dealers())::text[])'],
  ['(( SELECT brands() AS brands)) IS NULL', '(select brands()) is null'],
  ['CREATE INDEX due ON outbox USING btree (at)', 'create index due on outbox (at)'],
  ['timestamp with time zone', 'timestamptz'],
] as const;

for (const [printed, expected] of cases)
  test(`${printed} is shown as ${expected}`, (t) => {
    t.is(plain(printed), expected);
  });

test('An expression of several lines is put on one, and a string keeps its lines', (t) => {
  t.is(onOneLine("\nCASE\n    WHEN a THEN 'x\n  y'\nEND"), "case when a then 'x\n  y' end");
});
