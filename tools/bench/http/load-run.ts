// The process of the load generator, started by the HTTP bench.
import { answerParent } from '../child.ts';
import { load } from './load.ts';

answerParent(load);
