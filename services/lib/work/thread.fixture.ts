// A thread that answers, ends or is stuck, as it is asked to.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', (question: string) => {
  if (question === 'end') throw new Error('the work failed');
  while (question === 'be stuck') Math.random();
  parentPort?.postMessage(question.toUpperCase());
});
