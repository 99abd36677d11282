// What the parts of a page need to know of it.

import type { JsonObject } from '../../../contract/json.ts';
import { markdown } from '../markdown.ts';
import type { StandardReplies } from '../standard-replies.ts';
import { h, type VNode } from './element.ts';

export interface PageContext {
  /** From the page to the top of the site. */
  readonly up: string;
  /** Requests mark required fields; replies have every field but the optional ones. */
  readonly marksRequired: boolean;
  /** Inner lists of at most so many fields are open. */
  readonly openUpTo: number;
  /** Where a decision stands, from the top of the site. */
  readonly decision: (number: number) => string | undefined;
  /** Where an operation, a problem or a message stands, from the top of the site. */
  readonly operation: (document: string, id: string) => string | undefined;
  readonly message: (name: string) => string | undefined;
}

export interface OperationContext extends PageContext {
  readonly document: string;
  /** The rate limits of the document, by name. */
  readonly limits: { readonly policies: JsonObject };
  /** What most of its operations answer, and the page that lists it, from this page. */
  readonly standard: StandardReplies;
  readonly overview: string;
}

export const inline = (text: string, context: PageContext): VNode =>
  h('div', {
    class: 'md',
    dangerouslySetInnerHTML: { __html: markdown(text, { up: context.up, decision: context.decision }) },
  });
