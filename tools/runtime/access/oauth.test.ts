import test from 'ava';
import { basicCredentials, errorMembers } from './oauth.ts';

const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString('base64')}`;

test('HTTP Basic carries id and secret form-encoded, so that each may have a colon, a space and any letter', (t) => {
  t.deepEqual(basicCredentials(basic('fjord:s%3Ae+cr%C3%A9t%2B')), { id: 'fjord', secret: 's:e cr\u00e9t+' });
  t.deepEqual(basicCredentials(basic('a%3Ab:c:d')), { id: 'a:b', secret: 'c:d' });
  t.deepEqual(basicCredentials(basic('fjord:').replace('Basic ', 'bAsIc   ')), { id: 'fjord', secret: '' });
});

test('HTTP Basic without a colon, with broken encodings or invalid base64 carries no id and secret', (t) => {
  const broken = [basic('fjord'), basic('fjord:%zz'), basic('fjord:%ff'), basic(Buffer.from([0x61, 0x3a, 0xff]))];
  for (const each of [...broken, 'Basic', 'Basic ', 'Basic a:b', 'Basic YTpi YTpi', 'Bearer YTpi'])
    t.is(basicCredentials(each), undefined, each);
});

const codes = {
  'invalid-request': 'invalid_request',
  'invalid-request /grant_type': 'unsupported_grant_type',
  'invalid-credentials': 'invalid_client',
};

const members = (slug: string, more: object, errorCodes: Record<string, string> | undefined = codes) =>
  errorMembers(
    errorCodes && { errorCodes },
    { status: 400, problem: { slug, detail: '' } },
    { type: '', title: 'Title', status: 400, detail: '', instance: '', ...more },
  );

const at = (pointer: string, rule: string, message: string) => ({ pointer, rule, message });

test('an OAuth error has the code of its problem, or that of the field that is wrong', (t) => {
  const grant = at('/grant_type', 'const', 'must be "client_credentials"');
  t.deepEqual(members('invalid-request', { errors: [at('/x', 'additionalProperties', 'is not known'), grant] }), {
    error: 'unsupported_grant_type',
    error_description: "/x is not known; /grant_type must be 'client_credentials'",
  });
  t.deepEqual(members('invalid-request', { errors: [at('/grant_type', 'required', 'is required')] }), {
    error: 'invalid_request',
    error_description: '/grant_type is required',
  });
  t.deepEqual(members('invalid-request', { errors: [at('', 'type', 'must be an object')] }), {
    error: 'invalid_request',
    error_description: 'the body must be an object',
  });
});

test('an OAuth description is ASCII without quotes, from the detail or the title, and other problems have no code', (t) => {
  t.deepEqual(members('invalid-credentials', { detail: 'No "caf\u00e9" \\ here' }), {
    error: 'invalid_client',
    error_description: "No 'caf?' ' here",
  });
  t.deepEqual(members('invalid-credentials', {}), { error: 'invalid_client', error_description: 'Title' });
  t.is(members('rate-limited', {}), undefined);
  t.is(
    errorMembers(
      {},
      { status: 400, problem: { slug: 'invalid-request', detail: '' } },
      { type: '', title: '', status: 400, detail: '', instance: '' },
    ),
    undefined,
  );
});
