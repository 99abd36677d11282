// Webhooks and their deliveries (decision 188).
import type { webhookDeliveryStatusTable } from '../../../generated/analytics/states.ts';
import type {
  DeliveryId,
  ReplayedStatus,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookId,
} from '../../../generated/analytics/types.ts';
import type { By, Page } from '../administration/port.ts';
import type { GrantRow } from '../analytics/access/port.ts';
import type { ClaimResult, Dated, Tx } from '../port.ts';

export type { DeliveryId, WebhookDeliveryStatus, WebhookId };

/** `version`: another one with each change. */
export type WebhookRow = Dated<Webhook, 'created_at' | 'disabled_at' | 'previous_secret_until'> & {
  readonly version: number;
};

export type OwnedWebhook = Omit<WebhookRow, 'version'> & { readonly principal: string };

export type WebhookTerms = Pick<Webhook, 'url' | 'events' | 'description' | 'enabled'>;

export type NewWebhook = WebhookTerms & { readonly webhook_id: WebhookId; readonly secret_sealed: Uint8Array };

export type DisabledReason = 'owner' | 'failing' | 'gone';

export interface Webhooks {
  /** The webhooks of all principals or of this one, for administrators. Sorted by id. */
  listAll(principal: string | undefined, page: Page): Promise<readonly OwnedWebhook[]>;
  /** Sorted by id. */
  list(principal: string, page: Page): Promise<readonly WebhookRow[]>;
  /** Null: the principal has no such webhook. */
  find(principal: string, webhook_id: WebhookId): Promise<WebhookRow | null>;
  /** Refused beyond so many of the principal. */
  create(webhook: NewWebhook, most: number, by: By): Promise<WebhookRow | 'full'>;
  /** Only what has still this version is changed. What waits for one that is disabled by this fails. */
  replace(webhook_id: WebhookId, terms: WebhookTerms, version: number, by: By): Promise<WebhookRow | 'changed'>;
  delete(webhook_id: WebhookId, by: By): Promise<boolean>;
}

export type DeliveryRow = Dated<WebhookDelivery, 'next_attempt_at' | 'occurred_at' | 'finished_at'>;

export type AttemptRow = Dated<WebhookAttempt, 'attempted_at'>;

/** With what decides whether the owner may see the event now. */
export type DeliveryDetails = DeliveryRow &
  Pick<ClaimedDelivery, 'data' | 'job_principal'> &
  Pick<Target, 'principal' | 'grants'> & { readonly attempts: readonly AttemptRow[] };

/** Where a replay of many goes on: the time as text, since a `Date` has no microseconds. */
export type DeliveryPosition = { readonly at: string; readonly sequence: number };

/** Which deliveries are replayed: those that failed or all that ended, in the order of the events. */
export type Replay = {
  readonly webhook_id: WebhookId;
  readonly status: ReplayedStatus;
  readonly after: DeliveryPosition;
};

/** The deliveries of a webhook, as its owner sees and replays them. */
export interface WebhookDeliveries {
  /** Newest first, older than `before`. */
  list(
    webhook_id: WebhookId,
    options: {
      readonly status?: WebhookDeliveryStatus | undefined;
      readonly before: string | undefined;
      readonly limit: number;
    },
  ): Promise<readonly DeliveryRow[]>;
  /** The delivery with its last attempts, oldest first. */
  find(webhook_id: WebhookId, delivery_id: DeliveryId, attempts: number): Promise<DeliveryDetails | null>;
  /** An event for this webhook alone. */
  createTest(
    webhook_id: WebhookId,
    test: { readonly message_id: string; readonly occurred_at: Date },
  ): Promise<DeliveryRow>;
  /**
   * One that waits already stays as it is, as does one that has been sent again as often as it may be: its status is
   * another one then.
   */
  replay(webhook_id: WebhookId, delivery_id: DeliveryId): Promise<DeliveryRow | null>;
  /** How many the next batch has, which is bounded, and when the first of its events occurred. */
  findReplayable(replay: Replay): Promise<{ readonly count: number; readonly next_since: Date | null }>;
  /** Replays the first `most` in one transaction; `last` is the position of the last one. */
  replayNext(replay: Replay, most: number): Promise<{ readonly count: number; readonly last: DeliveryPosition | null }>;
  /** Deletes those that ended before, whenever they were sent again; returns how many. */
  sweep(before: Date, limit: number): Promise<number>;
}

export type ClaimedDelivery = Pick<
  DeliveryRow,
  'delivery_id' | 'webhook_id' | 'message_id' | 'event' | 'occurred_at'
> & {
  readonly aggregate: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly failures: number;
  readonly in_line: boolean;
  /** The principal of the job that the event is about, if it is about one. */
  readonly job_principal: string | null;
};

/** What an attempt needs to know of a webhook and of what its owner may see now. */
export type Target = {
  readonly webhook_id: WebhookId;
  readonly principal: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly secret_sealed: Uint8Array;
  /** Null also when its time is over. */
  readonly previous_secret_sealed: Uint8Array | null;
  readonly grants: readonly GrantRow[];
};

/** What becomes of a delivery that waits: it ends, or goes on waiting. */
type AfterWaiting = (typeof webhookDeliveryStatusTable.moves)['waiting'][number] | 'waiting';

/** How a delivery goes on. */
export type Recorded = {
  /** Who has claimed it; otherwise it is not changed. */
  readonly by: string;
  readonly delivery_id: DeliveryId;
  readonly status: AfterWaiting;
  readonly reason: string | null;
  readonly failures: number;
  readonly in_line: boolean;
  /** Null: no other attempt is due. */
  readonly retry_ms: number | null;
  /** Null: none was made. */
  readonly attempt: AttemptRow | null;
};

/** Deliveries that wait, as a queue of lines. */
export interface WebhookQueue {
  /**
   * Takes what is due for `leaseMs`: of each line its first few in order, if its first is due; and what left its line.
   * Of one principal no more than `ofPrincipal` lines are in hand, in all processes; who has least in hand comes first.
   */
  claim(options: {
    readonly by: string;
    readonly lines: number;
    readonly each: number;
    readonly ofPrincipal: number;
    readonly leaseMs: number;
  }): Promise<ClaimResult<readonly ClaimedDelivery[]>>;
  renew(by: string, leaseMs: number): Promise<boolean>;
  /** What was claimed and not recorded is due again, at once or after `dueInMs`. */
  release(by: string, dueInMs?: number): Promise<void>;
}

/** What an attempt needs to know, and what it comes to. */
export interface WebhookAttempts {
  /** Those that are missing were deleted. */
  listTargets(webhook_ids: readonly WebhookId[]): Promise<readonly Target[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Of each delivery the last 20 attempts are kept. One that is attempted again ends its line: the successors that its
   * claim took are given back, else they would wait for the slowest line of the claim.
   */
  record(recorded: readonly Recorded[], tx?: Tx): Promise<void>;
  /** Whether the webhook has got a delivery since then. */
  isReached(tx: Tx, webhook_id: WebhookId, since: Date): Promise<boolean>;
  /** Null: it was disabled or deleted before. */
  disable(tx: Tx, webhook_id: WebhookId, reason: DisabledReason): Promise<{ readonly disabled_at: Date } | null>;
  /** Fails what waits for a webhook that is disabled; nothing of another. */
  failDisabled(webhook_id: WebhookId, tx?: Tx): Promise<void>;
}

/** The sealed secrets of a webhook. */
export type SealedSecrets = Pick<Target, 'webhook_id' | 'secret_sealed' | 'previous_secret_sealed'>;

export interface WebhookSecrets {
  /**
   * Webhooks of which a secret does not begin with `prefix`, after that id. A previous secret whose time is over is
   * null.
   */
  listSealedOtherwise(
    prefix: Uint8Array,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly SealedSecrets[]>;
  /** Does nothing when the secrets are no longer those. */
  replace(before: SealedSecrets, after: SealedSecrets): Promise<void>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The present secret, locked until the transaction ends. Null: the webhook was deleted. */
  claim(tx: Tx, webhook_id: WebhookId): Promise<Uint8Array | null>;
  /** The present secret becomes the previous one for `keepPreviousS`; of the one before nothing is kept. */
  rotate(tx: Tx, webhook_id: WebhookId, sealed: Uint8Array, keepPreviousS: number, by: By): Promise<WebhookRow>;
  /** The time of the previous secret is at most shortened. */
  keepPrevious(tx: Tx, webhook_id: WebhookId, keepPreviousS: number, by: By): Promise<WebhookRow>;
}
