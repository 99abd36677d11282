// Runs a program in a pod, with its standard streams. The client library's own would read faster than we can write.
// The protocol: https://kubernetes.io/docs/reference/using-api/api-concepts/ and
// k8s.io/apimachinery/pkg/util/remotecommand.
import type { Readable, Writable } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { ClusterError, unavailable } from '../../faults.ts';
import type { Api } from './api.ts';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;
const CLOSE = 255;

const PING_MS = 20_000;
const KEPT_ERRORS = 4_000;
const CHUNK = 64 * 1024;

export type Io = { readonly input?: Readable; readonly output?: Writable };

/** `output` is not ended. Rejects unless the program ended with 0 and all of its output has been written. */
export async function exec(
  api: Api,
  podPath: string,
  command: readonly string[],
  { input, output }: Io,
): Promise<void> {
  const query = new URLSearchParams({ container: 'lab', stdout: 'true', stderr: 'true' });
  if (input) query.set('stdin', 'true');
  for (const word of command) query.append('command', word);
  const socket = await api.connect(`${podPath}/exec`, query);
  const stopLooking = keepLooking(socket);
  try {
    const ended = outcome(socket, command, output);
    const fed = input ? feed(socket, input) : undefined;
    fed?.catch((error: Error) => socket.emit('error', error));
    socket.resume();
    await ended;
  } finally {
    stopLooking();
    socket.terminate();
    input?.destroy();
  }
}

function outcome(socket: WebSocket, command: readonly string[], output: Writable | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let errors = '';
  const end = (status: Status): void => {
    if (status.status === 'Success') {
      resolve();
      return;
    }
    const code = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
    const how = code === undefined ? (status.message ?? 'without a word') : `with code ${code}`;
    reject(new ClusterError(code === undefined ? 'unavailable' : 'refused', `${command[0]} ended ${how}: ${errors}`));
  };
  socket.on('message', (data: RawData) => {
    const [channel, bytes] = [(data as Buffer)[0], (data as Buffer).subarray(1)];
    if (channel === STDOUT && output && bytes.length > 0) writeTo(output, bytes, socket);
    if (channel === STDERR && errors.length < KEPT_ERRORS) errors += bytes.toString();
    if (channel === STATUS) end(JSON.parse(bytes.toString()) as Status);
  });
  socket.once('error', (error) => reject(unavailable(error)));
  socket.once('close', () => reject(new ClusterError('unavailable', `the connection of ${command[0]} was closed`)));
  output?.once('close', () => reject(new ClusterError('unavailable', `the output of ${command[0]} is not being read`)));
  return promise;
}

type Status = {
  readonly status?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
};

function writeTo(output: Writable, bytes: Buffer, socket: WebSocket): void {
  if (output.write(bytes)) return;
  socket.pause();
  output.once('drain', () => socket.resume());
}

async function feed(socket: WebSocket, input: Readable): Promise<void> {
  const send = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => socket.send(bytes, (error) => (error ? reject(error) : resolve())));
  for await (const bytes of input as AsyncIterable<Buffer>)
    for (let at = 0; at < bytes.length; at += CHUNK)
      await send(Buffer.concat([Buffer.from([STDIN]), bytes.subarray(at, at + CHUNK)]));
  // Version 4 cannot say it; tar finds the end in its input.
  if (socket.protocol.startsWith('v5')) await send(Buffer.from([CLOSE, STDIN]));
}

/** A server that is gone without a word would hold us for ever. */
function keepLooking(socket: WebSocket): () => void {
  let isAlive = true;
  const alive = () => {
    isAlive = true;
  };
  socket.on('pong', alive);
  socket.on('message', alive);
  const timer = setInterval(() => {
    if (socket.isPaused) return;
    if (!isAlive) socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}
