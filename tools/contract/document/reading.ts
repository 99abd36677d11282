// What is at hand while a document is read: its top, the registry of problems, and the list of all that is wrong.

import { asRecord, type Json, type JsonObject } from '../json.ts';
import type { Bundle } from './bundle.ts';
import type { Problem } from './model.ts';

export class Reading {
  readonly wrongs: string[] = [];
  readonly top: JsonObject;
  readonly registry: Readonly<Record<string, Problem>>;
  readonly #bundle: Bundle;

  constructor(bundle: Bundle, registry: Readonly<Record<string, Problem>>) {
    this.#bundle = bundle;
    this.top = bundle.json;
    this.registry = registry;
  }

  resolve(json: JsonObject): JsonObject {
    if (typeof json.$ref !== 'string') return json;
    const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(json.$ref) ?? [];
    return this.resolve(asRecord(asRecord(asRecord(this.top.components)[section])[name]));
  }

  /** A list with its references followed; empty when there is none. */
  list(value: Json | undefined): JsonObject[] {
    return (Array.isArray(value) ? value : []).map((each) => this.resolve(asRecord(each)));
  }

  wrong(value: JsonObject, key: string, message: string): void {
    this.wrongs.push(`${this.#bundle.placeOf(value, key)}: ${message}`);
  }
}
