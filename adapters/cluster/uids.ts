// The uid of a lab on the machine that runs it: a separate one, since the kernel counts inotify instances, processes,
// pipes and message queues for each uid over all containers. In the lab it is `student` all the same (lab-users of the
// lab image).
import { createHash } from 'node:crypto';

/**
 * The uid of the lab image, and of claims that were made before instances had separate uids. It is also the group of
 * every lab.
 */
export const LAB_UID = 10_001;

/** Above what distributions give to accounts and their containers, and within what every program takes for a number. */
const FIRST = 2 ** 30;

/** The same at every start, so that the files of a claim stay the lab's. */
export const ownUid = (installation: string, instance: string): number =>
  FIRST + (createHash('sha256').update(`${installation} ${instance}`).digest().readUInt32BE() % FIRST);

/**
 * Roles that share the home share its owner; each other role has a separate uid, and so separate limits of the kernel.
 */
export const ownUidOfRole = (installation: string, instance: string, role: string): number =>
  ownUid(installation, `${instance} ${role}`);

/** Processes of a student, where the kernel counts them for a uid that no other lab has. */
export const PROCESSES = 256;
