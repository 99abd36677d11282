// What a command reads and writes, so that tests give their own.

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Progress, prompts and errors. */
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
}

export const print = ({ out }: Terminal, text: string): void => void out.write(`${text}\n`);
export const note = ({ err }: Terminal, text: string): void => void err.write(`${text}\n`);

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/** https://no-color.org */
export function styled({ env }: Terminal, stream: { readonly isTTY?: boolean }, style: Style, text: string): string {
  const isPlain = stream.isTTY !== true || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  const [on, off] = codes[style];
  return isPlain ? text : `\u001b[${on}m${text}\u001b[${off}m`;
}

export async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
