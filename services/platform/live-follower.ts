// One socket of the live updates: its position, what it has yet to receive, and one message in transit at a time (decision 215).
import type {
  Concerned,
  Feed,
  FeedChanges,
  LabScope,
  LabStatus,
  NoticeRow,
} from '../../adapters/store/platform/port.ts';
import type { Socket } from '../../adapters/websocket/port.ts';
import type { Resume, ServerMessage } from '../../generated/platform/messages.ts';
import { liveSocket } from '../../generated/platform/socket.ts';
import { ClientMessage } from '../../generated/platform/validate-messages.js';
import { serializeDates } from '../lib/serialize-dates.ts';
import type { Caller } from './caller.ts';
import type { Deltas, Visible } from './live-deltas.ts';
import { labScopeOf } from './rights.ts';

const { closes } = liveSocket;

type Position = { readonly epoch: string; readonly after: number };

export class Follower {
  readonly socket: Socket;
  readonly #feed: Pick<Feed, 'read' | 'acknowledge'>;
  readonly #deltas: Deltas;
  #caller: Caller | undefined;
  #scope: LabScope | undefined;
  /** What it asked for and has not been answered yet; a later one replaces it. */
  #asked: Position | null | undefined;
  /** Notices that it has acknowledged and that are not stored yet. */
  readonly #acknowledged = new Set<string>();
  #resumed = false;
  /** The last number that it was sent. */
  #sent: Position | undefined;
  /** The last status of each lab that it was sent. */
  readonly #labs = new Map<string, LabStatus>();
  /** The last state of each instance that it has yet to receive: a slow reader gets one message for many changes. */
  readonly #news = new Map<string, Visible>();
  /** What it knows of, so that it is notified when that leaves its scope. */
  readonly #shown = new Set<string>();
  #notices: { readonly notice: NoticeRow; readonly number: number }[] = [];
  #number = 0;
  #talking = false;

  constructor(socket: Socket, feed: Pick<Feed, 'read' | 'acknowledge'>, deltas: Deltas) {
    this.socket = socket;
    this.#feed = feed;
    this.#deltas = deltas;
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
    this.#scope = labScopeOf(caller);
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
    if (acknowledged !== null) this.#acknowledged.add(acknowledged);
    this.#asked = epoch === null || after === null ? null : { epoch, after };
    this.#resumed = true;
    this.#talk();
  }

  restart(): void {
    if (this.#sent === undefined) return;
    this.#asked = null;
    this.#talk();
  }

  receive({ number, instances, notices }: FeedChanges): void {
    this.#number = number;
    // What an answer has already brought comes again from a reader that was behind it.
    const after = this.#sent?.after ?? -1;
    for (const each of instances) {
      if (each.number <= after) continue;
      const { instance_id } = each.instance;
      if (this.#sees(each)) this.#news.set(instance_id, each);
      else if (this.#shown.has(instance_id)) this.restart();
    }
    for (const each of notices) if (each.number > after && this.#sees(each)) this.#notices.push(each);
    this.#talk();
  }

  #sees(each: Concerned): boolean {
    const scope = this.#scope;
    if (scope === undefined) return false;
    if (teaches(scope, each)) return true;
    return scope !== 'every' && scope.student !== null && each.members.includes(scope.student.student_id);
  }

  /** As `GET /labs` shows it to the same caller. */
  #statusOf(each: Visible): LabStatus {
    const scope = this.#scope;
    if (scope === undefined) return each.lab_status;
    const own = scope === 'every' ? undefined : each.member_status[scope.student?.student_id ?? ''];
    return teaches(scope, each) ? each.lab_status : (own ?? 'stopped');
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
    if (this.socket.closed.aborted || this.#caller === undefined) return undefined;
    if (this.#asked !== undefined) return this.#answer(this.#caller);
    if (this.#sent === undefined) return undefined;
    if (this.#news.size > 0) return this.#sendChanges(this.#sent) ?? 'sent';
    return this.#notices.length > 0 ? this.#sendNotices() : undefined;
  }

  async #answer(caller: Caller): Promise<void> {
    const by = { user_id: caller.user.user_id, scope: labScopeOf(caller) };
    for (const notice_id of this.#acknowledged) {
      this.#acknowledged.delete(notice_id);
      await this.#feed.acknowledge(by, notice_id);
    }
    const asked = this.#asked ?? null;
    this.#asked = undefined;
    const { epoch, number, whole, labs, instances, notices } = await this.#feed.read(by, asked);
    for (const [id, { number: at }] of this.#news) if (at <= number) this.#news.delete(id);
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

  #sendChanges({ epoch, after: previous }: Position): Promise<void> | undefined {
    const changes = [...this.#news.values()];
    this.#news.clear();
    const statuses = new Map<string, LabStatus>();
    for (const each of changes) {
      this.#shown.add(each.instance.instance_id);
      statuses.set(each.instance.lab_id, this.#statusOf(each));
    }
    const labs: [string, LabStatus][] = [];
    for (const [lab_id, status] of statuses) {
      if (this.#labs.get(lab_id) === status) continue;
      this.#labs.set(lab_id, status);
      labs.push([lab_id, status]);
    }
    const sequence = this.#number;
    this.#sent = { epoch, after: sequence };
    return this.socket.send(this.#deltas.textOf({ epoch, previous, sequence, labs, changes }));
  }

  async #sendNotices(): Promise<void> {
    const notices = this.#notices;
    this.#notices = [];
    for (const { notice } of notices) await this.#send({ type: 'notice', ...serializeDates(notice) });
  }

  async #send(message: ServerMessage): Promise<void> {
    await this.socket.send(JSON.stringify(message));
  }
}

const teaches = (scope: LabScope, { teachers }: Concerned): boolean =>
  scope === 'every' || (scope.teacher !== null && teachers.includes(scope.teacher.user_id));

function parse(text: string): Resume | null {
  try {
    const value: unknown = JSON.parse(text);
    return ClientMessage(value) ? value : null;
  } catch {
    return null;
  }
}
