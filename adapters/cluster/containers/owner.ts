// The uid of an instance on the machine that runs it: one of its own, since the kernel counts inotify instances, processes, pipes and message
// queues for each uid over all containers. In the lab it is `student` all the same (lab-users of the lab image).
import { createHash } from 'node:crypto';
import type { Engine } from './engine.ts';
import { label } from './labels.ts';
import type { Volume } from './listing.ts';

/** Of the lab image, and of claims that were made before instances had uids of their own; also every lab's group. */
export const LAB_UID = 10_001;

/** Above what distributions give to accounts and their containers, and within what every program takes for a number. */
const FIRST = 2 ** 30;

type On = { readonly engine: Pick<Engine, 'flavour'>; readonly installation: string };

/**
 * The same at every start, so that the files of a claim stay the lab's own. Docker gives a new volume the owner that the image has, and lets
 * nobody change it from outside, so its labs share that one.
 */
export const uidOf = async ({ engine, installation }: On, instance: string): Promise<number> =>
  (await engine.flavour()) === 'docker' ? LAB_UID : numberOf(`${installation} ${instance}`);

const numberOf = (text: string): number => FIRST + (createHash('sha256').update(text).digest().readUInt32BE() % FIRST);

/** Whose files a claim holds. */
export const ownerOf = (claim: Pick<Volume, 'labels'>): number => Number(claim.labels[label.owner] ?? LAB_UID);
