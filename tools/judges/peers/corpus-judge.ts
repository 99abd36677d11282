// What judges a case of the review's corpus: ours and each other tool, in words of the review.

import { dirname, join } from 'node:path';
import type { Rating } from '../review/change.ts';
import type { CorpusCase } from '../review/corpus.ts';
import type { Skipped } from './peer.ts';

export type Files = { readonly before: string; readonly after: string };

export type Judge = {
  readonly name: string;
  /** Kinds of contract that it reads. */
  readonly kinds: readonly CorpusCase['kind'][];
  /** Nothing where the tool cannot read the contract at all. */
  readonly judge: (files: Files, each: CorpusCase) => Promise<Rating | undefined> | Rating | undefined;
};

/** Makes the judge ready inside the folder. */
export type Judges = (folder: string) => Promise<Judge | (Skipped & { readonly name: string })>;

/** npm beside the Node that runs, else that of the system. */
export const npm: readonly [command: string, first: readonly string[]] = process.env.npm_execpath
  ? [process.execPath, [process.env.npm_execpath]]
  : ['npm', []];

export const projectRoot = join(dirname(import.meta.filename), '../../..');
