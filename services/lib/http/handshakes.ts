// Handshakes of WebSockets pass a rate limit like requests do: each makes a connection, a credential is checked and a
// session read.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { rateLimited } from '../../../generated/runtime/access/access.ts';
import { endWithProblem } from '../../../generated/runtime/connection.ts';
import type { CallerBase, ContractHost } from '../../../generated/runtime/host.ts';
import { protocolProblems as problems } from '../../../generated/runtime/protocol-problems.ts';
import type { Log } from '../log.ts';

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

type Deps = {
  readonly host: Pick<ContractHost<CallerBase>, 'limit' | 'quotas' | 'clientOf' | 'ids'>;
  /** The rate limit of the contract that counts handshakes by address. */
  readonly policy: string;
  readonly quota: number;
  readonly windowS: number;
  readonly log: Log;
};

export function limitHandshakes({ host, policy, quota: least, windowS, log }: Deps, upgrade: Upgrade): Upgrade {
  const quota = host.quotas?.[policy] ?? least;
  return (request, socket, head) => {
    const { address } = host.clientOf(request);
    const leave = () => socket.destroy();
    socket.on('error', leave);
    void host.limit({ policy, quota, windowS, cost: 1, key: address }).then(({ allowed, retryAfterS }) => {
      socket.off('error', leave);
      if (socket.destroyed) return;
      if (allowed) return upgrade(request, socket, head);
      const requestId = host.ids.requestId();
      const reply = rateLimited(policy, retryAfterS);
      const headers = { 'Retry-After': String(reply.problem.retry_after_s) };
      endWithProblem(socket, reply, { requestId, problems, headers });
      log.info('request', { request_id: requestId, address, status: reply.status, slug: reply.problem.slug });
    });
  };
}
