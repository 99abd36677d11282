// Whose the files of a claim are, and with which uid the processes of an instance run.
import { LAB_UID, ownUid } from '../uids.ts';
import type { Engine } from './engine/engine.ts';
import { label } from './labels.ts';
import type { Volume } from './listing.ts';

export { LAB_UID };

type On = { readonly engine: Pick<Engine, 'flavour'>; readonly installation: string };

/**
 * Docker gives a new volume the owner that the image has, and has no option to change it from outside, so its labs
 * share that one.
 */
export const uidOf = async ({ engine, installation }: On, instance: string): Promise<number> =>
  (await engine.flavour()) === 'docker' ? LAB_UID : ownUid(installation, instance);

/** Whose files a claim holds. */
export const ownerOf = (claim: Pick<Volume, 'labels'>): number => Number(claim.labels[label.owner] ?? LAB_UID);
