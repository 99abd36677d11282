// What a lab reaches, tried from its own shell.

export type ReachOptions = {
  readonly withinS?: number;
  /** The lab's own addresses, at which it is itself that answers, are left out. */
  readonly butItself?: boolean;
};

/** Prints a line `reached HOST PORT` for each of the targets `HOST PORT` that answers; all are tried at once. */
export function reached(targets: readonly string[], { withinS = 2, butItself = false }: ReachOptions = {}): string {
  const own = butItself ? `case " $own " in *" $host "*) continue;; esac; ` : '';
  const one = `timeout ${withinS} bash -c "exec 3<>/dev/tcp/$host/$port" 2>/dev/null && echo "reached $host $port"`;
  return `own=$(hostname -I); while read -r host port; do ${own}(${one}) & done <<'END'\n${targets.join('\n')}\nEND\nwait`;
}
