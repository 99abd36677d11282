// Where another lab of the installation listens, for the proof that labs do not reach each other.
import type { InstanceId } from '../../../../generated/lab/messages.ts';
import type { Labels } from '../../labels.ts';
import type { Engine } from '../engine/engine.ts';
import { label } from '../labels.ts';

type Listed = { readonly Labels: Labels | null; readonly Created: number };

/** The one that has run longest, since one that has just begun may not listen yet, and would prove nothing. */
export async function neighbourOf(
  engine: Engine,
  installation: string,
  instance_id: InstanceId,
): Promise<string | null> {
  const selector = { [label.installation]: installation, [label.kind]: 'pod' };
  const filters = { label: Object.entries(selector).map(([name, value]) => `${name}=${value}`) };
  const query = { filters: JSON.stringify(filters) };
  const running = await engine.call<Listed[]>('GET', '/containers/json', { query });
  const [oldest] = running
    .filter(
      // Asked once more, because an engine may read several labels as alternatives.
      ({ Labels }) => Labels?.[label.installation] === installation && Labels[label.instance] !== instance_id,
    )
    .filter(({ Labels }) => Boolean(Labels?.[label.inside]))
    .sort((a, b) => a.Created - b.Created);
  return oldest?.Labels?.[label.inside] ?? null;
}
