// What whoever asks for the way into a lab is told while there is none.

/** A lab that has failed or was stopped does not come to run by itself. */
export function notRunning(state: string): string {
  return state === 'failed' || state === 'stopped'
    ? `The lab is ${state}. It runs when its teacher starts it again; the list of its instances says why it does not.`
    : `The lab is ${state}. Ask again when its state is running.`;
}
