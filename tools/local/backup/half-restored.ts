// A restore that was interrupted: what it left is no installation, and the next restore takes it back.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../servers/failure.ts';

/** Where a restore writes until everything is whole. */
export const draftOf = (dir: string) => path.join(dir, 'restoring');

export const isHalfRestored = (dir: string): boolean => existsSync(draftOf(dir));

export function refuseHalfRestored(dir: string): void {
  if (!isHalfRestored(dir)) return;
  throw new Failure(
    `A restore into ${dir} was interrupted. Run \`npm run restore\` again, or begin without it by \`npm start -- --fresh\`.`,
  );
}
