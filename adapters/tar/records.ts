// The records of POSIX, which say more about the next entry than its header has room for.
import { TarBroken } from './header.ts';

/** `length key=value\n`, over and over. */
export function records(data: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < data.length; ) {
    const [digits = '', length] = /^(\d+) /.exec(data.toString('latin1', at, at + 12)) ?? [];
    if (length === undefined || Number(length) <= digits.length) throw new TarBroken('a record has no length');
    const text = data.toString('latin1', at + digits.length, at + Number(length) - 1);
    found[text.slice(0, text.indexOf('='))] = text.slice(text.indexOf('=') + 1);
    at += Number(length);
  }
  return found;
}
