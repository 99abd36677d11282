// Distinguishes an engine that is unavailable from one that refuses us for good.
import { ClusterError } from '../../faults.ts';

/** The engine answered, and not with what was asked for. */
export class EngineError extends ClusterError {
  readonly status: number;
  /** In the engine's own words. */
  override readonly detail: string;

  constructor(status: number, detail: string) {
    super(status === 429 || status === 503 ? 'unavailable' : 'refused', `${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
  }
}

/** The machine is too small, or full. */
export class NoRoom extends ClusterError {}

/** A home might take the disk from everything else on it. */
export class NoSpace extends ClusterError {
  readonly isNoRoom = true;
}

const has = (error: unknown, words: RegExp): error is EngineError =>
  error instanceof EngineError && words.test(error.detail);

/** Podman says 500 where a container or a volume went in the middle of something else. */
export const isMissing = (error: unknown): error is EngineError =>
  error instanceof EngineError &&
  (error.status === 404 || has(error, /no such (container|volume|network)|no (container|volume) with name/i));

/**
 * Docker says 409, and of a network that two made at once that its name is ambiguous; Podman says 500 for networks and
 * addresses, and for a volume that another one removes while it is made, whose folder is gone then.
 */
export const isConflict = (error: unknown): error is EngineError =>
  error instanceof EngineError &&
  (error.status === 409 ||
    has(
      error,
      /already (exists|in use)|in use by|already allocated to|is ambiguous|has active endpoints|creating volume directory .* no such file/i,
    ));

/** By a container that is there, or by one whose start was cut off: then for as long as the network lasts. */
export const isAddressTaken = (error: unknown): error is EngineError => has(error, /already allocated to/i);

/**
 * A container that can never be started again: the process beside it (conmon) was killed and its end was not written
 * down, or its removal was broken off. Podman says so of the state, Docker of what is to be done first.
 */
export const isStuck = (error: unknown): error is EngineError =>
  has(error, /state improper|marked for removal|cannot start a paused container|is not paused|container is dead/i);

/** To the network that it is to be connected to. */
export const isConnected = (error: unknown): boolean => has(error, /already connected|already exists in network/i);

export const isSubnetTaken = (error: unknown): error is EngineError =>
  has(error, /subnet .* is already (used|being used)|pool overlaps|overlaps with/i);

export const isPortTaken = (error: unknown): error is EngineError =>
  has(error, /address already in use|port is already allocated|cannot expose port|failed to bind/i);

export const isNoSpace = (error: unknown): error is EngineError => has(error, /no space left|disk quota|ENOSPC/i);

export const isImageWrong = (error: unknown): boolean =>
  has(error, /invalid reference|must be lowercase|repository name/i);

export const isImageMissing = (error: unknown): error is EngineError =>
  has(error, /no such image|image not known|unable to find image|does not resolve to image/i);
