// adapters/cluster/containers/refusals.ts: which of the engine's errors are the plan's own trouble, in the words of the port.
import type { Applied, Trouble } from '../port.ts';
import { EngineError, isImageWrong, isNoSpace, NoRoom } from './faults.ts';
import { NoPort } from './ports.ts';
import { NoImage } from './pull.ts';

/** Null: no business of this plan; the error is to be thrown. */
export function refusal(error: unknown): (Applied & { kind: 'refused' }) | null {
  if (error instanceof NoImage)
    return { ...refused('image_pull', error.message), ...(error.isFinal && { isFinal: true }) };
  if (error instanceof NoPort) return refused('no_node_port', error.message);
  if (error instanceof NoRoom) return refused('unschedulable', error.message);
  if (isNoSpace(error)) return refused('volume', error.detail);
  if (!(error instanceof EngineError) || error.kind === 'unavailable') return null;
  const { status, detail } = error;
  const isConfig = status === 400 || isImageWrong(error) || /executable file not found|no such file/i.test(detail);
  return refused(isConfig ? 'config' : 'cluster', detail);
}

const refused = (trouble: Trouble, detail: string) => ({ kind: 'refused', trouble, detail }) as const;
