// Generated from tools/runtime/handler.ts by npm run generate; do not edit.
// Types that the handlers of every document are made of; the generated server of each document puts them together.

import type { ClientCredentials } from './access/oauth.ts';
import type { RequestFacts, UploadedFile } from './host.ts';

export type Received = RequestFacts;

export type Called<Caller> = { readonly caller: Caller };

/** What a client showed by HTTP Basic, unjudged. */
export type WithBasic = { readonly basic?: ClientCredentials };

/** Asked before a costly body is computed: does the caller already have this revision? Then answer 304. */
export type ConditionalRead = { unchanged(revision: string, scope?: string): Promise<boolean> };

/** Is this revision the one that If-Match names? If not, answer `preconditionFailed`. */
export type ConditionalWrite = { ifMatch(revision: string, scope?: string): boolean };

/** What was left out and has a default is there. */
export type Filled<Input, Names extends keyof Input> = Omit<Input, Names> & {
  readonly [Name in Names]-?: Exclude<Input[Name], undefined>;
};

/** The fields of a form, its files spooled. */
export type FormOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Blob | undefined
    ? UploadedFile | Exclude<Fields[Name], Blob>
    : Fields[Name];
};
