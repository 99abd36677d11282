// A job that an operation has started, followed until it ends.
import { type Called, calledOf, listOf, plainSchema, recordOf, textIn } from './contract.ts';
import { make } from './dom.ts';
import { parsed } from './reply.ts';
import { headerIn, type Incoming, sendRequest } from './send.ts';

interface Following {
  readonly headers: readonly (readonly [string, string])[];
  readonly isOver: () => boolean;
}

/** The last reply of the job, or undefined where the operation has started none. */
export async function followJob(
  { document: contract, value }: Called,
  started: Incoming,
  view: HTMLElement,
  { headers, isOver }: Following,
): Promise<Incoming | undefined> {
  const { status: operation } = recordOf(value['x-job']);
  const location = headerIn(started, 'Location');
  const target = calledOf(contract, textIn(operation));
  if (started.status !== 202 || location === undefined || target === undefined) return undefined;
  const bar = make('progress', { max: '100', 'aria-label': 'Progress of the job' });
  const text = make('p', { role: 'status' }, 'The job is queued.');
  view.append(make('div', { class: 'try-job' }, bar, text));
  const waits = listOf(target.value.parameters).some((each) => recordOf(each).name === 'wait');
  const url = new URL(location, started.url);
  if (waits) url.searchParams.set('wait', '10');
  const isFinal = finalStates(target);
  while (!isOver()) {
    const answer = await sendRequest({ method: 'GET', url: url.href, headers, body: null });
    const job = recordOf(parsed(await answer.content.text()));
    if (answer.status >= 400) return answer;
    if (typeof job.progress === 'number') bar.value = job.progress;
    text.textContent = `The job is ${String(job.status)}${typeof job.progress === 'number' ? `, ${job.progress} %` : ''}.`;
    if (isFinal(textIn(job.status))) return answer;
    await new Promise((resolve) => setTimeout(resolve, waits ? 200 : 1500));
  }
  return undefined;
}

/** The final states of the contract's state table. */
function finalStates({ document: contract, value }: Called): (status: string) => boolean {
  const [media] = Object.values(recordOf(recordOf(recordOf(value.responses)['200']).content)).map(recordOf);
  const { status } = recordOf(plainSchema(contract, media?.schema).properties);
  const final = new Set(listOf(recordOf(plainSchema(contract, status)['x-states']).final));
  return (name) => final.has(name);
}
