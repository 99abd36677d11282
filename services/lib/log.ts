// One JSON object a line on standard output. Only fields of the list below get out, and no text that resembles a
// secret.
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import { Secret } from './secret.ts';

export const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

export type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  /** The same with fields on every line. */
  with(fields: Fields): Log;
}

export type LogOptions = {
  readonly level: Level;
  readonly write?: (line: string) => void;
  readonly clock?: Clock;
  readonly fields?: Fields;
};

export function createLog({ level, write = toStdout, clock = systemClock, fields: base = {} }: LogOptions): Log {
  const least = levels.indexOf(level);
  const at =
    (own: Level) =>
    (event: string, fields: Fields = {}) => {
      if (levels.indexOf(own) < least) return;
      const line = { time: clock.now().toISOString(), level: own, event, ...permitted({ ...base, ...fields }) };
      write(`${JSON.stringify(line)}\n`);
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => createLog({ level, write, clock, fields: { ...base, ...fields } }),
  };
}

export const silentLog: Log = createLog({ level: 'error', write: () => {} });

const toStdout = (line: string): void => void process.stdout.write(line);

/** For programs: a full disk under their output, or a reader of it that has gone, costs lines and does not end them. */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const emit: (event: string | symbol, ...args: unknown[]) => boolean = stream.emit.bind(stream);
    // Instead of a listener: the one of slonik's logger throws what it does not expect, such as ENOSPC.
    stream.emit = (event: string | symbol, ...args: unknown[]) => event === 'error' || emit(event, ...args);
  }
}

// A field that is not named here is left out, and the line lists its name: add a field here only if it may be logged.
const allowed = new Set(
  `service role installation version pid
  request_id trace_id traceparent operation method route status duration_ms bytes_in bytes_out address user_agent slug limited_by
  principal kind client_id dealer_id job_id lab_id student_id group_id instance_id run_id course_id intent_id deployment_id
  phase progress rows rows_rejected revision period reason outcome attempt attempts retry_ms limit policy mode
  message_id exchange routing_key queue consumer lag_ms depth dependency lease fence holder name step migration
  error code constraint signal exit_code host port listen part count dropped_connections key_id family_id generation task
  state from volume advice realm`
    .split(/\s+/)
    .filter(Boolean),
);

function permitted(fields: Fields): Fields {
  const known: Record<string, unknown> = {};
  const left: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (allowed.has(name)) known[name] = shown(value);
    else left.push(name);
  }
  if (left.length > 0) known.left_out = left;
  return known;
}

function shown(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return errorFacts(value, depth);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Secret || typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (depth >= 4) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, 50).map((each) => shown(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, secretName.test(name) ? '[redacted]' : shown(each, depth + 1)]),
  );
}

function errorFacts(error: Error, depth: number): Fields {
  const extra = error as { code?: unknown; kind?: unknown };
  const facts: Fields = {
    name: error.name,
    message: redact(error.message),
    code: typeof extra.code === 'string' ? extra.code : undefined,
    kind: typeof extra.kind === 'string' ? extra.kind : undefined,
    stack: redact(error.stack?.split('\n').slice(1, 9).join('\n') ?? ''),
    // A database's message quotes the values of a row, so only the name and code of a cause are logged.
    cause: error.cause instanceof Error && depth < 3 ? causeFacts(error.cause) : undefined,
  };
  return facts;
}

const causeFacts = (cause: Error): Fields => {
  const { code } = cause as { code?: unknown };
  return { name: cause.name, code: typeof code === 'string' ? code : undefined };
};

const secretName = /password|passwd|secret|token|credential|authorization|cookie|api[-_]?key|private/i;

const secrets: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]'],
  [/\b(bearer|basic)\s+[\w+/.~=-]{8,}/gi, '$1 [redacted]'],
  [/(:\/\/[^/\s:@]*:)[^@\s/]+@/g, '$1[redacted]@'],
  [/((?:password|passwd|secret|token|api[-_]?key|code_verifier)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, '$1[redacted]'],
  // Opaque tokens are 43 characters of base64url; hashes in hex are not secret and stay.
  [/(?<![\w-])(?![0-9a-f]+(?![\w-]))[A-Za-z0-9_-]{43}(?![\w-])/g, '[redacted token]'],
];

// Every pattern above needs 43 characters, or one of these: most fields are ids and names, and have neither.
const suspicious = /[\s:=]|eyJ/;

/** Longer text is cut: a log line is no place for a body. */
export function redact(text: string): string {
  if (text.length < 43 && !suspicious.test(text)) return text;
  const cut = text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text;
  return secrets.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), cut);
}
