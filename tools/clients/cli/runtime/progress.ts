// How far an upload or a job is, on a terminal only.
import type { Terminal } from './terminal.ts';

export interface ProgressBar {
  /** `part` from 0 to 1. */
  readonly show: (label: string, part: number) => void;
  readonly end: () => void;
}

const width = 24;

export function progressBar({ err }: Terminal, isQuiet: boolean): ProgressBar {
  let shown = '';
  if (isQuiet || err.isTTY !== true) return { show: () => {}, end: () => {} };
  return {
    show(label, part) {
      const full = Math.round(Math.min(1, Math.max(0, part)) * width);
      const line = `${label.padEnd(10)} ${'█'.repeat(full)}${'░'.repeat(width - full)} ${`${Math.floor(part * 100)}`.padStart(3)} %`;
      if (line === shown) return;
      shown = line;
      err.write(`\r\u001b[2K${line}`);
    },
    end() {
      if (shown !== '') err.write('\r\u001b[2K');
      shown = '';
    },
  };
}
