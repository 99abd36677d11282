// What one follower has been sent, and what it is sent next (decision 215). It knows neither a socket nor a clock: the
// follower performs what `next` returns, one action after the other.
import type { Concerned, Feed, FeedChanges, FeedRead, LabStatus } from '../../../adapters/store/platform/port.ts';
import type { Resume, ServerMessage } from '../../../generated/platform/messages.ts';
import type { Caller } from '../caller.ts';
import { labScopeOf } from '../rights.ts';
import type { Delta, LiveChange, News, Position } from './live-deltas.ts';

type Reader = Parameters<Feed['read']>[0];

export type LiveAction =
  /** Until the next event. */
  | { readonly do: 'wait' }
  | { readonly do: 'send'; readonly text: string }
  | { readonly do: 'acknowledge'; readonly by: Reader; readonly notice_id: string }
  /** What is read goes to `answer`. */
  | { readonly do: 'read'; readonly by: Reader; readonly from: Position | null };

const wait: LiveAction = { do: 'wait' };

export class LiveState {
  #reader: Reader | undefined;
  #scopeKey: string | undefined;
  #seesAll = false;
  #teacher_id: string | undefined;
  #student_id: string | undefined;
  /** The position of the last request that has not been answered; a later one replaces it. */
  #request: Position | null | undefined;
  /** Notices that the client has acknowledged and that are not stored yet. */
  #acknowledged: Set<string> | undefined;
  /** Messages of the last answer, which are sent before anything else. */
  #answer: string[] = [];
  /** The last position that was sent. */
  #sent: Position | undefined;
  /** The last status of each lab that was sent. */
  readonly #labs = new Map<string, LabStatus>();
  /**
   * The last change of each instance that is to be sent, oldest first: a slow reader gets one message for many changes.
   */
  #changes: Map<string, LiveChange> | undefined;
  /** Instances that the client knows of, so that it is notified when one leaves its scope. */
  readonly #shown = new Set<string>();
  #notices: FeedChanges['notices'][number][] = [];
  #news: News | undefined;

  /** From now on the client receives what this caller may read; after a change of that, from the beginning. */
  admit(caller: Caller): void {
    const scope = labScopeOf(caller);
    const isOther = this.#scopeKey !== undefined && this.#scopeKey !== caller.scopeKey;
    this.#scopeKey = caller.scopeKey;
    this.#reader = { user_id: caller.user.user_id, scope };
    this.#seesAll = scope === 'every';
    this.#teacher_id = scope === 'every' ? undefined : scope.teacher?.user_id;
    this.#student_id = scope === 'every' ? undefined : scope.student?.student_id;
    if (isOther) this.restart();
  }

  resume({ epoch, after, acknowledged = null }: Resume): void {
    if (acknowledged !== null) this.#acknowledged = (this.#acknowledged ?? new Set()).add(acknowledged);
    this.#request = epoch === null || after === null ? null : { epoch, after };
  }

  /** Begins again with a snapshot, which is newer than all that was to be sent. */
  restart(): void {
    if (this.#sent === undefined) return;
    this.#request = null;
    this.#changes = undefined;
    this.#notices = [];
  }

  /**
   * Takes in what has changed. With nothing before it a change needs no place to wait in: then the text is returned
   * that is to be sent at once. `isIdle`: the last action was `wait`.
   */
  take(news: News, isIdle: boolean): string | undefined {
    this.#news = news;
    const sent = this.#sent;
    const isFirst = isIdle && this.#request === undefined && this.#changes === undefined;
    if (sent !== undefined && isFirst && news.notices.length === 0) return this.#textOf(news, sent);
    this.#keep(news);
    return undefined;
  }

  next(): LiveAction {
    const text = this.#answer.shift();
    if (text !== undefined) return { do: 'send', text };
    if (this.#reader === undefined) return wait;
    if (this.#request !== undefined) return this.#respond(this.#reader, this.#request);
    if (this.#sent === undefined) return wait;
    if (this.#changes !== undefined && this.#news !== undefined)
      return { do: 'send', text: this.#deltaOf(this.#changes, this.#news, this.#sent) };
    const notice = this.#notices.shift();
    return notice === undefined ? wait : { do: 'send', text: message({ type: 'notice', ...notice.notice }) };
  }

  /** The answer to a request: a snapshot, or what came after its position. */
  answer({ epoch, number, whole, labs, instances, notices }: FeedRead, from: Position | null): void {
    for (const [id, change] of this.#changes ?? []) if (change.number <= number) this.#changes?.delete(id);
    this.#dropEmpty();
    this.#notices = this.#notices.filter((notice) => notice.number > number);
    if (whole) {
      this.#labs.clear();
      this.#shown.clear();
    }
    for (const { instance_id } of instances) this.#shown.add(instance_id);
    for (const { lab_id, status } of labs) this.#labs.set(lab_id, status);
    this.#sent = { epoch, after: number };
    const state = { epoch, sequence: number, labs, instances };
    this.#answer = [
      message(whole ? { type: 'snapshot', ...state } : { type: 'delta', previous: from?.after ?? 0, ...state }),
      ...notices.map((notice) => message({ type: 'notice', ...notice })),
    ];
  }

  #respond(by: Reader, from: Position | null): LiveAction {
    for (const notice_id of this.#acknowledged ?? []) {
      this.#acknowledged?.delete(notice_id);
      return { do: 'acknowledge', by, notice_id };
    }
    this.#request = undefined;
    return { do: 'read', by, from };
  }

  #keep({ changes, notices, position }: News): void {
    // What an answer has already brought comes again from a reader that was behind it.
    const after = this.#sent?.epoch === position.epoch ? this.#sent.after : -1;
    for (const change of changes) {
      if (change.number <= after) continue;
      const { instance_id } = change.instance;
      // The newest one is the last one, so that its status of the lab counts; one that left the scope is not sent.
      this.#changes?.delete(instance_id);
      if (this.#statusOf(change) !== undefined) {
        this.#changes ??= new Map();
        this.#changes.set(instance_id, change);
      } else if (this.#shown.has(instance_id)) this.restart();
    }
    this.#dropEmpty();
    for (const notice of notices) if (notice.number > after && this.#teaches(notice)) this.#notices.push(notice);
  }

  #dropEmpty(): void {
    if (this.#changes?.size === 0) this.#changes = undefined;
  }

  #teaches({ teachers }: Pick<Concerned, 'teachers'>): boolean {
    return this.#seesAll || (this.#teacher_id !== undefined && teachers.includes(this.#teacher_id));
  }

  /** As `GET /labs` shows it to the same caller. Undefined: the caller may not see it. */
  #statusOf(change: LiveChange): LabStatus | undefined {
    if (this.#teaches(change)) return change.lab_status;
    return this.#student_id === undefined ? undefined : change.statusOf.get(this.#student_id);
  }

  /** Undefined: nothing of it is for this client. */
  #textOf(news: News, { after }: Position): string | undefined {
    const begin = news.after(after);
    let delta = begin;
    for (const change of news.changes) {
      if (change.number <= after) continue;
      const status = this.#statusOf(change);
      if (status !== undefined) delta = this.#added(delta, change, status);
      else if (this.#shown.has(change.instance.instance_id)) {
        // Reads everything again, these changes included.
        this.restart();
        return undefined;
      }
    }
    if (delta === begin) return undefined;
    this.#sent = news.position;
    return delta.text;
  }

  #deltaOf(changes: ReadonlyMap<string, LiveChange>, news: News, { after }: Position): string {
    this.#changes = undefined;
    let delta = news.after(after);
    for (const change of changes.values()) {
      const status = this.#statusOf(change);
      if (status !== undefined) delta = this.#added(delta, change, status);
    }
    this.#sent = news.position;
    return delta.text;
  }

  #added(delta: Delta, change: LiveChange, status: LabStatus): Delta {
    const { instance_id, lab_id } = change.instance;
    this.#shown.add(instance_id);
    const next = delta.with(change);
    if (this.#labs.get(lab_id) === status) return next;
    this.#labs.set(lab_id, status);
    return next.with(status);
  }
}

const message = (content: ServerMessage): string => JSON.stringify(content);
