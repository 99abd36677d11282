// The modules of a broker are loaded in batches when it starts. One after the other, as Erlang does it by itself, each
// of a thousand is looked for in sixty folders and makes Erlang copy its table of all functions: half of the processor
// time of a start.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const folders = '/usr/lib/erlang/lib/*';
/** More of them at once take memory that the broker then keeps. */
const batch = 32;

/** Where a run of these plugins leaves the list of its modules; other packages have another list. */
export function moduleList(folder: string, plugins: readonly string[]): string {
  const hash = createHash('sha256').update([...globSync(folders).sort(), ...plugins].join('\n'));
  return path.join(folder, `modules_${hash.digest('hex').slice(0, 8)}`);
}

/**
 * The flags that load the modules of the list before the broker boots; what cannot be loaded so, it loads itself when
 * it needs it. They pass through a shell, so they have neither blanks nor quotes, and the name of the file is an atom.
 */
export function loadingFlags(list: string): string {
  if (!existsSync(list)) return '';
  const read = '[begin{ok,B}=file:read_file(F),{M,F,B}end||{M,F}<-L,not(erlang:module_loaded(M))]';
  // Modules that run code of their own when they are loaded refuse a batch, and are named.
  const rest = `[Y||{M,_,_}=Y<-${read},not(lists:keymember(M,1,E))]`;
  const load = `case(code:atomic_load(${read}))of{error,E}->code:atomic_load(${rest});_->(ok)end`;
  const all = `{ok,Ls}=file:consult(${path.basename(list)}),[${load}||L<-Ls]`;
  // In a process that ends, since what it read would stay in memory.
  const waited = `{_,R}=spawn_monitor(fun()->${all}end),receive{_,R,_,_,_}->(ok)end`;
  // The broker starts an Erlang that inherits these flags, to look for a port mapper. That one has a name from the
  // beginning and needs no modules.
  return `-eval case(init:get_argument(sname))of(error)->${waited};_->(ok)end`;
}

/**
 * For brokers whose data need not last: a test run starts some thirty, each in a new folder, which has no list. They
 * have one list in common, which the first of them leaves once it is up, and one folder with links to the plugins,
 * whose paths are in the list. Another package has another folder.
 */
export function commonFolder(plugins: readonly string[]): string {
  const home = path.join(import.meta.dirname, '../../../../run/test-broker');
  const folder = path.join(home, path.basename(moduleList('', plugins)));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  linkAll(plugins, path.join(unfinished, 'plugins'));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was first.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The common list, where the flags look for it; nothing before the first broker has left one. */
export function linkCommonList(list: string, folder: string): void {
  const link = path.join(folder, path.basename(list));
  if (existsSync(list) && !existsSync(link)) symlinkSync(list, link);
}

export function linkAll(targets: readonly string[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const target of targets) symlinkSync(target, path.join(folder, path.basename(target)));
}

/**
 * An expression that writes the list, for a broker that is up or has done its work. Another one may be reading the
 * list.
 */
export const recordModules = (list: string): string => `
  Loaded = [{M, F} || {M, F} <- code:all_loaded(), is_list(F), filelib:is_regular(F)],
  Batches = (fun Split(L) when length(L) =< ${batch} -> [L]; Split(L) -> {A, B} = lists:split(${batch}, L), [A | Split(B)] end)(Loaded),
  ok = file:write_file("${list}-${process.pid}", [io_lib:format("~p.~n", [B]) || B <- Batches]),
  ok = file:rename("${list}-${process.pid}", "${list}")`;
