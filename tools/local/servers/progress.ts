// What a person sees while parts come up: on a terminal one live line a part, else one line a change.
import { Failure } from './failure.ts';
import type { PartProgress } from './processes/supervise.ts';

type Screen = { write(text: string): unknown; readonly isTTY?: boolean | undefined };
export type Progress = {
  show(line: PartProgress): void;
  /** Prints a separate line between the parts' lines. */
  print(text: string): void;
  /** From now on every change gets a separate line: what is on the screen stays. */
  settle(): void;
};

const signs: Readonly<Record<PartProgress['state'], string>> = {
  starting: '..',
  ready: 'ok',
  crashed: '!!',
  failed: '!!',
  stopping: '..',
  stopped: 'ok',
};

export function progressOn(screen: Screen): Progress {
  const live = new Map<string, string>();
  let drawn = 0;
  let isLive = screen.isTTY === true;
  const erase = () => {
    if (drawn > 0) screen.write(`\x1b[${drawn}A\x1b[J`);
    drawn = 0;
  };
  const draw = () => {
    for (const text of live.values()) screen.write(`${text}\n`);
    drawn = live.size;
  };
  const print = (text: string) => {
    if (isLive) erase();
    screen.write(`${text}\n`);
    if (isLive) draw();
  };
  return {
    print,
    show(line) {
      if (line.detail !== undefined)
        print([line.detail, ...(line.lines ?? []).map((each) => `    ${each}`)].join('\n'));
      if (!isLive) return line.detail === undefined ? print(textOf(line)) : undefined;
      erase();
      live.set(line.part, textOf(line));
      draw();
    },
    settle() {
      isLive = false;
      drawn = 0;
    },
  };
}

const textOf = ({ part, state, afterMs }: PartProgress) =>
  `  ${signs[state]} ${part.padEnd(12)} ${state}${afterMs > 0 ? ` (${(afterMs / 1000).toFixed(1)} s)` : ''}`;

/** A `Failure` is a sentence and the log that proves it; anything else is a fault in our code and keeps its stack. */
export function printFailure(error: unknown): void {
  if (error instanceof Failure) console.error([error.message, ...error.lines.map((line) => `    ${line}`)].join('\n'));
  else console.error(error);
}
