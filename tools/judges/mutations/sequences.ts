// Mutants of what is created and removed: what was deleted, what a refused create leaves, where a new resource is.

import type { Reply } from '../../runtime/exchange.ts';
import type { Mutation } from '../mock/mock.ts';
import type { MutantGroup } from './mutant.ts';
import { asked, handler, status, wire } from './mutation-operators.ts';

export const sequences: MutantGroup = {
  kind: 'sequences',
  mutants: [
    {
      id: 'delete-does-nothing',
      what: 'what was deleted is still there',
      area: 'admin',
      operation: 'getGrant',
      check: 'after-delete',
      rule: 'status',
      mutate: handler('deleteGrant', () => async () => ({ status: 204 })),
    },
    {
      id: 'failed-create-leaves',
      what: 'a create that is refused leaves something in the list',
      area: 'admin',
      operation: 'createDealer',
      check: 'failed-create',
      rule: 'failed create leaves nothing',
      mutate: leavingCreate,
    },
    {
      id: 'conflict-unseen',
      what: 'what is there already is refused as if its form were wrong',
      area: 'admin',
      operation: 'createDealer',
      check: 'cause',
      rule: 'status',
      mutate: wire(asked('POST', /^\/admin\/dealers$/), status(409, 400)),
    },
  ],
};

function leavingCreate({ contract, handlers }: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const judge = contract.validators.createDealer_json;
  const left: Record<string, unknown>[] = [];
  const mutated = (value: unknown): value is unknown => {
    const holds = judge?.(value) ?? true;
    if (!holds)
      left.push({
        dealer_id: `left${left.length}`,
        name: 'left',
        region_id: 'oslo',
        created_at: '2026-11-21T07:41:12Z',
      });
    return holds;
  };
  Object.defineProperty(mutated, 'errors', { get: () => judge?.errors });
  const list = handlers.listDealers as unknown as (request: unknown) => Promise<Reply>;
  return {
    contract: { ...contract, validators: { ...contract.validators, createDealer_json: mutated as never } },
    handlers: {
      ...handlers,
      listDealers: (async (request: unknown) => {
        const reply = await list(request);
        if (!('body' in reply)) return reply;
        const page = reply.body as { items: unknown[] };
        return { ...reply, body: { ...page, items: [...page.items, ...left] } };
      }) as never,
    },
  };
}
