// Uploading, reading and replacing configurations: bytes in the bucket, rows in the database, and every mistake with
// its place.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { s3 } from '../../../adapters/objects/s3.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { whole } from '../fixtures/listener.ts';
import {
  type Arrived,
  arrive,
  call,
  labYaml,
  plantCourse,
  type Stage,
  stage,
  uploaded,
  uploads,
} from '../fixtures/platform/platform.ts';

let on: Stage;
let turing: Arrived;
let hopper: Arrived;
let arriving: Promise<[Arrived, Arrived]> | undefined;

test.before(async (t) => {
  on = await stage(t);
});

async function scene(t: ExecutionContext) {
  const { url } = await on.serve(t);
  arriving ??= Promise.all([arrive(on, url, 'teacher'), arrive(on, url, 'teacher')]);
  [turing, hopper] = await arriving;
  return url;
}

const problem = (status: number, slug: string, title: string, fields: object = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  body: {
    type: `https://covenant.example/problems/${slug}`,
    title,
    status,
    instance: 'this request',
    ...fields,
  } as Record<string, unknown>,
});

type Mistake = { readonly row: number; readonly column: string; readonly pointer: string; readonly rule: string };
const rulesOf = ({ body }: { readonly body: unknown }) =>
  (body as { readonly errors: readonly Mistake[] }).errors.map(({ row, column, pointer, rule }) => [
    row,
    column,
    pointer,
    rule,
  ]);

const form = (yaml: string) => {
  const body = new FormData();
  body.set('file', new Blob([yaml]), 'lab.yaml');
  return { body };
};

const versions = async (lab_id: string) => (await on.files.history(`${lab_id}.yaml`)).length;

test('uploadLab makes the same lab of a form and of the YAML itself, stored byte for byte', async (t) => {
  const url = await scene(t);
  const yaml = labYaml('first', 'description: |\n  Two lines,\n  süß.\n');
  const reply = await uploads(url, turing.token, yaml);
  const location = reply.headers.get('location');
  const { status, body } = await whole(reply);
  t.deepEqual([status, location], [201, '/api/v1/labs/first'], JSON.stringify(body));
  const { created_at, updated_at, ...lab } = body as Record<string, unknown>;
  t.is(created_at, updated_at);
  const facts = {
    name: 'The first',
    description: 'Two lines,\nsüß.\n',
    course_id: null,
    revision: 1,
    status: 'stopped',
  };
  t.deepEqual(lab as object, { lab_id: 'first', ...facts });
  const again = await whole(await call(url, turing.token, 'POST', '/labs', form(yaml.replaceAll('first', 'second'))));
  const { created_at: _, updated_at: __, ...second } = again.body as Record<string, unknown>;
  t.deepEqual([again.status, second as object], [201, { lab_id: 'second', ...facts, name: 'The second' }]);
  const config = await call(url, turing.token, 'GET', '/labs/first/config');
  t.is(config.headers.get('content-type'), 'application/yaml');
  t.is(await config.text(), yaml);
  t.deepEqual(await whole(await call(url, turing.token, 'GET', '/labs/first')), {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Cookie, Accept, Accept-Encoding',
    },
    body,
  });
});

test('uploadLab reports every mistake at once, with line, column and pointer, and stores nothing', async (t) => {
  const url = await scene(t);
  const yaml =
    "lab_id: wrong\nname: ' '\ncontainers:\n  main:\n    image: docker.io/library/debian:latest\n    cpus: 2\n";
  const [plain, inForm] = await Promise.all([
    uploads(url, turing.token, yaml).then(whole),
    call(url, turing.token, 'POST', '/labs', form(yaml)).then(whole),
  ]);
  const { errors, ...rest } = plain.body as {
    errors: { row: number; column: string; pointer: string; rule: string }[];
  };
  t.deepEqual(
    errors.map(({ row, column, pointer, rule }) => [row, column, pointer, rule]),
    [
      [2, '7', '/name', 'pattern'],
      [5, '12', '/containers/main/image', 'pattern'],
      [6, '5', '/containers/main/cpus', 'additionalProperties'],
    ],
  );
  const detail = 'The file has 3 errors. Nothing was stored.';
  t.deepEqual(
    { ...plain, body: rest as object },
    problem(422, 'bad-file', 'The file has errors', { detail, error_count: 3 }),
  );
  t.deepEqual(inForm, plain);
  t.is(await versions('wrong'), 0);
  for (const [name, text] of [
    ['a bomb', 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n'],
    ['a key twice', `${labYaml('twice')}name: again\n`],
    ['a prototype', `${labYaml('proto')}__proto__: { a: 1 }\n`],
    ['a file that is too large', `${labYaml('large')}#${'x'.repeat(262_144)}`],
    ['a name that would break others', labYaml('a-student-b')],
  ] as const) {
    const { status, body } = await whole(await call(url, turing.token, 'POST', '/labs', form(text)));
    // In a form, the limit of the contract comes before the file is read.
    t.deepEqual(
      [status, status === 413 || 'error_count' in (body ?? {})],
      [name.includes('large') ? 413 : 422, true],
      name,
    );
  }
});

test('uploadLab reports unknown labs and courses together with the other mistakes of the file', async (t) => {
  const url = await scene(t);
  await uploaded(url, turing.token, labYaml('stays'));
  const etag = (await call(url, turing.token, 'GET', '/labs/stays/config')).headers.get('etag') ?? '';
  const yaml = labYaml('Other', 'keep_days: 99\ncourse_id: 5b8f6f0c-2f64-4a53-9b57-0d1c8f6f0c99\nvolume_size: 5GB\n');
  const headers = { 'content-type': 'application/yaml', 'if-match': etag };
  const reply = await whole(await call(url, turing.token, 'PUT', '/labs/stays/config', { body: yaml, headers }));
  t.deepEqual(
    [reply.status, rulesOf(reply), (reply.body as { error_count: number }).error_count],
    [
      422,
      [
        [1, '9', '/lab_id', 'pattern'],
        [1, '9', '/lab_id', 'same_lab'],
        [3, '12', '/keep_days', 'maximum'],
        [4, '12', '/course_id', 'own_course'],
        [5, '14', '/volume_size', 'pattern'],
      ],
      5,
    ],
  );
  const half = labYaml('stays', 'course_id: neither\ncourse_id: nor\n');
  const twice = await whole(await call(url, turing.token, 'PUT', '/labs/stays/config', { body: half, headers }));
  t.deepEqual(rulesOf(twice), [
    [3, '12', '/course_id', 'format'],
    [4, '1', '/course_id', 'duplicate'],
  ]);
});

test('uploadLab keeps a file whose row may exist, though no answer arrived', async (t) => {
  const { labs } = on.depsOf({});
  const lost = { ...labs, create: async (...of: Parameters<typeof labs.create>) => cutOff(await labs.create(...of)) };
  const { url } = await on.serve(t, { labs: lost });
  const admin = await arrive(on, url, 'admin');
  t.is((await uploads(url, admin.token, labYaml('unheard'))).status, 500);
  t.is(await (await call(url, admin.token, 'GET', '/labs/unheard/config')).text(), labYaml('unheard'));
});

const cutOff = (made: unknown): never => {
  throw new Error(`the connection was lost behind ${typeof made}`);
};

test('uploadLab names the wrong part of a form, and reports a file that is too large, however it is sent', async (t) => {
  const url = await scene(t);
  const parts = (...names: string[]) => {
    const body = new FormData();
    for (const name of names) body.append(name, new Blob([labYaml('parts')]), 'lab.yaml');
    return { body };
  };
  const answer = async (given: Parameters<typeof call>[4]) => {
    const { status, body } = await whole(await call(url, turing.token, 'POST', '/labs', given));
    return [status, (body as { errors?: unknown }).errors];
  };
  const missing = { pointer: '/file', rule: 'required', message: 'is required' };
  const unknown = { pointer: '/yaml', rule: 'additionalProperties', message: 'is unknown; the known names are file' };
  t.deepEqual(await answer(parts('yaml')), [400, [unknown, missing]]);
  t.deepEqual(await answer(parts()), [400, [missing]]);
  t.deepEqual(await answer(parts('file', 'file')), [
    400,
    [{ pointer: '/file', rule: 'repeated', message: 'must be given only once' }],
  ]);
  t.deepEqual(await answer(parts('file', 'yaml')), [400, [unknown]]);
  const large = `${labYaml('large')}#${'x'.repeat(262_144)}`;
  for (const reply of [
    await uploads(url, turing.token, large),
    await call(url, turing.token, 'POST', '/labs', form(large)),
  ])
    t.like((await whole(reply)).body, { status: 413, title: 'Body too large', limit_bytes: 262_144 });
  t.is(await versions('parts'), 0);
});

test('uploadLab makes one lab of many concurrent uploads of one lab_id, and the others leave nothing', async (t) => {
  const url = await scene(t);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => uploads(url, turing.token, `${labYaml('race')}# ${n}\n`).then(whole)),
  );
  t.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  const detail =
    'A lab with the lab_id race already exists. Choose another lab_id, or upload this file as a new version of the lab race.';
  t.deepEqual(
    replies.find(({ status }) => status === 409),
    problem(409, 'conflict', 'Conflict', { detail }),
  );
  t.is(await versions('race'), 1);
  const taken = await whole(await uploads(url, hopper.token, labYaml('race')));
  const other = 'The lab_id race is already in use. Choose another one.';
  t.deepEqual(taken, problem(409, 'conflict', 'Conflict', { detail: other }));
});

test('uploadLab answers an upload that is repeated with its key as before', async (t) => {
  const url = await scene(t);
  const send = (yaml: string) => uploads(url, turing.token, yaml, { 'idempotency-key': 'once' }).then(whole);
  const first = await send(labYaml('once'));
  t.is(first.status, 201);
  t.deepEqual(await send(labYaml('once')), first);
  t.is((await send(labYaml('twice'))).status, 422);
  t.is(await versions('once'), 1);
});

test('replaceLabConfig requires the ETag of the version before, and keeps older versions', async (t) => {
  const url = await scene(t);
  // Until the runtime compares the ETag in the media type of the file, the answer must not ask for another one.
  const put = (yaml: string, etag?: string, token = turing.token, lab = 'grows') =>
    call(url, token, 'PUT', `/labs/${lab}/config`, {
      body: yaml,
      headers: {
        'content-type': 'application/yaml',
        accept: 'application/yaml',
        ...(etag ? { 'if-match': etag } : {}),
      },
    }).then(whole);
  // Each coding of an answer has a separate ETag; that of a write is of the plain one.
  const etagOf = async () =>
    (
      await call(url, turing.token, 'GET', '/labs/grows/config', { headers: { 'accept-encoding': 'identity' } })
    ).headers.get('etag') ?? '';
  await uploaded(url, turing.token, labYaml('grows'));
  const etag = await etagOf();
  const course = randomUUID();
  await plantCourse(on, turing, course);
  const next = labYaml('grows', `description: better\ncourse_id: ${course}\ndeployment_mode: per_group\n`);
  t.is((await put(next)).status, 428);
  t.is((await put(next, '"another"')).status, 412);
  const wrong = await put(next.replace('lab_id: grows', 'lab_id: other'), etag);
  const errors = [
    {
      row: 1,
      column: '9',
      pointer: '/lab_id',
      value: 'other',
      rule: 'same_lab',
      message: 'must be grows, because the lab_id of a lab cannot change',
    },
  ];
  const detail = 'The file has 1 error. Nothing was stored.';
  t.deepEqual(wrong, problem(422, 'bad-file', 'The file has errors', { detail, error_count: 1, errors }));
  const made = await put(next, etag);
  const { revision, description } = made.body as Record<string, unknown>;
  t.deepEqual([made.status, revision, description], [200, 2, 'better']);
  t.is((await put(next, etag)).status, 412, 'the ETag of before');
  t.is(await (await call(url, turing.token, 'GET', '/labs/grows/config')).text(), next);
  t.not(await etagOf(), etag);
  const kept = sql.type(row<{ revision: number; object_version: string }>())`
    select revision, object_version from lab_revisions where lab_id = 'grows' order by revision`;
  const history = await on.files.history('grows.yaml');
  t.deepEqual(
    (await on.store.any(kept)).map(({ object_version }) => object_version),
    history.map(({ versionId }) => versionId).reverse(),
  );
  const raced = await Promise.all([1, 2, 3].map(async (n) => put(`${next}# ${n}\n`, await etagOf())));
  t.deepEqual(raced.map(({ status }) => status).sort(), [200, 412, 412]);
  t.is(await versions('grows'), 3);
  const last = await call(url, turing.token, 'PUT', '/labs/grows/config', {
    body: next,
    headers: { 'content-type': 'application/yaml', 'if-match': await etagOf() },
  });
  t.is(last.headers.get('etag'), await etagOf(), 'a write tells what the next one needs');
});

test('uploadLab and replaceLabConfig refuse a lab per group without a course', async (t) => {
  const url = await scene(t);
  const groupless = (id: string) => labYaml(id, 'deployment_mode: per_group\n');
  const errors = [
    {
      row: 3,
      column: '18',
      pointer: '/course_id',
      rule: 'required_per_group',
      message: 'is missing: a lab per group is started for the groups of a course; add course_id',
    },
  ];
  const detail = 'The file has 1 error. Nothing was stored.';
  const refusal = problem(422, 'bad-file', 'The file has errors', { detail, error_count: 1, errors });
  t.deepEqual(await whole(await uploads(url, turing.token, groupless('ungrouped'))), refusal);
  t.is((await call(url, turing.token, 'GET', '/labs/ungrouped')).status, 404);
  await uploaded(url, turing.token, labYaml('ungrouped'));
  const config = await call(url, turing.token, 'GET', '/labs/ungrouped/config');
  const replaced = await call(url, turing.token, 'PUT', '/labs/ungrouped/config', {
    body: groupless('ungrouped'),
    headers: { 'content-type': 'application/yaml', 'if-match': config.headers.get('etag') ?? '' },
  });
  t.deepEqual(await whole(replaced), refusal);
  t.is(await versions('ungrouped'), 1);
});

test('replaceLabConfig accepts a form as well, with the same mistakes and limits', async (t) => {
  const url = await scene(t);
  await uploaded(url, turing.token, labYaml('formed'));
  const etagOf = async () => (await call(url, turing.token, 'GET', '/labs/formed/config')).headers.get('etag') ?? '';
  const put = async (yaml: string) =>
    await whole(
      await call(url, turing.token, 'PUT', '/labs/formed/config', {
        ...form(yaml),
        headers: { 'if-match': await etagOf() },
      }),
    );
  const next = labYaml('formed', 'description: süß\n');
  t.like(await put(next), { status: 200, body: { revision: 2, description: 'süß' } });
  t.is(await (await call(url, turing.token, 'GET', '/labs/formed/config')).text(), next);
  t.like(await put(next.replace('lab_id: formed', 'lab_id: other')), { status: 422, body: { error_count: 1 } });
  t.like(await put(`${next}#${'x'.repeat(262_144)}`), { status: 413, body: { limit_bytes: 262_144 } });
});

test('uploadLab puts a lab only into a course of the teacher, who can then change it', async (t) => {
  const url = await scene(t);
  const course = '5b8f6f0c-2f64-4a53-9b57-0d1c8f6f0c22';
  await plantCourse(on, hopper, course);
  const yaml = labYaml('taught', `course_id: ${course}\n`);
  const refused = await whole(await uploads(url, turing.token, yaml));
  const errors = [
    {
      row: 3,
      column: '12',
      pointer: '/course_id',
      value: course,
      rule: 'own_course',
      message: 'must be a course that you teach',
    },
  ];
  const detail = 'The file has 1 error. Nothing was stored.';
  t.deepEqual(refused, problem(422, 'bad-file', 'The file has errors', { detail, error_count: 1, errors }));
  const admin = await arrive(on, url, 'admin');
  const nowhere = await whole(await uploads(url, admin.token, yaml.replace(course, course.replace(/22$/, '23'))));
  t.deepEqual(rulesOf(nowhere), [[3, '12', '/course_id', 'known_course']]);
  t.is((await uploads(url, admin.token, yaml)).status, 201);
  t.is((await call(url, hopper.token, 'GET', '/labs/taught/config')).status, 200);
  t.is((await call(url, turing.token, 'GET', '/labs/taught/config')).status, 404);
});

test('every lab operation answers 404 for the lab of another teacher, and getLabConfig answers 403 for students', async (t) => {
  const url = await scene(t);
  const student = await arrive(on, url, 'student');
  await uploaded(url, turing.token, labYaml('mine'));
  const detail = 'The lab does not exist, or you do not have access to it.';
  const missing = problem(404, 'not-found', 'Not found', { detail });
  const yaml = { body: labYaml('mine'), headers: { 'content-type': 'application/yaml', 'if-match': '*' } };
  for (const lab of ['mine', 'never-was']) {
    t.deepEqual(await whole(await call(url, hopper.token, 'GET', `/labs/${lab}`)), missing);
    t.deepEqual(await whole(await call(url, hopper.token, 'GET', `/labs/${lab}/config`)), missing);
    t.deepEqual(await whole(await call(url, hopper.token, 'PUT', `/labs/${lab}/config`, yaml)), missing);
    t.deepEqual(
      await whole(await call(url, hopper.token, 'POST', `/labs/${lab}/start`, { body: { student_ids: ['a'] } })),
      missing,
    );
    t.deepEqual(await whole(await call(url, hopper.token, 'POST', `/labs/${lab}/stop`)), missing);
    t.deepEqual(await whole(await call(url, hopper.token, 'GET', `/labs/${lab}/instances`)), missing);
    t.deepEqual(await whole(await call(url, student.token, 'GET', `/labs/${lab}/access`)), missing);
    t.deepEqual(await whole(await call(url, student.token, 'POST', `/labs/${lab}/access/rotate`)), missing);
    t.deepEqual(await whole(await call(url, student.token, 'GET', `/labs/${lab}/instances`)), missing);
  }
  const role = async (method: string, path: string, token: string, body?: unknown) =>
    (await call(url, token, method, path, { body })).status;
  t.is(await role('GET', '/labs/mine/config', student.token), 403);
  t.is(await role('POST', '/labs/mine/start', student.token, { student_ids: ['a'] }), 403);
  t.is(await role('POST', '/labs/mine/stop', student.token), 403);
  t.is(await role('GET', '/labs/mine/access', turing.token), 404, 'turing has no own instance');
  t.is(await role('POST', '/labs/mine/access/rotate', turing.token), 404);
  t.is((await uploads(url, student.token, labYaml('theirs'))).status, 403);
});

test('uploadLab answers 503 while the bucket is unavailable, and leaves no partial lab', async (t) => {
  await using unreachable = s3({ ...on.objects, endpoint: 'http://127.0.0.1:9' });
  const { url } = await on.serve(t, { files: unreachable.bucket('lab-configs') });
  const admin = await arrive(on, url, 'admin');
  t.is((await uploads(url, admin.token, labYaml('half'))).status, 503);
  t.is((await call(url, admin.token, 'GET', '/labs/half')).status, 404);
});
