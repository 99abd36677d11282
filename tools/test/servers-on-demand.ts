// The servers of a test run, each started when the first test asks for it: over HTTP, since test files are threads and
// processes of their own. The asking: servers.ts, lab-engine.ts.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPlace } from '../local/servers/data-folder.ts';
import {
  type EmbeddedFacts,
  type EmbeddedParts,
  needs,
  type PartName,
  partNames,
  startParts,
} from '../local/servers/parts.ts';
import { engineOnDemand } from './lab-engine-on-demand.ts';

export type ServersOnDemand = {
  /** Which a test asks: `/engine`, `/parts/postgres,broker`. */
  readonly url: string;
  /** Starts all of them now, so that no test waits for the lab image to be built; resolves when the parts are up. */
  startAll(): Promise<void>;
  stop(): Promise<void>;
};

/** What they keep lies in `dir`; it must not be removed before `stop` has resolved. */
export async function serversOnDemand(dir: string, signal: AbortSignal): Promise<ServersOnDemand> {
  const engine = engineOnDemand(dir);
  const parts = partsOnDemand(dir, signal);
  // The answers hold passwords: anyone who does not know the path gets none.
  const path = `/${randomBytes(16).toString('hex')}`;
  const answerTo = async (asked: string): Promise<unknown> => {
    if (asked === `${path}/engine`) return await engine.answer();
    if (asked.startsWith(`${path}/parts/`)) return await parts.get(namesIn(asked.slice(`${path}/parts/`.length)));
    throw new Error(`Nobody answers ${asked}.`);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answerTo(request.url ?? '').then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async startAll() {
      engine.answer().catch(() => undefined); // a test that asks for it gets the reason
      await parts.get(partNames);
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await engine.stop();
      await parts.stop();
    },
  };
}

const namesIn = (list: string): readonly PartName[] => partNames.filter((name) => list.split(',').includes(name));

function partsOnDemand(dir: string, signal: AbortSignal) {
  const place = openPlace(dir, false);
  const started = new Map<PartName, Promise<EmbeddedParts>>();
  const start = (name: PartName): Promise<EmbeddedParts> => {
    const found =
      started.get(name) ??
      startParts({ dir, place, only: [name], signal, postgres: async () => (await start('postgres')).facts.postgres });
    started.set(name, found);
    return found;
  };
  return {
    async get(names: readonly PartName[]): Promise<EmbeddedFacts> {
      const running = await Promise.all(names.flatMap((name) => [...(needs[name] ?? []), name]).map(start));
      return Object.assign({}, ...running.map(({ facts }) => facts)) as EmbeddedFacts;
    },
    /** Who needs another part goes first. */
    async stop(): Promise<void> {
      const first = [...started.keys()].filter((name) => name in needs);
      for (const names of [first, [...started.keys()]])
        await Promise.allSettled(names.map(async (name) => (await started.get(name))?.stop()));
    },
  };
}
