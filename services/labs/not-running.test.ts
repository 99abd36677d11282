// The problem detail while a lab is not running: in each state whether to wait, and otherwise whom to ask.
import test from 'ava';
import { instanceStateTable } from '../../generated/infra/states.ts';
import type { InstanceState } from '../../generated/infra/types.ts';
import { notRunning } from './not-running.ts';

const passing: readonly InstanceState[] = ['queued', 'waiting_quota', 'creating', 'running', 'degraded'];

for (const state of Object.keys(instanceStateTable.moves) as InstanceState[])
  test(`notRunning asks the user of a lab that is ${state} ${passing.includes(state) ? 'to try again' : 'to ask the teacher'}`, (t) => {
    const text = notRunning(state);
    t.is(/Try again/.test(text), passing.includes(state), text);
    t.is(/Ask your teacher to start it again/.test(text), !passing.includes(state), text);
  });
