// Shows a line to the users of a lab's shells, through a folder in memory that its shells read.
import type { InstancePlan } from '../port.ts';
import { showingNotice } from '../volume-use.ts';
import { type Container, list } from './listing.ts';
import type { Site } from './site.ts';

export async function showNotice(site: Site, { instance_id }: InstancePlan, notice: string | null): Promise<void> {
  const found = await list(site.engine, site.installation, { instance: instance_id });
  const pods = found.filter((each): each is Container => each.kind === 'pod');
  const running = pods.filter(({ state }) => state === 'running');
  await Promise.all(running.map(({ id }) => run(site, id, showingNotice(notice))));
}

async function run({ engine }: Site, container: string, Cmd: readonly string[]): Promise<void> {
  const { Id } = await engine.call<{ Id: string }>('POST', `/containers/${container}/exec`, { body: { Cmd } });
  await engine.call('POST', `/exec/${Id}/start`, { body: { Detach: true } });
}
