// The process of the load generator: load.ts, asked by http.ts.
import { answerParent } from './child.ts';
import { load } from './load.ts';

answerParent(load);
