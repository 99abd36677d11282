// A copy of this installation's objects, kept by list and watch; and who to wake when one changes.
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId } from '../../../../generated/lab/messages.ts';
import { instanceOf } from '../../labels.ts';
import { label } from '../labels.ts';
import {
  allKinds,
  type KubernetesConnection,
  list,
  type ObjectKind,
  pathOf,
  type Resource,
  resourceOf,
  selectorOf,
} from '../objects.ts';
import { ApiError } from './faults.ts';

export type MirrorSettings = {
  readonly installation: string;
  /** The server ends each watch after about this long, which also shows that it lives. */
  readonly watchS: number;
  /** Without a word for longer than this a watch is dead, whatever its connection says. */
  readonly silenceMs: number;
  /** An event may be lost without anybody's knowing; then this is how long that lasts. */
  readonly relistMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** Whether a change calls for work. */
  readonly isNews: (before: Resource, after: Resource) => boolean;
};

export const mirrorDefaults = {
  watchS: 40,
  silenceMs: 50_000,
  relistMs: 600_000,
  firstPauseMs: 250,
  longestPauseMs: 10_000,
  pause: (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => undefined),
  now: () => performance.now(),
} as const satisfies Omit<MirrorSettings, 'installation' | 'isNews'>;

export type Wake = (instance_id: InstanceId) => void;

export class Mirror {
  readonly #place: KubernetesConnection;
  readonly #settings: MirrorSettings;
  readonly #copies = new Map<ObjectKind, Copy>();

  constructor(place: KubernetesConnection, settings: MirrorSettings) {
    this.#place = place;
    this.#settings = settings;
  }

  /** Never rejects; ends with the signal. */
  async run(wake: Wake, signal: AbortSignal): Promise<void> {
    await Promise.all(
      allKinds.map(async (kind) => {
        const copy = new Copy(this.#place, kind, this.#settings, wake);
        this.#copies.set(kind, copy);
        await copy.run(signal);
        this.#copies.delete(kind);
      }),
    );
  }

  /** Null unless the watch of every kind was alive within the last minute. */
  resources(): readonly Resource[] | null {
    return this.#resourcesIf((copy) => copy.isFresh);
  }

  /** Null also from the moment on in which a watch broke, until it is there again. */
  current(): readonly Resource[] | null {
    return this.#resourcesIf((copy) => copy.isFresh && copy.isWatched);
  }

  #resourcesIf(isGood: (copy: Copy) => boolean): readonly Resource[] | null {
    const copies = [...this.#copies.values()];
    if (copies.length < allKinds.length || !copies.every(isGood)) return null;
    return copies.flatMap((copy) => copy.resources);
  }

  /** By this process: in the copy before the watch brings it. */
  written(resource: Resource): void {
    this.#copies.get(resource.kind)?.put(resource);
  }

  removed(kind: ObjectKind, uid: string): void {
    this.#copies.get(kind)?.drop(uid, null);
  }
}

const FRESH_MS = 60_000;
const rememberedGone = 10_000;

/** Versions of one kind are whole numbers that grow; of any other form none is older. */
const isOlder = (one: string, other: string): boolean =>
  /^\d+$/.test(one) && /^\d+$/.test(other) && (one.length === other.length ? one < other : one.length < other.length);

class Copy {
  readonly #place: KubernetesConnection;
  readonly #kind: ObjectKind;
  readonly #settings: MirrorSettings;
  readonly #wake: Wake;
  #resources = new Map<string, Resource>();
  /** By uid, the version with which it left, null for good: an answer may come later than the end of its object. */
  readonly #gone = new Map<string, string | null>();
  #isWatched = false;
  #receivedAt = Number.NEGATIVE_INFINITY;
  /** Where the next watch goes on; null: nowhere, so a list comes first. */
  #version: string | null = null;

  constructor(place: KubernetesConnection, kind: ObjectKind, settings: MirrorSettings, wake: Wake) {
    this.#place = place;
    this.#kind = kind;
    this.#settings = settings;
    this.#wake = wake;
  }

  get isFresh(): boolean {
    return this.#settings.now() - this.#receivedAt < FRESH_MS;
  }

  /** False from a watch that broke until the next one; one that ended as it should misses nothing. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  get resources(): readonly Resource[] {
    return [...this.#resources.values()];
  }

  /** Unless something newer is there. */
  put(resource: Resource): void {
    const { uid, version } = resource.meta;
    const there = this.#resources.get(uid);
    if (this.#isGone(resource) || (there && isOlder(version, there.meta.version))) return;
    this.#resources.set(uid, resource);
  }

  /** `version`: of the event, after which it may be ours again, since a label that is taken off ends it as well. */
  drop(uid: string, version: string | null): void {
    this.#resources.delete(uid);
    if (this.#gone.size >= rememberedGone) this.#gone.clear();
    this.#gone.set(uid, version);
  }

  #isGone({ meta }: Resource): boolean {
    const version = this.#gone.get(meta.uid);
    return version === null || (version !== undefined && !isOlder(version, meta.version));
  }

  async run(signal: AbortSignal): Promise<void> {
    const { firstPauseMs, longestPauseMs, relistMs } = this.#settings;
    let pauseMs = firstPauseMs;
    let listedAt = 0;
    while (!signal.aborted) {
      const began = this.#settings.now();
      try {
        if (this.#version === null || began - listedAt > relistMs) {
          this.#version = await this.#list();
          listedAt = began;
        }
        await this.#follow(this.#version, signal);
        if (this.#settings.now() - began > longestPauseMs) pauseMs = firstPauseMs;
      } catch (error) {
        this.#isWatched = false;
        // Also when the version has expired (410), or the server treats us as anonymous.
        if (error instanceof ApiError || error instanceof Lost) this.#version = null;
      }
      // A server that ends every watch at once must not be asked for one at once; and not by all of our workers
      // together.
      await this.#settings.pause(pauseMs * (0.5 + Math.random() / 2), signal);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  #labels() {
    return { [label.installation]: this.#settings.installation };
  }

  async #list(): Promise<string> {
    const { resources, version } = await list(this.#place, this.#kind, this.#labels());
    const before = this.#resources;
    this.#resources = new Map(
      resources.flatMap((resource) => (this.#isGone(resource) ? [] : [[resource.meta.uid, resource]])),
    );
    // What was written while the list was being transferred is newer than it.
    for (const resource of before.values()) if (isOlder(version, resource.meta.version)) this.put(resource);
    this.#receivedAt = this.#settings.now();
    for (const resource of resources)
      if (before.get(resource.meta.uid)?.meta.version !== resource.meta.version) this.#notify(resource);
    for (const [uid, resource] of before) if (!this.#resources.has(uid)) this.#notify(resource);
    return version;
  }

  async #follow(from: string, signal: AbortSignal): Promise<void> {
    const { watchS, silenceMs } = this.#settings;
    const query = {
      labelSelector: selectorOf(this.#labels()),
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: from,
      timeoutSeconds: String(Math.ceil(watchS * (0.75 + Math.random() / 4))),
    };
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), silenceMs);
    const either = AbortSignal.any([signal, silence.signal]);
    try {
      const events = await this.#place.api.stream(pathOf(this.#place, this.#kind), query, either);
      this.#receivedAt = this.#settings.now();
      this.#isWatched = true;
      for await (const line of linesOf(events)) {
        timer.refresh();
        this.#version = this.#take(line);
        this.#receivedAt = this.#settings.now();
      }
      if (!either.aborted && events.complete) this.#receivedAt = this.#settings.now();
      else this.#isWatched = false;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(line: string): string {
    const { type, object } = JSON.parse(line) as { type: string; object: { code?: number; message?: string } };
    if (type === 'ERROR') throw new Lost(object.message);
    const resource = resourceOf(this.#kind, object) as Resource;
    if (type === 'BOOKMARK') return resource.meta.version;
    const before = this.#resources.get(resource.meta.uid);
    // What wrote it in this process has it already.
    const isKnown = before?.meta.version === resource.meta.version;
    const isNews = before === undefined || (!isKnown && this.#settings.isNews(before, resource));
    if (type === 'DELETED') this.drop(resource.meta.uid, resource.meta.version);
    else this.put(resource);
    if (isNews || type === 'DELETED') this.#notify(resource);
    return resource.meta.version;
  }

  #notify({ meta }: Resource): void {
    const instance = instanceOf(meta.labels);
    if (instance !== null) this.#wake(instance);
  }
}

/**
 * Not readline: it forwards an error of a stream that is over, which no listener handles. Half a line at the end is
 * dropped.
 */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** The server said in the watch that it cannot go on. */
class Lost extends Error {}
