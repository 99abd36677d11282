// What the program knows of the contracts: one command for each operation, and the registry of problems.

export type Api = 'analytics' | 'platform' | 'infra';

export interface Flag {
  /** As it is typed, without dashes. */
  readonly name: string;
  /** As the contract calls it. */
  readonly key: string;
  readonly place: 'path' | 'query' | 'headers' | 'form' | 'body';
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'file';
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** The word `null` stands for null. */
  readonly isNullable: boolean;
  readonly values: readonly string[];
  /** More values may come: an unknown one is sent as it is. */
  readonly isOpen: boolean;
  readonly fallback: string | undefined;
  readonly description: string;
}

export interface Command {
  readonly api: Api;
  /** The operationId. */
  readonly operation: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Typed in this order, without names. */
  readonly positionals: readonly Flag[];
  readonly flags: readonly Flag[];
  readonly body: 'json' | 'form' | undefined;
  readonly isPaged: boolean;
  /** The reply names a job in the field `id`, whose end `poller` of the client waits for. */
  readonly job: { readonly poller: string; readonly id: string } | undefined;
  readonly isPublic: boolean;
  readonly example: string;
  readonly returns: readonly string[];
  readonly problems: readonly string[];
}

export interface RegisteredProblem {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
}

/** A message of the broker that other teams may consume. */
export interface SharedMessage {
  /** Its routing key. */
  readonly name: string;
  readonly title: string;
  readonly exchange: string;
}

export interface Table {
  readonly version: string;
  readonly messages: readonly SharedMessage[];
  readonly commands: readonly Command[];
  readonly problems: readonly RegisteredProblem[];
}

export const apiTitles: Readonly<Record<Api, string>> = {
  analytics: 'Sales files, indices, dashboard, subscription',
  platform: 'Labs: configuration, start, stop, access',
  infra: 'The infrastructure of labs, for operators',
};
