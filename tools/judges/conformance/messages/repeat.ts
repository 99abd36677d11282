// A command that publishes a message once more, by the management API of RabbitMQ, so that a finding can be repeated.
// The shell needs BROKER_MANAGEMENT (an address), BROKER_ACCOUNT (user:password), VHOST (as it stands in an address)
// and what else is named; an identity that must be new is made there.
import type { Json } from '../contract/bundle.ts';

export type Repeatable = {
  readonly exchange: string;
  readonly routingKey: string;
  readonly properties: Json;
  readonly body: Buffer;
  readonly times?: number;
  /** Stands for another one in each run of the command. */
  readonly id?: string;
};

const api = (path: string): string => `"$BROKER_MANAGEMENT/api/${path}"`;
const call = 'curl -u "$BROKER_ACCOUNT"';

/** What waits in a queue, and who takes from it. */
export const showQueue = (queue: string): string => `${call} ${api(`queues/$VHOST/${encodeURIComponent(queue)}`)}`;

export const showExchange = (exchange: string): string =>
  `${call} ${api(`exchanges/$VHOST/${encodeURIComponent(exchange)}`)}`;

export const repeatOf = (messages: readonly Repeatable[]): string => messages.map(published).join(' && ');

function published({ exchange, routingKey, properties, body, times = 1, id }: Repeatable): string {
  const payload = textOf(body);
  const whole = JSON.stringify({
    properties: named(properties),
    routing_key: routingKey,
    payload: payload ?? body.toString('base64'),
    payload_encoding: payload === undefined ? 'base64' : 'string',
  });
  const address = api(`exchanges/$VHOST/${encodeURIComponent(exchange)}/publish`);
  const fresh = id !== undefined && whole.includes(id);
  const once = `${written(whole, id)} | ${call} -H 'content-type: application/json' -d @- ${address}`;
  const again =
    times === 1 ? once : `for n in ${Array.from({ length: times }, (_, n) => n + 1).join(' ')}; do ${once}; done`;
  return fresh ? `ID=$(uuidgen) && ${again}` : again;
}

function textOf(body: Buffer): string | undefined {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) ? text : undefined;
}

/** As the management API calls them. */
const named = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries({ persistent: true, ...properties }).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined) return [];
      if (name === 'persistent') return [['delivery_mode', value === false ? 1 : 2]];
      return [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]];
    }),
  );

/** Longer than any message that says something. */
const longestRun = /x{1000,}/;

/** Prints it: what must be new as a variable, a long run of one letter made in place. */
function written(text: string, id: string | undefined): string {
  const run = longestRun.exec(text);
  const print = (piece: string): string => `printf %s ${quoted(piece, id)}`;
  if (run === null) return print(text);
  const [before, after] = [text.slice(0, run.index), text.slice(run.index + run[0].length)];
  return `{ ${print(before)}; head -c ${run[0].length} /dev/zero | tr '\\0' x; ${print(after)}; }`;
}

const quoted = (text: string, id: string | undefined): string => {
  const word = `'${text.replaceAll("'", `'\\''`)}'`;
  return id === undefined ? word : word.replaceAll(id, `'"$ID"'`);
};
