// The browser of this machine, opened at an address that a server named.
import { spawn } from 'node:child_process';

/**
 * What opens `address`; undefined for one that no browser shows. No shell reads it: `cmd /c start` would run what
 * follows an `&`.
 */
export function browserCommand(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return undefined;
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

export function openBrowser(address: string): void {
  const found = browserCommand(process.platform, address);
  if (found === undefined) return;
  const [command, ...args] = found;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the address is on the terminal
  child.unref();
}
