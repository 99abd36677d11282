// The objects by name and by instance, without those whose time is over.

import type { ObjectKind, Stored } from './model.ts';
import { Refusal } from './refusals.ts';

export class ObjectIndex {
  readonly #byName = new Map<string, Stored>();
  readonly #byInstance = new Map<string, Map<string, Stored>>();
  readonly #ports = new Set<number>();
  readonly #leaving = new Map<string, Stored>();
  pods = 0;

  /** As of a time. */
  current(nowMs: number): this {
    for (const object of this.#leaving.values()) if ((object.goneMs ?? 0) <= nowMs) this.delete(object);
    return this;
  }

  get(installation: string, kind: ObjectKind, name: string): Stored | null {
    return this.#byName.get(keyOf({ installation, kind, name })) ?? null;
  }

  all(installation?: string): readonly Stored[] {
    const all = [...this.#byName.values()];
    return installation === undefined ? all : all.filter((each) => each.installation === installation);
  }

  of(installation: string, instance_id: string): readonly Stored[] {
    return [...(this.#byInstance.get(`${installation}/${instance_id}`)?.values() ?? [])];
  }

  put(object: Stored): void {
    const key = keyOf(object);
    if (!this.#byName.has(key) && object.kind === 'pod') this.pods++;
    this.#byName.set(key, object);
    const instance = `${object.installation}/${object.instance_id}`;
    const beside = this.#byInstance.get(instance) ?? new Map<string, Stored>();
    this.#byInstance.set(instance, beside.set(key, object));
    if (object.port !== null) this.#ports.add(object.port);
    if (object.goneMs !== null) this.#leaving.set(key, object);
  }

  delete(object: Stored): void {
    const key = keyOf(object);
    const instance = `${object.installation}/${object.instance_id}`;
    if (!this.#byName.delete(key)) return;
    this.#leaving.delete(key);
    this.#byInstance.get(instance)?.delete(key);
    if (this.#byInstance.get(instance)?.size === 0) this.#byInstance.delete(instance);
    if (object.kind === 'pod') this.pods--;
    if (object.port !== null) this.#ports.delete(object.port);
  }

  freePort({ first, last }: { readonly first: number; readonly last: number }, former: number | undefined): number {
    if (former !== undefined && former >= first && former <= last && !this.#ports.has(former)) return former;
    for (let port = first; port <= last; port++) if (!this.#ports.has(port)) return port;
    throw new Refusal('no_node_port', `all ports from ${first} to ${last} are taken`);
  }
}

const keyOf = ({ installation, kind, name }: Pick<Stored, 'installation' | 'kind' | 'name'>): string =>
  `${installation}/${kind}/${name}`;
