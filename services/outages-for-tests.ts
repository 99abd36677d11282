// Servers that are killed under what stands on them. They are started again by themselves, like those of `npm start`.
import type { PartName, Parts } from '../tools/embedded/parts.ts';
import { eventually } from './testing.ts';

export type Outage = {
  readonly isAway: () => boolean;
  /** Resolves when the server answers again. */
  back(): Promise<void>;
};

export async function killPart(servers: Pick<Parts, 'pid'>, part: PartName): Promise<Outage> {
  const pid = await eventually(
    async () => servers.pid(part),
    (found) => found !== undefined,
  );
  process.kill(pid as number, 'SIGKILL');
  await eventually(
    async () => servers.pid(part),
    (found) => found !== pid,
  );
  const isAway = () => servers.pid(part) === undefined;
  return {
    isAway,
    back: async () =>
      void (await eventually(
        async () => isAway(),
        (away) => !away,
      )),
  };
}
