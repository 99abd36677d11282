// Why a start failed, in one sentence that a newcomer can act on, with the last lines of the log that prove it.

/** Expected when a machine is not as it should be: printed as a sentence, never as a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly lines: readonly string[];

  constructor(sentence: string, lines: readonly string[] = [], cause?: unknown) {
    super(sentence, { cause });
    this.lines = lines;
  }

  static missingProgram = (part: string, program: string, debian: string) =>
    new Failure(
      `${part} cannot start: the program ${program} is not installed. As root, run \`apt-get install ${debian}\` (npm start does this when it runs as root).`,
    );

  static notStarted = (part: string, file: string) =>
    new Failure(`${part} cannot start: ${file} could not be executed.`);

  static portTaken = (port: number) =>
    new Failure(`Port ${port} is in use by another program. Stop that program, or choose another port with --port.`);

  static alreadyRunning = (pid: number, url: string | undefined) =>
    new Failure(
      `This checkout is already running (process ${pid}), ${url === undefined ? 'and starting' : `at ${url}`}. To stop it, run \`npm run stop\`.`,
    );

  static diskFull = (where: string) =>
    new Failure(`The disk with ${where} is full. Free some space and start again. No stored data was lost.`);

  static partFailed = (part: string, lines: readonly string[], logFile: string) =>
    new Failure(`${part} did not start${because(lines)}. The log ${logFile} ends with:`, lines);

  static tooSlow = (part: string, seconds: number, lines: readonly string[], logFile: string) =>
    new Failure(`${part} did not respond within ${seconds} s${because(lines)}. The log ${logFile} ends with:`, lines);
}

const addressInUse = /address already in use|eaddrinuse|dist_port_already_used|already_in_use/i;
const noSpace = /no space left on device|enospc/i;
const refused = /permission denied|operation not permitted|eacces|eperm/i;

export const isAddressInUse = (lines: readonly string[]) => lines.some((line) => addressInUse.test(line));

/** What the usual log lines mean; empty when they say nothing known. */
export function because(lines: readonly string[]): string {
  if (lines.some((line) => noSpace.test(line))) return ' because the disk is full';
  if (isAddressInUse(lines)) return ' because its port is in use by another program';
  if (lines.some((line) => refused.test(line))) return ' because the system denied a permission';
  return '';
}

/** Turns what a file call threw into a sentence when it is one of the known ones. */
export function explain(error: unknown, where: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return Failure.diskFull(where);
  return error;
}
