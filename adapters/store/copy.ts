// COPY from a client, on a separate connection.
import { Writable } from 'node:stream';
import { Client } from 'pg';
import { from as copyStream } from 'pg-copy-streams';

/**
 * Ending it before `end` makes the server forget the rows. Every write is answered for, also when the connection is
 * lost under it.
 */
export async function copyInto(url: string, copy: string, connectTimeoutMs: number): Promise<Writable> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  const stream = client.query(copyStream(copy));
  stream.once('close', () => void client.end().catch(() => {}));
  return answered(stream);
}

type Done = (error?: Error | null) => void;

/**
 * The stream of pg-copy-streams waits for a connection that takes nothing; when that connection is lost, its error
 * comes, and the answer never.
 */
function answered(copy: Writable): Writable {
  let waiting: Done | undefined;
  const answer: Done = (error) => {
    const done = waiting;
    waiting = undefined;
    done?.(error);
  };
  const outer = new Writable({
    write(chunk: Buffer, _encoding, done) {
      waiting = done;
      copy.write(chunk, answer);
    },
    final(done) {
      waiting = done;
      copy.once('finish', () => answer());
      copy.end();
    },
    destroy(error, done) {
      copy.destroy();
      done(error);
    },
  });
  copy.on('error', (error) => (waiting ? answer(error) : outer.destroy(error)));
  return outer;
}
