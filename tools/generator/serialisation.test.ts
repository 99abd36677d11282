// What the server, the clients and the command line cannot have alike is refused with its place and what to do. What
// they can: tools/clients/serialisation.test.ts.
import test from 'ava';
import { ContractError } from '../contract/document/source.ts';
import type { JsonObject } from '../contract/json.ts';
import { generateDocument } from './document.ts';
import { contractFile, type SmallContract, smallContract } from './fixtures/small/contract.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const file = { type: 'string', format: 'binary' };
const query = (name: string, more: JsonObject = {}): JsonObject => ({ name, in: 'query', schema: text, ...more });
const id = { name: 'id', in: 'path', required: true, schema: text };
const form = (properties: JsonObject, more: JsonObject = {}) => ({
  schema: { type: 'object', additionalProperties: false, properties },
  ...more,
});
const multipart = (properties: JsonObject, more: JsonObject = {}) => ({
  content: { 'multipart/form-data': form(properties, more) },
  more: { 'x-limits': { file_bytes: 1_000 } },
});
const urlencoded = (properties: JsonObject, more: JsonObject = {}) => ({
  content: { 'application/x-www-form-urlencoded': form(properties, more) },
});
const member = (name: string) => ({
  schemas: { Odd: { type: 'object', properties: { [name]: text } } },
  reply: ref('Odd'),
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const noStyle = (name: string, style: string, place: string, own: string) =>
  `"${name}" has the style ${style}, which is not supported; leave it out: a parameter in the ${place} has the style ${own}`;
const badName = (name: string) =>
  `sendParcel: "${name}" cannot be the name of a parameter; begin with a letter, use letters, digits, - and _, and no name that every JavaScript object has`;
const badMember = (name: string) =>
  `"${name}" cannot be a member; rename it: letters, digits and underscores, neither a keyword of Python nor a name that every JavaScript object has`;
const badBody = (type: string) =>
  `a body of ${type} is not supported; use JSON, a form, or text (text/* or application/yaml) with the schema type string`;
const taken = (operationId: string) =>
  `the operationId ${operationId} is taken in a client; use a verb and a noun, like getJob`;
const badType = (name: string) =>
  `the schema ${name} becomes a type; name it with letters and digits, beginning with a capital`;
const sameType = (name: string) => `the schema ${name} has the name of another type of a client; rename it`;
const notText = (name: string) =>
  `"${name}" must be one string, integer, number or boolean, or a list of them, to be written as text`;
const ofFileOnly = (name: string) =>
  `the encoding of "${name}" is not supported; only a file in multipart/form-data can have one`;

const refused: Readonly<Record<string, readonly [SmallContract, ...string[]]>> = {
  'a list with pipes': [
    { parameters: [query('a', { style: 'pipeDelimited', explode: false, schema: texts })] },
    noStyle('a', 'pipeDelimited', 'query', 'form'),
    'the values of "a" may have commas themselves; leave "explode" out, so that the list is repeated',
  ],
  'a list with spaces': [
    { parameters: [query('a', { style: 'spaceDelimited', schema: texts })] },
    noStyle('a', 'spaceDelimited', 'query', 'form'),
  ],
  'a list in brackets': [
    { parameters: [query('a', { style: 'deepObject', explode: true, schema: texts })] },
    noStyle('a', 'deepObject', 'query', 'form'),
  ],
  'an object in brackets': [
    { parameters: [query('a', { style: 'deepObject', schema: { type: 'object', properties: { b: text } } })] },
    noStyle('a', 'deepObject', 'query', 'form'),
    notText('a'),
  ],
  'an object in the query': [{ parameters: [query('a', { schema: { type: 'object' } })] }, notText('a')],
  'a list of lists in the query': [
    { parameters: [query('a', { schema: { type: 'array', items: texts } })] },
    notText('a'),
  ],
  'a parameter that may be null': [
    { parameters: [query('a', { schema: { type: ['string', 'null'] } })] },
    notText('a'),
  ],
  'a list of texts with commas': [
    { parameters: [query('a', { explode: false, schema: texts })] },
    'the values of "a" may have commas themselves; leave "explode" out, so that the list is repeated',
  ],
  'a path with a label': [
    { path: '/parcels/{id}', parameters: [{ ...id, style: 'label' }] },
    noStyle('id', 'label', 'path', 'simple'),
  ],
  'a path with a matrix': [
    { path: '/parcels/{id}', parameters: [{ ...id, style: 'matrix' }] },
    noStyle('id', 'matrix', 'path', 'simple'),
  ],
  'a list in the path': [
    { path: '/parcels/{id}', parameters: [{ ...id, schema: texts }] },
    '"id" is a list in the path; only a parameter in the query can be a list',
  ],
  'a list in a header': [
    { parameters: [{ name: 'X-Ids', in: 'header', schema: texts }] },
    '"X-Ids" is a list in the header; only a parameter in the query can be a list',
  ],
  'a list in a cookie': [
    { parameters: [{ name: 'ids', in: 'cookie', schema: texts }] },
    '"ids" is a list in the cookie; only a parameter in the query can be a list',
  ],
  'a header that OpenAPI ignores': [
    { parameters: [{ name: 'accept', in: 'header', schema: text }] },
    'OpenAPI ignores a parameter for the header accept; remove it',
  ],
  'a parameter elsewhere': [
    { parameters: [query('a', { in: 'querystring' })] },
    '"a" is in querystring; it must be in the path, query, header or cookie',
  ],
  'a file in the query': [
    { parameters: [query('a', { schema: file })] },
    '"a" is a file; only a field of a multipart/form-data body can be a file',
  ],
  'reserved characters as they are': [
    { parameters: [query('a', { allowReserved: true })] },
    '"allowReserved" is not supported in a parameter; leave it out, since reserved characters are percent-encoded',
  ],
  'a parameter without a value': [
    { parameters: [query('a', { allowEmptyValue: true })] },
    '"allowEmptyValue" is not supported in a parameter; leave it out, and let the schema allow an empty string',
  ],
  'a parameter of JSON': [
    { parameters: [{ name: 'a', in: 'query', content: { 'application/json': { schema: text } } }] },
    '"content" is not supported in a parameter; give the parameter a schema with one type, since it is written as text',
  ],
  'a type of a file that clients cannot promise': [
    multipart({ photo: file }, { encoding: { photo: { contentType: 'image/png' } } }),
    'contentType of "photo" must include application/octet-stream, as which clients send a file whose type they do not know',
  ],
  'headers of a file': [
    multipart({ photo: file }, { encoding: { photo: { contentType: 'application/octet-stream', headers: {} } } }),
    '"headers" of the encoding of "photo" is not supported; only contentType is',
  ],
  'the encoding of a text field': [
    multipart({ note: text }, { encoding: { note: { contentType: 'text/plain' } } }),
    ofFileOnly('note'),
  ],
  'the encoding of no field': [
    multipart({ note: text }, { encoding: { nothing: { style: 'form' } } }),
    ofFileOnly('nothing'),
  ],
  'the style of a form field': [
    urlencoded({ ids: texts }, { encoding: { ids: { style: 'pipeDelimited' } } }),
    ofFileOnly('ids'),
  ],
  'a file without a size': [
    { content: { 'multipart/form-data': form({ photo: file }) } },
    'sendParcel takes a file; state its size in x-limits: { file_bytes }',
  ],
  'a file in a form of text': [
    { ...urlencoded({ photo: file }), more: { 'x-limits': { file_bytes: 1_000 } } },
    '"photo" is a file; send the form as multipart/form-data',
  ],
  'a list of files': [
    multipart({ photos: { type: 'array', items: file } }),
    '"photos" is a list of files; a field has one file',
  ],
  'an object in a form': [multipart({ a: { type: 'object' } }), notText('a')],
  'a form of parts': [
    { content: { 'multipart/form-data': { schema: { allOf: [ref('Parcel')] } } } },
    'the schema of multipart/form-data must be an object with its fields in "properties"',
  ],
  'a form with other fields': [
    { content: { 'multipart/form-data': { schema: { type: 'object', properties: {}, additionalProperties: text } } } },
    'a form has no other fields; set "additionalProperties" to false',
  ],
  'a form of two kinds': [
    { content: { ...multipart({ a: text }).content, ...urlencoded({ a: text }).content } },
    'application/x-www-form-urlencoded is the second form of this operation; keep one',
  ],
  'two bodies of JSON': [
    {
      content: {
        'application/json': { schema: ref('Parcel') },
        'application/merge-patch+json': { schema: ref('Parcel') },
      },
    },
    'application/merge-patch+json is the second JSON body of this operation; keep one',
  ],
  'a body of bytes': [
    { content: { 'application/octet-stream': { schema: file } } },
    badBody('application/octet-stream'),
  ],
  'a body of XML': [{ content: { 'application/xml': { schema: text } } }, badBody('application/xml')],
  'a body of any image': [{ content: { 'image/*': { schema: file } } }, badBody('image/*')],
  'a body of related parts': [{ content: { 'multipart/related': form({ a: text }) } }, badBody('multipart/related')],
  'JSON by another name': [
    { content: { 'application/json; charset=utf-8': { schema: ref('Parcel') } } },
    badBody('application/json; charset=utf-8'),
  ],
  'a file in JSON': [
    { content: { 'application/json': { schema: { type: 'object', properties: { photo: file } } } } },
    'only a field of a multipart/form-data body can be a file',
  ],
  'a file in a reply of JSON': [
    { reply: { type: 'object', properties: { photos: { type: 'array', items: file } } } },
    'only a field of a multipart/form-data body can be a file',
  ],
  'two parameters of one Python name': [
    { parameters: [query('dealer-id'), query('dealer_id')] },
    'sendParcel: "dealer-id" and "dealer_id" would both be dealer_id, an argument of the Python client; rename one',
    'sendParcel: "dealer-id" and "dealer_id" would both be --dealer-id, a flag of the command line; rename one',
  ],
  'two parameters of one Python name in other places': [
    { path: '/parcels/{id}', parameters: [id, { name: 'Id', in: 'header', schema: text }] },
    'sendParcel: "id" and "Id" would both be id, an argument of the Python client; rename one',
  ],
  'a parameter and a keyword with an underscore': [
    { parameters: [query('class'), query('class_')] },
    'sendParcel: "class" and "class_" would both be class_, an argument of the Python client; rename one',
  ],
  'one parameter twice': [
    {
      parameters: [
        { name: 'X-A', in: 'header', schema: text },
        { name: 'x-a', in: 'header', schema: text },
      ],
    },
    'sendParcel: "X-A" and "x-a" would both be header x-a, a place in the request; remove one',
    'sendParcel: "X-A" and "x-a" would both be x_a, an argument of the Python client; rename one',
    'sendParcel: "X-A" and "x-a" would both be --x-a, a flag of the command line; rename one',
  ],
  'a parameter and a field of one flag': [
    { parameters: [query('dry_run')], ...multipart({ dry_run: { type: 'boolean' } }) },
    'sendParcel: "dry_run" and "dry_run" would both be --dry-run, a flag of the command line; rename one',
  ],
  'a parameter of the name of an argument': [
    { parameters: [query('headers'), query('Timeout'), query('deadline')] },
    'sendParcel: "headers" would be headers, which the method of the Python client has itself; rename it',
    'sendParcel: "Timeout" would be timeout, which the method of the Python client has itself; rename it',
    'sendParcel: "deadline" would be deadline, which the method of the Python client has itself; rename it',
  ],
  'a parameter of the name of the body': [
    { parameters: [query('form')], ...multipart({ a: text }) },
    'sendParcel: "form" would be form, which the method of the Python client has itself; rename it',
  ],
  'a parameter of the name of an option': [
    { parameters: [query('output')] },
    'sendParcel: "output" would be --output, which every command has itself; rename it',
  ],
  'a field of the name of an option': [
    { content: { 'application/json': { schema: { type: 'object', properties: { body: text } } } } },
    'sendParcel: "body" would be --body, which every command has itself; rename it',
  ],
  'a parameter that begins with a digit': [{ parameters: [query('1st')] }, badName('1st')],
  'a parameter with brackets': [{ parameters: [query('filter[a]')] }, badName('filter[a]')],
  'a parameter that every object has': [{ parameters: [query('constructor')] }, badName('constructor')],
  'a member with another letter': [member('@type'), badMember('@type')],
  'a member that begins with a digit': [member('1st'), badMember('1st')],
  'a member that is a keyword': [member('class'), badMember('class')],
  'a member that Python renames': [member('__id'), badMember('__id')],
  'a member that every object has': [member('toString'), badMember('toString')],
  'a member that is the prototype': [
    {
      schemas: { Odd: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') },
      reply: ref('Odd'),
    },
    badMember('__proto__'),
  ],
  'an operation that is a keyword of JavaScript': [{ operationId: 'delete' }, taken('delete')],
  'an operation that is a keyword of Python': [{ operationId: 'pass' }, taken('pass')],
  'an operation that the client has': [{ operationId: 'connect' }, taken('connect')],
  'an operation that the Python client has': [{ operationId: 'close' }, taken('close')],
  'an operation that Python uses in its types': [{ operationId: 'list' }, taken('list')],
  'an operation that every object has': [{ operationId: 'valueOf' }, taken('valueOf')],
  'operations of one method': [
    { operationId: 'getUrl', others: { '/urls': 'getURL' } },
    'getUrl and getURL would both be get_url, a method of the Python client; give one another operationId',
    'getUrl and getURL would both be get-url, a command of the command line; give one another operationId',
  ],
  'an operation of the name of an iterator': [
    {
      operationId: 'listParcels',
      more: { 'x-page': true },
      reply: ref('List'),
      schemas: { List: listOfParcels() },
      others: { '/iterations': 'iterParcels' },
    },
    'iter_parcels of listParcels and iterParcels would both be iter_parcels, a method of the Python client; give one another operationId',
  ],
  'a schema with a dash': [{ schemas: { 'a-parcel': text }, reply: ref('a-parcel') }, badType('a-parcel')],
  'a schema that begins with a digit': [{ schemas: { '1st': text }, reply: ref('1st') }, badType('1st')],
  'a schema that is a type of TypeScript': [{ schemas: { Record: text }, reply: ref('Record') }, sameType('Record')],
  'a schema that is a type of Python': [
    { schemas: { TypedDict: text }, reply: ref('TypedDict') },
    sameType('TypedDict'),
  ],
  'a schema that is the input of an operation': [
    { schemas: { SendParcelInput: text }, reply: ref('SendParcelInput') },
    sameType('SendParcelInput'),
  ],
  'an id whose function is a keyword': [
    { schemas: { New: { ...text, 'x-brand': 'New' } }, reply: ref('New') },
    'the function that makes ids of New would be new, a keyword of JavaScript; rename it',
  ],
};

function listOfParcels(): JsonObject {
  const properties = { items: { type: 'array', items: ref('Parcel') }, next_cursor: { type: ['string', 'null'] } };
  return { type: 'object', required: ['items', 'next_cursor'], properties };
}

for (const [what, [contract, ...messages]] of Object.entries(refused))
  test(`the generator refuses ${what} with its place and what to do`, async (t) => {
    const root = smallContract(t, contract);
    const error = await t.throwsAsync(generateDocument(root, contractFile), { instanceOf: ContractError });
    const lines = error?.message.split('\n') ?? [];
    t.deepEqual(
      lines.map((line) => line.replace(/^.*?:\d+:\d+: /, '')),
      messages,
    );
    t.true(
      lines.every((line) => /^spec\/small\/openapi\.yaml:([2-9]|\d\d+):\d+: /.test(line)),
      error?.message,
    );
  });

test('the generator refuses an object whose class in Python would have the name of a schema', async (t) => {
  const state = { type: 'object', properties: { name: text } };
  const root = smallContract(t, {
    schemas: { Job: { type: 'object', properties: { state } }, JobState: { ...state, required: ['name'] } },
    content: { 'application/json': { schema: ref('Job') } },
    reply: ref('JobState'),
  });
  const error = await t.throwsAsync(generateDocument(root, contractFile), { instanceOf: ContractError });
  t.regex(
    error?.message ?? '',
    /^spec\/small\/openapi\.yaml:\d+:\d+: this schema and that at spec\/small\/openapi\.yaml:\d+:\d+ would both be JobState in the Python client; rename one, or name the inner one in components\/schemas$/,
  );
});
