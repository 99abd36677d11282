// Generated from tools/runtime/client/streams.ts by npm run generate; do not edit.
// Lists of generated clients in a form beside JSON: bytes of CSV, or the items of NDJSON, as they arrive.
import { absentFrom, mediaTypeOf, parsed, read, received, UnexpectedAnswer, unexpected } from './client.ts';
import type { ItemOf } from './lists.ts';
import type { CallOptions, Client, Members, RequestShape } from './options.ts';
import { endAttempt } from './send.ts';

type AnyResult = { readonly ok: boolean; readonly status: number };
type StreamOperation<Input, Result, Form extends string> = (
  client: Client,
  input: Input,
  options?: CallOptions<Form>,
) => Promise<Result>;

export interface StreamOptions<Form extends string> extends Omit<CallOptions, 'stream' | 'onProgress'> {
  /** The media type to ask for, of those that the operation has. */
  readonly accept: Form;
}

type StreamBody<Form extends string, Result> = Form extends 'application/x-ndjson'
  ? AsyncGenerator<ItemOf<Result>, void, undefined>
  : ReadableStream<Uint8Array>;

type Streamed<Result, Body> =
  | { readonly ok: true; readonly status: 200; readonly headers: Headers; readonly body: Body }
  | Exclude<Result, { readonly ok: true; readonly status: 200 }>;

/**
 * Asks for another form than JSON: the body is a stream of bytes, or the items of `application/x-ndjson`. Nothing is
 * sent again once the body has begun.
 */
export function streamOf<Input, Result extends AnyResult, Form extends string, Accept extends NoInfer<Form>>(
  operation: StreamOperation<Input, Result, Form>,
  client: Client,
  input: NonNullable<NoInfer<Input>>,
  { accept, ...options }: StreamOptions<Accept>,
): Promise<Streamed<Result, StreamBody<Accept, Result>>> {
  const headers = { ...options.headers, Accept: accept };
  const stream = { accept, read: reader(accept) };
  return operation(client, input, { ...options, headers, stream }) as Promise<never>;
}

/** Problems and 304 are read as in any call; a success in another form, such as a proxy's page, is no list. */
const reader = (accept: string) => async (shape: RequestShape, answer: Response) => {
  const { status, headers } = answer;
  if (status >= 400 || shape.replies[status] === 'nothing') return read(shape, answer);
  if (status !== 200 || mediaTypeOf(answer) !== accept) throw await unexpected(shape, answer);
  endAttempt(answer);
  const bytes = bytesOf(shape, answer);
  const body = accept === 'application/x-ndjson' ? itemsOf(shape, answer, bytes) : bytes;
  return { ok: true, operation: shape.operation, status, headers, body };
};

/** The body, whose error names the operation. It is read no faster than its reader reads. */
function bytesOf(shape: RequestShape, answer: Response): ReadableStream<Uint8Array> {
  const source = (answer.body ?? new Blob().stream()).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await received(shape, answer, () => source.read());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** A reader, since some browsers have no iterator of a stream. */
async function* itemsOf(
  shape: RequestShape,
  answer: Response,
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<object, void, undefined> {
  const source = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield itemOf(shape, answer, line);
    }
  } finally {
    // After an error there is nothing to cancel.
    await source.cancel().catch(() => undefined);
  }
  if (rest + decoder.decode() !== '')
    throw new UnexpectedAnswer(shape.operation, answer.status, 'the body was cut short (the last line has no end)');
}

function itemOf({ operation, members }: RequestShape, { status }: Response, line: string): object {
  const item = parsed(line);
  if (typeof item !== 'object' || item === null) throw new UnexpectedAnswer(operation, status, line);
  // Each has what it has in the list that JSON brings.
  const list = members?.[200] as { readonly items?: readonly [Members] } | undefined;
  const absent = absentFrom(item, list?.items?.[0] ?? 0, '');
  if (absent === undefined) return item;
  throw new UnexpectedAnswer(operation, status, `an item has no ${absent}`);
}
