// Which of the engine's errors the plan itself causes, in the words of the port.
import { type Refused, refused } from '../../faults.ts';
import { UnfitImage } from '../image.ts';
import { NoPort } from '../network/ports.ts';
import { EngineError, isImageWrong, isNoSpace, NoRoom, NoSpace } from './faults.ts';
import { NoImage } from './pull.ts';

/** Null: no business of this plan; the error is to be thrown. */
export function refusal(error: unknown): Refused | null {
  if (error instanceof NoImage)
    return { ...refused('image_pull', error.detail), ...(error.isFinal && { isFinal: true }) };
  if (error instanceof UnfitImage) return { ...refused('config', error.detail), isFinal: true };
  if (error instanceof NoPort) return refused('no_node_port', error.detail);
  if (error instanceof NoSpace) return refused('quota', error.detail);
  if (error instanceof NoRoom) return refused('unschedulable', error.detail);
  if (isNoSpace(error)) return refused('volume', error.detail);
  if (!(error instanceof EngineError) || error.kind === 'unavailable') return null;
  const { status, detail } = error;
  const isConfig = status === 400 || isImageWrong(error) || /executable file not found|no such file/i.test(detail);
  return refused(isConfig ? 'config' : 'cluster', detail);
}
