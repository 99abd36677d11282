// The process of one router that the routing bench asks for the time of one request. Arguments: <covenant|backend> <folder of the generated code>.
import { strict as assert } from 'node:assert';
import type { IncomingMessage } from 'node:http';
import { type Exchange, open } from '../../../generated/runtime/exchange.ts';
import { find } from '../../../generated/runtime/request/find.ts';
import { readParameters } from '../../../generated/runtime/request/input.ts';
import { answerParent, cpuUs } from '../child.ts';
import { contractOf } from '../generated-code.ts';
import { openapiBackend } from '../http/http-variants.ts';
import { type WideRequest, wideRequests } from './wide.ts';

/** The operationId that the request is for, if it is a good one. */
type Judge = {
  readonly match: (request: WideRequest) => string | undefined;
  readonly matchAndValidate: Judge['match'];
};

const [side = '', folder = ''] = process.argv.slice(2);
const requests = wideRequests();
const judge = await (side === 'covenant' ? covenant() : backend());

const names = requests.map((request) => judge.matchAndValidate(request));
assert.equal(new Set(names).size, requests.length, 'every request finds a different operation');
assert.deepEqual(names, requests.map(judge.match));
const wrong = requests.map((request) => ({
  ...request,
  query: request.query.replace('200', 'x'),
  body: request.body && {},
}));
assert.deepEqual(new Set(wrong.map(judge.matchAndValidate)), new Set([undefined]), 'every wrong request is refused');

answerParent(({ what, ms }: { what: keyof Judge; ms: number }) => {
  const [started, before] = [performance.now(), cpuUs()];
  let done = 0;
  for (; performance.now() - started < ms; done += requests.length) for (const each of requests) judge[what](each);
  return (cpuUs() - before) / done;
});

/** The very stages of the runtime, without a connection around them. The body has been parsed, as it has for the other side. */
async function covenant(): Promise<Judge> {
  const contract = await contractOf(folder, 'wide');
  const called = ({ method, path, query }: WideRequest) =>
    ({ contract, headers: {}, req: { method, url: `${path}?${query}`, headers: {} } as IncomingMessage }) as Exchange;
  const matchAndValidate = (request: WideRequest): string | undefined => {
    const call = called(request);
    const found = find(call, request.path);
    if ('status' in found) return undefined;
    const { operation } = found;
    if (readParameters(open(call, found, {})) !== undefined) return undefined;
    const validate = request.body && contract.validators[`${operation.id}_json`];
    return validate === undefined || validate(request.body) ? operation.id : undefined;
  };
  const match = (request: WideRequest): string | undefined => {
    const found = find(called(request), request.path);
    return 'status' in found ? undefined : found.operation.id;
  };
  return { match, matchAndValidate };
}

async function backend(): Promise<Judge> {
  const { router, validator } = await openapiBackend(folder, '/');
  const asked = (request: WideRequest) => ({ ...request, headers: {} });
  return {
    match: (request) => router.matchOperation(asked(request))?.operationId,
    matchAndValidate(request) {
      const operation = router.matchOperation(asked(request));
      if (operation === undefined) return undefined;
      return validator.validateRequest(asked(request), operation).errors ? undefined : operation.operationId;
    },
  };
}
