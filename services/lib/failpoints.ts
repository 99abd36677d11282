// Numbered places where a test makes the process end or fail: `FAILPOINT=create-lab:3:exit`, several with commas.

export type FailpointAction = 'exit' | 'throw' | 'hang';
export type Failpoint = { readonly name: string; readonly step: number; readonly action: FailpointAction };

export interface Failpoints {
  /** Stands before or after a step; does nothing unless the step was chosen. */
  reach(name: string, step: number): Promise<void>;
}

class FailpointReached extends Error {
  override readonly name = 'FailpointReached';
}

export function parseFailpoints(text: string): readonly Failpoint[] {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const found = /^\s*([a-z][a-z0-9-]*):(\d+):(exit|throw|hang)\s*$/.exec(entry);
    if (!found) throw new Error(`"${entry}" is not <name>:<step>:<exit|throw|hang>`);
    return { name: found[1] ?? '', step: Number(found[2]), action: found[3] as FailpointAction };
  });
}

export const noFailpoints: Failpoints = { reach: async () => {} };

export function failpoints(chosen: readonly Failpoint[]): Failpoints {
  if (chosen.length === 0) return noFailpoints;
  return {
    async reach(name, step) {
      const hit = chosen.find((each) => each.name === name && each.step === step);
      if (hit) await act(hit);
    },
  };
}

async function act({ name, step, action }: Failpoint): Promise<void> {
  if (action === 'throw') throw new FailpointReached(`failpoint ${name}:${step}`);
  // SIGKILL and not process.exit: no handler, no flush, as in a real crash. Nothing after this line runs.
  if (action === 'exit') process.kill(process.pid, 'SIGKILL');
  await new Promise(() => setInterval(() => {}, 60_000));
}
