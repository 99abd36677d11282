// What a question is worth to a document that keeps none of our conventions: some promises are ours alone, others are less exact, and what the document itself lets through is no mistake.
import type { CheckName } from '../checks.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { type Follows, schemasOf } from '../contract/schemas.ts';
import type { Expected, Question } from '../question.ts';

/** None: the document promises nothing about it. */
export type Promised = (question: Question) => Promise<Question | undefined>;

export function promised(contract: Contract): Promised {
  if (contract.isOurs) return async (question) => question;
  const follows = schemasOf(contract);
  return async (question) => {
    if (isOurs(question) || (await isMeant(follows, question))) return undefined;
    const { expected } = question;
    return expected === undefined ? question : { ...question, expected: plain(question, expected) };
  };
}

const between = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, n) => from + n);
const refused = { status: between(400, 500), words: '4xx' };

const loosely: Readonly<Partial<Record<CheckName, Pick<Expected, 'status' | 'words'>>>> = {
  'method-not-allowed': { status: [...refused.status, 501], words: '405' },
  'unknown-path': refused,
  'malformed-path': { status: between(200, 500), words: 'no fault of the server' },
  'no-credential': { status: [401, 403] },
  'refused-token': { status: [401, 403] },
  'media-type': refused,
  'malformed-json': refused,
  'invalid-encoding': refused,
  'no-body': refused,
  'text-length': refused,
  'broken-parameter': refused,
  'broken-field': refused,
  'unknown-id': { status: [400, 403, 404, 410, 422] },
  'wrong-parent': { status: [400, 403, 404, 410, 422] },
  ownership: { status: [403, 404] },
};

/** The status, as exactly as others promise it; slugs, places and most headers are ours. */
function plain({ check, operation }: Question, { status, words }: Expected): Expected {
  if (check === 'after-delete' && operation !== undefined) return { status: goneFor(operation) };
  return { status, ...(words === undefined ? {} : { words }), ...loosely[check] };
}

/** To remove once more may be the same as once, and a list below may be empty instead of gone. */
const goneFor = ({ method, path, replies }: Operation): readonly number[] => [
  404,
  410,
  ...(method === 'DELETE'
    ? Object.keys(replies)
        .map(Number)
        .filter((each) => each < 300)
    : []),
  ...(path.endsWith('}') ? [] : [200, 204]),
];

const onlyOurs: readonly CheckName[] = [
  'options',
  'planned',
  'charset',
  'content-encoding',
  'declared-length',
  'streamed-length',
  'unfinished-body',
  'unknown-parameter',
  'query-encoding',
];

/** Texts that one parser takes for what is meant and another does not. */
const debatable = ['', '0x10', 'TRUE', '2026-11-21', '2026-11-21 07:41:12Z', '20260203', '2026-2-3', '//x'];

function isOurs({ check, asked, request, breaks, operation }: Question): boolean {
  if (onlyOurs.includes(check)) return true;
  if (check === 'media-type') return asked === 'no media type' || takesAny(operation);
  if (check === 'malformed-json') return String(request.body).startsWith('[[');
  // What stands there is not in the document, and may well be a page.
  if (check === 'unknown-path') return !request.path.endsWith('/zz');
  if (check !== 'broken-parameter' || breaks === undefined) return false;
  const [, query = ''] = request.path.split('?');
  const value = new URLSearchParams(query).get(breaks.place);
  return breaks.rule === 'once' || (value !== null && debatable.includes(value));
}

const takesAny = (operation: Operation | undefined): boolean =>
  operation?.bodies.some(({ media }) => /xml|\*\/\*|application\/\*/.test(media)) ?? false;

/** A body that should be wrong, and that the document lets through. */
async function isMeant(follows: Follows, { check, operation, request }: Question): Promise<boolean> {
  if (!['broken-field', 'invalid-encoding'].includes(check) || operation === undefined) return false;
  const media = request.headers?.['content-type'];
  const body = operation.bodies.find((each) => each.media === media);
  if (body === undefined || !/[/+]json/.test(body.media)) return false;
  try {
    const value: unknown = check === 'invalid-encoding' ? '\ufffd' : JSON.parse(String(request.body));
    return (await follows(body.pointer, value)).length === 0;
  } catch {
    // A schema that cannot be read says of no value that it is wrong.
    return true;
  }
}
