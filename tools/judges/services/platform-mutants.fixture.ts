// How one mechanism of the lab platform is broken in its wiring, or its answers on their way, and what must find it.
import type { Identity } from '../../../adapters/identity/port.ts';
import type { StudentId } from '../../../generated/platform/types.ts';
import { authenticator } from '../../../services/platform/credential.ts';
import type { PlatformDeps } from '../../../services/platform/index.ts';
import { credulous } from './caller-mutants.fixture.ts';
import { header, type ReplyMutation } from './mutating-proxy.fixture.ts';
import type { ServiceMutant } from './service-mutants.fixture.ts';

export type PlatformMutation = (healthy: PlatformDeps, provider: Pick<Identity, 'verify'>) => Partial<PlatformDeps>;

export type PlatformMutant = ServiceMutant<PlatformMutation> & { readonly mutated?: ReplyMutation };

/** Labs that were never started. */
export const quiet = ['/labs', '/labs/{id}', '/labs/{id}/config'];
/** With an infrastructure behind them. */
export const running = [...quiet, '/labs/{id}/start', '/labs/{id}/instances', '/labs/{id}/access', '/labs/{id}/stop'];

export const platformMutants: readonly PlatformMutant[] = [
  {
    paths: quiet,
    id: 'lab-of-everybody',
    what: 'the store finds a lab for whoever asks',
    operation: 'getLab',
    check: 'ownership',
    rule: 'status',
    mutate: ({ labs }) => ({ labs: { ...labs, find: (_, lab_id) => labs.find('every', lab_id) } }),
  },
  {
    paths: quiet,
    id: 'list-of-everybody',
    what: 'the store lists the labs of everybody',
    operation: 'listLabs',
    check: 'leak',
    rule: 'leak',
    mutate: ({ labs }) => ({ labs: { ...labs, list: (_, query) => labs.list('every', query) } }),
  },
  {
    paths: quiet,
    id: 'everybody-teaches',
    what: 'who is let in at all is let in as a teacher',
    operation: 'uploadLab',
    check: 'role',
    rule: 'status',
    mutate: ({ authenticate }) => ({
      authenticate: async (input) => {
        const found = await authenticate(input);
        return 'subject' in found ? { ...found, roles: ['teacher'] } : found;
      },
    }),
  },
  {
    paths: quiet,
    id: 'revision-stays',
    what: 'the revision of a lab does not rise when its configuration is replaced',
    operation: 'replaceLabConfig',
    check: 'conditional-write',
    rule: 'status',
    mutate: ({ labs }) => ({
      labs: {
        ...labs,
        async find(scope, lab_id) {
          const found = await labs.find(scope, lab_id);
          return found && { ...found, revision: 1, content_sha256: 'the same' };
        },
        async replace(lab, _, by, at) {
          const present = await labs.find('every', lab.lab_id);
          return labs.replace(lab, present?.revision ?? 0, by, at);
        },
      },
    }),
  },
  {
    paths: quiet,
    id: 'signature-unchecked',
    what: 'the signature of a token is not compared',
    operation: 'listLabs',
    check: 'refused-token',
    asked: 'a token signed by an unknown key',
    rule: 'status',
    mutate: (healthy, provider) => ({
      authenticate: authenticator({
        ...healthy,
        identity: credulous(provider, (because) => because === 'signature', { roles: ['teacher'] }),
      }),
    }),
  },
  {
    paths: quiet,
    id: 'taken-id-again',
    what: 'a lab is made although its id is taken',
    operation: 'uploadLab',
    check: 'cause',
    asked: 'a cause of 409 conflict',
    rule: 'status',
    mutate: ({ labs }) => ({
      labs: {
        ...labs,
        exists: async () => false,
        async create(lab, owner, at) {
          const made = await labs.create(lab, owner, at);
          return made === 'taken' ? ((await labs.find('every', lab.lab_id)) ?? made) : made;
        },
      },
    }),
  },
  {
    paths: quiet,
    id: 'lab-skipped',
    what: 'the store begins a page one lab too late',
    operation: 'listLabs',
    check: 'paging',
    rule: 'paging: whole',
    mutate: ({ labs }) => ({
      labs: {
        ...labs,
        list: async (scope, query) =>
          query.after === undefined
            ? labs.list(scope, query)
            : (await labs.list(scope, { ...query, limit: query.limit + 1 })).slice(1),
      },
    }),
  },
  {
    paths: running,
    id: 'login-of-another-student',
    what: 'who asks for a login is taken for the student who asked first',
    operation: 'getLabAccess',
    check: 'ownership',
    rule: 'status',
    mutate: ({ authenticate }) => {
      let first: StudentId | null = null;
      return {
        async authenticate(input) {
          const found = await authenticate(input);
          if (input.operationId !== 'getLabAccess' || !('subject' in found)) return found;
          first ??= found.user.student_id;
          return { ...found, user: { ...found.user, student_id: first } };
        },
      };
    },
  },
  {
    paths: running,
    id: 'login-kept',
    what: 'whoever carries a login may keep it',
    operation: 'getLabAccess',
    check: 'reply-header',
    rule: 'header Cache-Control',
    mutate: () => ({}),
    mutated: { asked: /^GET \/labs\/[^/]+\/access/, mutate: header(200, 'cache-control', undefined) },
  },
  {
    paths: running,
    id: 'stop-twice-fails',
    what: 'a lab that is stopped already cannot be stopped once more',
    operation: 'stopLab',
    check: 'idempotency-refused',
    asked: 'the same key with a credential',
    rule: 'status',
    mutate: ({ intents }) => {
      const stopped = new Set<string>();
      return {
        intents: {
          ...intents,
          async write(intent, settled) {
            const student = JSON.stringify([intent.lab_id, intent.student_ids]);
            if (intent.kind === 'stop' && stopped.has(student)) throw new Error('an injected fault');
            if (intent.kind === 'stop') stopped.add(student);
            await intents.write(intent, settled);
          },
        },
      };
    },
  },
];
