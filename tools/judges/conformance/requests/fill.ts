// References of a values file, followed: `{{anna.password}}` a fact of a person, `{{uploadFile:/job_id}}` a value of an
// answer, `{{unique}}` a name of this run, `{{random}}` a new one each time, `{{now}}`, a year `{{later}}`; `{ $bytes:
// 6dff }` bytes in hexadecimal; `{ $lines: 1000, first, each }` that many lines below the first, numbered where they
// have {n}.
import { randomBytes } from 'node:crypto';
import { isRecord, keysOf, valueAt } from '../contract/bundle.ts';
import { jsonOf } from '../replies/judge.ts';
import type { Person } from './values.ts';
import type { WireReply } from './wire.ts';

export type KnownAnswers = {
  readonly callers: readonly Person[];
  readonly answers: ReadonlyMap<string, WireReply>;
  /** Letters and digits that no other run has. */
  readonly unique: string;
};

export class UnknownReference extends Error {}

export function fill<T>(value: T, known: KnownAnswers): T {
  if (typeof value === 'string') return filledText(value, known) as T;
  if (Array.isArray(value)) return value.map((each) => fill(each, known)) as T;
  if (!isRecord(value) || value instanceof Uint8Array) return value;
  if (typeof value.$bytes === 'string') return Buffer.from(value.$bytes, 'hex') as T;
  if (typeof value.$lines === 'number') return linesOf(value.$lines, String(value.first), String(value.each)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, known)])) as T;
}

const linesOf = (count: number, first: string, each: string): string =>
  [first, ...Array.from({ length: count }, (_, n) => each.replace('{n}', String(n)))].join('\n');

const yearMs = 365 * 24 * 60 * 60 * 1000;

const form = /\{\{([^}]+)\}\}/g;

function filledText(text: string, known: KnownAnswers): unknown {
  const [, whole] = /^\{\{([^}]+)\}\}$/.exec(text) ?? [];
  if (whole !== undefined) return meaning(whole, known);
  return text.replaceAll(form, (_, name: string) => String(meaning(name, known)));
}

function meaning(name: string, { callers, answers, unique }: KnownAnswers): unknown {
  if (name === 'unique') return unique;
  if (name === 'random') return `r${randomBytes(5).toString('hex')}`;
  if (name === 'now') return new Date().toISOString();
  if (name === 'later') return new Date(Date.now() + yearMs).toISOString();
  const [operation = '', pointer] = name.split(':');
  const answer = answers.get(operation);
  if (pointer !== undefined) return orUnknown(name, answer && valueAt(jsonOf(answer), keysOf(pointer)));
  const [person = '', fact = ''] = name.split('.');
  const found = callers.find((each) => each.name === person);
  return orUnknown(name, fact === 'token' ? found?.token : found?.facts?.[fact]);
}

function orUnknown(name: string, value: unknown): unknown {
  if (value === undefined) throw new UnknownReference(`{{${name}}} is not known`);
  return value;
}

/** The operations whose answers a value refers to. */
export const operationsIn = (value: unknown): readonly string[] =>
  [...(JSON.stringify(value ?? null) ?? '').matchAll(/\{\{(\w+):[^}]*\}\}/g)].map(([, id = '']) => id);

export function attempt<T>(make: () => T): T | UnknownReference {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnknownReference) return error;
    throw error;
  }
}
