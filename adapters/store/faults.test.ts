// Which errors say that the database is unavailable, and which are those of a statement or of a file.
import test from 'ava';
import { StoreError, toStoreError } from './faults.ts';

const failure = (facts: object, message = 'read failed') => Object.assign(new Error(message), facts);
const kindOf = (error: unknown): string | undefined => {
  const named = toStoreError('analytics', error);
  return named instanceof StoreError ? named.kind : undefined;
};

test('a connection that is lost, destroyed or never made is an unavailable database, whatever the system calls it', (t) => {
  const read =
    `ECONNABORTED ECONNRESET ECONNREFUSED EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET ENETUNREACH ENOTCONN ESHUTDOWN
    EPIPE ETIMEDOUT EPROTO EADDRNOTAVAIL ENOBUFS`.split(/\s+/);
  for (const code of read) t.is(kindOf(failure({ code, syscall: 'read' })), 'unavailable', code);
  for (const code of ['ENOENT', 'EACCES', 'EMFILE', 'ENFILE', 'EINVAL'])
    t.is(kindOf(failure({ code, syscall: 'connect' })), 'unavailable', code);
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])
    t.is(kindOf(failure({ code, syscall: 'getaddrinfo' })), 'unavailable', code);
  const wrapped = new Error('query failed', { cause: failure({ code: 'ECONNABORTED', syscall: 'write' }) });
  t.is(kindOf(wrapped), 'unavailable');
  t.is(kindOf(new AggregateError([failure({ code: 'EHOSTDOWN' })])), 'unavailable');
  t.is(kindOf(new Error('Query read timeout')), 'unavailable');
});

test('an error of a file, of a program or of a statement is not', (t) => {
  for (const error of [
    failure({ code: 'ENOSPC', syscall: 'write' }),
    failure({ code: 'EIO', syscall: 'read' }),
    failure({ code: 'ENOENT', syscall: 'open' }),
    new TypeError('x is not a function'),
  ])
    t.is(kindOf(error), undefined, String(error));
  t.is(kindOf(failure({ code: '42601' })), 'query');
  t.is(kindOf(failure({ code: '23505' })), 'constraint');
  t.is(kindOf(failure({ code: '57014' })), 'timeout');
});
