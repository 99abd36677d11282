// Generated from tools/runtime/deadline.ts by tools/generate.ts; do not edit.
// The time of requests in progress, watched by one timer for all of them; what happens when it is over: http.ts.

// A deadline may be noticed this much late, which is little beside the seconds that contracts give.
const tickMs = 50;

export interface Deadline {
  readonly at: number;
  readonly over: () => void;
}

const running = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;

export function startDeadline(ms: number, over: () => void): Deadline {
  const deadline = { at: performance.now() + ms, over };
  running.add(deadline);
  timer ??= setInterval(endLate, tickMs);
  return deadline;
}

export const stopDeadline = (deadline: Deadline): void => void running.delete(deadline);

function endLate(): void {
  const now = performance.now();
  for (const deadline of running) {
    if (deadline.at > now) continue;
    running.delete(deadline);
    deadline.over();
  }
  if (running.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
