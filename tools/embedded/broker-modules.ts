// The modules of a broker are loaded in batches when it starts. One after the other, as Erlang does it by itself, each of a thousand is
// looked for in sixty folders and makes Erlang copy its table of all functions: half of the processor time of a start.
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
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
 * The flags that load the modules of the list before the broker boots; what cannot be loaded so, it loads itself when it needs it. They
 * pass through a shell, so they have neither blanks nor quotes, and the name of the file is an atom.
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
  // The broker starts an Erlang that inherits these flags, to look for a port mapper. That one has a name from the beginning and needs no modules.
  return `-eval case(init:get_argument(sname))of(error)->${waited};_->(ok)end`;
}

/** An expression that writes the list, for a broker that has done its work. */
export const recordModules = (list: string): string => `
  Loaded = [{M, F} || {M, F} <- code:all_loaded(), is_list(F), filelib:is_regular(F)],
  Batches = (fun Split(L) when length(L) =< ${batch} -> [L]; Split(L) -> {A, B} = lists:split(${batch}, L), [A | Split(B)] end)(Loaded),
  ok = file:write_file("${list}", [io_lib:format("~p.~n", [B]) || B <- Batches])`;
