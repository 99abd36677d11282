// One socket of the live updates: its position, what it has yet to receive, and one message in transit at a time (decision 215).
import type { Concerned, Feed, FeedChanges, LabStatus } from '../../../adapters/store/platform/port.ts';
import type { Socket } from '../../../adapters/websocket/port.ts';
import type { Resume, ServerMessage } from '../../../generated/platform/messages.ts';
import { liveSocket } from '../../../generated/platform/socket.ts';
import { ClientMessage } from '../../../generated/platform/validate-messages.js';
import type { Caller } from '../caller.ts';
import { labScopeOf } from '../rights.ts';
import type { Delta, LiveChange, News, Position } from './live-deltas.ts';

const { closes } = liveSocket;

export class Follower {
  readonly socket: Socket;
  readonly #feed: Pick<Feed, 'read' | 'acknowledge'>;
  #caller: Caller | undefined;
  #seesAll = false;
  #teacher_id: string | undefined;
  #student_id: string | undefined;
  /** What it asked for and has not been answered yet; a later one replaces it. */
  #asked: Position | null | undefined;
  /** Notices that it has acknowledged and that are not stored yet. */
  #acknowledged: Set<string> | undefined;
  #resumed = false;
  /** The last number that it was sent. */
  #sent: Position | undefined;
  /** The last status of each lab that it was sent. */
  readonly #labs = new Map<string, LabStatus>();
  /** The last change of each instance that it has yet to receive, oldest first: a slow reader gets one message for many changes. */
  #waiting: Map<string, LiveChange> | undefined;
  /** What it knows of, so that it is notified when that leaves its scope. */
  readonly #shown = new Set<string>();
  #notices: FeedChanges['notices'][number][] = [];
  #news: News | undefined;
  #talking = false;

  constructor(socket: Socket, feed: Pick<Feed, 'read' | 'acknowledge'>) {
    this.socket = socket;
    this.#feed = feed;
  }

  get user_id(): string | undefined {
    return this.#caller?.user.user_id;
  }

  get session(): string | undefined {
    return this.#caller?.session ?? undefined;
  }

  get hasResumed(): boolean {
    return this.#resumed;
  }

  close(why: keyof typeof closes, afterMs?: number): void {
    const { code, reason } = closes[why];
    this.socket.close(code, reason, afterMs);
  }

  /** From now on it receives what this caller may read; after a change of that, from the beginning. */
  admit(caller: Caller): void {
    const before = this.#caller;
    this.#caller = caller;
    const scope = labScopeOf(caller);
    this.#seesAll = scope === 'every';
    this.#teacher_id = scope === 'every' ? undefined : scope.teacher?.user_id;
    this.#student_id = scope === 'every' ? undefined : scope.student?.student_id;
    if (before !== undefined && before.scopeKey !== caller.scopeKey) this.restart();
    this.#talk();
  }

  received(text: string): void {
    const resume = parse(text);
    if (resume === null) {
      this.close('invalid_message');
      return;
    }
    const { epoch, after, acknowledged = null } = resume;
    if (acknowledged !== null) this.#acknowledged = (this.#acknowledged ?? new Set()).add(acknowledged);
    this.#asked = epoch === null || after === null ? null : { epoch, after };
    this.#resumed = true;
    this.#talk();
  }

  restart(): void {
    if (this.#sent === undefined) return;
    this.#asked = null;
    // What is read now is newer.
    this.#waiting = undefined;
    this.#notices = [];
    this.#talk();
  }

  receive(news: News): void {
    this.#news = news;
    const sent = this.#sent;
    const isIdle = !this.#talking && this.#asked === undefined && this.#waiting === undefined;
    try {
      if (sent !== undefined && isIdle && news.notices.length === 0) this.#sendAtOnce(news, sent);
      else this.#keep(news);
    } catch {
      // A follower that fails must not keep the change from the others.
      this.#giveUp();
    }
  }

  #keep({ changes, notices, position }: News): void {
    // What an answer has already brought comes again from a reader that was behind it.
    const after = this.#sent?.epoch === position.epoch ? this.#sent.after : -1;
    for (const change of changes) {
      if (change.number <= after) continue;
      const { instance_id } = change.instance;
      // The newest one is the last one, so that its status of the lab counts; one that left the scope is not sent.
      this.#waiting?.delete(instance_id);
      if (this.#statusOf(change) !== undefined) {
        this.#waiting ??= new Map();
        this.#waiting.set(instance_id, change);
      } else if (this.#shown.has(instance_id)) this.restart();
    }
    if (this.#waiting?.size === 0) this.#waiting = undefined;
    for (const each of notices) if (each.number > after && this.#teaches(each)) this.#notices.push(each);
    this.#talk();
  }

  #teaches({ teachers }: Pick<Concerned, 'teachers'>): boolean {
    return this.#seesAll || (this.#teacher_id !== undefined && teachers.includes(this.#teacher_id));
  }

  /** As `GET /labs` shows it to the same caller. Undefined: not theirs to see. */
  #statusOf(change: LiveChange): LabStatus | undefined {
    if (this.#teaches(change)) return change.lab_status;
    return this.#student_id === undefined ? undefined : change.statusOf.get(this.#student_id);
  }

  /** With nothing before it, a change needs no place to wait in. */
  #sendAtOnce(news: News, { after }: Position): void {
    const begin = news.after(after);
    let delta = begin;
    for (const change of news.changes) {
      if (change.number <= after) continue;
      const status = this.#statusOf(change);
      if (status !== undefined) delta = this.#added(delta, change, status);
      else if (this.#shown.has(change.instance.instance_id)) {
        // Reads everything again, these changes included.
        this.restart();
        return;
      }
    }
    if (delta === begin) return;
    this.#sent = news.position;
    const left = this.socket.send(delta.text);
    if (left === undefined) return;
    this.#talking = true;
    void left.then(this.#goOn, this.#giveUp);
  }

  #added(delta: Delta, change: LiveChange, status: LabStatus): Delta {
    const { instance_id, lab_id } = change.instance;
    this.#shown.add(instance_id);
    const next = delta.with(change);
    if (this.#labs.get(lab_id) === status) return next;
    this.#labs.set(lab_id, status);
    return next.with(status);
  }

  #talk(): void {
    if (this.#talking) return;
    this.#talking = true;
    this.#goOn();
  }

  /** One after the other; ends in the turn in which nothing is left, so that nothing which comes now is left lying. */
  readonly #goOn = (): void => {
    try {
      for (;;) {
        const step = this.#step();
        if (step === 'sent') continue;
        if (step === undefined) this.#talking = false;
        else void step.then(this.#goOn, this.#giveUp);
        return;
      }
    } catch {
      // A follower that fails must not keep the change from the others.
      this.#giveUp();
    }
  };

  readonly #giveUp = (): void => {
    this.#talking = false;
    this.close('restart');
  };

  #step(): Promise<void> | 'sent' | undefined {
    if (!this.socket.isOpen || this.#caller === undefined) return undefined;
    if (this.#asked !== undefined) return this.#answer(this.#caller);
    if (this.#sent === undefined) return undefined;
    if (this.#waiting !== undefined) return this.#sendWaiting(this.#waiting, this.#sent) ?? 'sent';
    return this.#notices.length > 0 ? this.#sendNotices() : undefined;
  }

  async #answer(caller: Caller): Promise<void> {
    const by = { user_id: caller.user.user_id, scope: labScopeOf(caller) };
    for (const notice_id of this.#acknowledged ?? []) {
      this.#acknowledged?.delete(notice_id);
      await this.#feed.acknowledge(by, notice_id);
    }
    const asked = this.#asked ?? null;
    this.#asked = undefined;
    const { epoch, number, whole, labs, instances, notices } = await this.#feed.read(by, asked);
    for (const [id, { number: at }] of this.#waiting ?? []) if (at <= number) this.#waiting?.delete(id);
    if (this.#waiting?.size === 0) this.#waiting = undefined;
    this.#notices = this.#notices.filter((notice) => notice.number > number);
    const known = { epoch, sequence: number, labs, instances };
    if (whole) {
      this.#labs.clear();
      this.#shown.clear();
    }
    for (const { instance_id } of instances) this.#shown.add(instance_id);
    for (const { lab_id, status } of labs) this.#labs.set(lab_id, status);
    this.#sent = { epoch, after: number };
    if (whole) await this.#send({ type: 'snapshot', ...known });
    else await this.#send({ type: 'delta', previous: asked?.after ?? 0, ...known });
    for (const notice of notices) await this.#send({ type: 'notice', ...notice });
  }

  #sendWaiting(waiting: ReadonlyMap<string, LiveChange>, { after }: Position): Promise<void> | undefined {
    this.#waiting = undefined;
    if (this.#news === undefined) return undefined;
    let delta = this.#news.after(after);
    for (const change of waiting.values()) {
      const status = this.#statusOf(change);
      if (status !== undefined) delta = this.#added(delta, change, status);
    }
    this.#sent = this.#news.position;
    return this.socket.send(delta.text);
  }

  async #sendNotices(): Promise<void> {
    const notices = this.#notices;
    this.#notices = [];
    for (const { notice } of notices) await this.#send({ type: 'notice', ...notice });
  }

  async #send(message: ServerMessage): Promise<void> {
    await this.socket.send(JSON.stringify(message));
  }
}

function parse(text: string): Resume | null {
  try {
    const value: unknown = JSON.parse(text);
    return ClientMessage(value) ? value : null;
  } catch {
    return null;
  }
}
