// What a listener asks of static pages, and what they answer.
import type { IncomingHttpHeaders } from 'node:http';

export interface PageRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Answers requests for a page, and leaves all others alone. */
export type StaticPages = (request: PageRequest) => Promise<PageAnswer | undefined>;
