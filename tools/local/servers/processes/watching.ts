// Processes observed from outside, through /proc: who descends from whom, and who listens where.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { isEnded, statOf } from './process-stat.ts';

type Process = { readonly pid: number; readonly parent: number };

export function descendantsOf(...pids: readonly number[]): readonly number[] {
  const byParent = Map.groupBy(processes(), ({ parent }) => parent);
  const children = (of: number): readonly number[] =>
    (byParent.get(of) ?? []).flatMap((child) => [child.pid, ...children(child.pid)]);
  return pids.flatMap(children);
}

/** Processes of the program of that name whose working folder this is. */
export function workingIn(program: string, folder: string): readonly number[] {
  return processes()
    .map(({ pid }) => pid)
    .filter((pid) => linkOf(pid, 'cwd') === folder && path.basename(linkOf(pid, 'exe')) === program);
}

function linkOf(pid: number, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return ''; // it ended meanwhile, or is not ours
  }
}

export const isAlive = (pid: number) => processes().some((each) => each.pid === pid);

/** Addresses as `127.0.0.1:8080`, sorted. */
export function listenersOf(pids: readonly number[]): readonly string[] {
  const inodes = new Set(pids.flatMap(socketsOf));
  const listening = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8').split('\n').slice(1),
  );
  return listening
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
    .map((fields) => readable(fields[1] ?? ''))
    .sort();
}

/**
 * An answer on a port may come from a stranger who was faster; this says whether all of these are ours. Believed where
 * there is no /proc.
 */
export async function listensOn(pid: number, ports: readonly number[]): Promise<boolean> {
  // The table of all sockets of a machine may take 10 ms to read, so it is not read before there is something to find.
  if (!(await Promise.all(ports.map(acceptsOn))).every(Boolean)) return false;
  if (ports.length === 0 || !existsSync('/proc/net/tcp')) return true;
  const addresses = listenersOf([pid]);
  return ports.every((port) => addresses.includes(`127.0.0.1:${port}`));
}

const acceptsOn = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (accepts: boolean) => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

function processes(): readonly Process[] {
  return readdirSync('/proc').flatMap((name) => {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    return fields === undefined || isEnded(fields) ? [] : [{ pid: Number(name), parent: Number(fields[1]) }];
  });
}

function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      // One may be closed meanwhile, as the folder that this reads is when the process is our own.
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(pid, `fd/${fd}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

/** The kernel writes addresses as hexadecimal words of the machine's byte order. */
function readable(text: string): string {
  const [address = '', port = ''] = text.split(':');
  const bytes = Buffer.from(address, 'hex').reverse();
  const host = bytes.length === 4 ? bytes.join('.') : `[${address}]`;
  return `${host}:${Number.parseInt(port, 16)}`;
}
