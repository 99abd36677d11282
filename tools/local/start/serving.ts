// The services of a start: begun while the broker still starts, since they take half as long and need it last.
import type { Listeners } from '../servers/environment.ts';
import { type Supervised, supervise, type Watch } from '../servers/processes/supervise.ts';
import { servicesPart } from '../servers/services.ts';

type Variables = Readonly<Record<string, string>>;

export function servingIn() {
  const others = Promise.withResolvers<void>();
  let given = '';
  let starting: Promise<Supervised<unknown>> | undefined;
  const stop = async () => {
    const services = await starting?.catch(() => undefined);
    await services?.stop();
  };
  const start = (env: Variables, ports: Listeners, watch: Watch) => {
    given = JSON.stringify(env);
    starting = supervise(async () => servicesPart({ ...env }, ports, others.promise), watch);
    starting.catch(() => undefined); // `whole` throws it, or no one waits any more
  };
  return {
    start,
    stop,
    /**
     * Resolves when they are ready, all other parts being up. A part that another program took the port of has another
     * address than planned.
     */
    async whole(env: Variables, ports: Listeners, watch: Watch): Promise<void> {
      others.resolve();
      if (JSON.stringify(env) !== given) {
        if (starting !== undefined) await stop();
        start(env, ports, watch);
      }
      await starting;
    },
  };
}
