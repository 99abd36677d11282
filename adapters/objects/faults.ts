// Distinguishes a store that is unavailable from one that refuses us, and both from a missing object.
import type { ObjectsFault } from './port.ts';

export class ObjectsError extends Error implements ObjectsFault {
  override readonly name = 'ObjectsError';
  readonly dependency = 'objects';
  readonly kind: ObjectsFault['kind'];
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { status, code } = factsOf(cause);
    // Without a status there was no answer: refused, reset, timed out. 409 is the store's word for writers that met,
    // 429 for too many.
    const kind =
      status === undefined || status >= 500 || [408, 409, 429].includes(status) ? 'unavailable' : 'misconfigured';
    super(`objects: ${kind}${code ? ` (${code})` : ''}`, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** Runs a call of the SDK: its errors become ours; those of the caller's own signal or stream pass as they are. */
export async function guarded<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ObjectsError ? error : new ObjectsError(error);
  }
}

/** The same, with `missing` where the store says that there is no such object, version or upload. */
export async function unlessMissing<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T | 'missing'> {
  try {
    return await guarded(call, signal);
  } catch (error) {
    if (error instanceof ObjectsError && isMissing(error)) return 'missing';
    throw error;
  }
}

/**
 * A missing bucket is not a missing object but a wrong installation; only HEAD, whose answers have no body, cannot
 * distinguish them.
 */
const isMissing = ({ code, cause }: ObjectsError): boolean =>
  ['NoSuchKey', 'NoSuchVersion', 'NoSuchUpload', 'NotFound', 'InvalidRange'].includes(code ?? '') ||
  // A delete marker, asked for by its version id.
  factsOf(cause).status === 405;

function factsOf(error: unknown): { status: number | undefined; code: string | undefined } {
  const { $metadata, name } = error as { $metadata?: { httpStatusCode?: number }; name?: string };
  const status = $metadata?.httpStatusCode;
  return { status, code: status === undefined ? undefined : name };
}
