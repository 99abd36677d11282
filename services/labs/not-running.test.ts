// What is said in place of a way in: in each state whether waiting helps, and if not, who can do what.
import test from 'ava';
import { instanceStateTable } from '../../generated/infra/states.ts';
import type { InstanceState } from '../../generated/infra/types.ts';
import { notRunning } from './not-running.ts';

const passing: readonly InstanceState[] = ['queued', 'waiting_quota', 'creating', 'running', 'degraded'];

for (const state of Object.keys(instanceStateTable.moves) as InstanceState[])
  test(`of a lab that is ${state} it is said ${passing.includes(state) ? 'to ask again' : 'that its teacher starts it'}`, (t) => {
    const text = notRunning(state);
    t.is(/Ask again/.test(text), passing.includes(state), text);
    t.is(/when its teacher starts it again/.test(text), !passing.includes(state), text);
  });
