// What a user of the command line types, reads, and gets as an exit code, without a service.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { readLabConfig } from '../../../services/labs/config/lab-config.ts';
import { adviceFor } from '../../../services/labs/deadlines.ts';
import { answering, json, promised, table, types } from './program.fixture.ts';
import { readArguments } from './runtime/arguments.ts';
import { exitCodeOf } from './runtime/failure.ts';
import { inCommands } from './runtime/in-commands.ts';
import { sshArguments, sshWords } from './runtime/ssh.ts';

test('every command has an example that its own arguments accept, and help that fits a terminal', async (t) => {
  t.is(new Set(table.commands.map(({ api, name }) => `${api} ${name}`)).size, table.commands.length);
  for (const { api, name, example } of table.commands) {
    t.true(example.startsWith(`covenant ${api} ${name}`));
    t.false(example.includes('VALUE'), example);
    const { code, out } = await types(t, [api, name, '--help']);
    t.is(code, 0);
    t.true(out.includes(example));
  }
});

test('a mistyped command, flag or value is answered with the nearest, and exit code 2', async (t) => {
  const cases = [
    [['analitics'], 'There is no command `covenant analitics`. Did you mean `covenant analytics`?'],
    [
      ['analytics', 'list-indexes'],
      'There is no command `covenant analytics list-indexes`. Did you mean `covenant analytics list-indices`?',
    ],
    [
      ['analytics', 'dashboard'],
      'There is no command `covenant analytics dashboard`. Did you mean `covenant analytics get-dashboard-summary`?',
    ],
    [['labs', 'upload', '.'], 'Cannot read .: it is a folder.'],
    [['analytics', 'list-indices', '--brnad-id', 'x'], 'Unknown option --brnad-id. Did you mean --brand-id?'],
    [
      ['analytics', 'list-indices', '--period-type', 'year'],
      '--period-type is year; it must be one of day, week, month, quarter.',
    ],
    [['analytics', 'list-indices', '--limit', 'ten'], '--limit is ten; it must be a whole number.'],
    [['analytics', 'upload-file', 'none.csv'], 'Cannot read none.csv: there is no such file.'],
    [['platform', 'start-lab'], '<id> is required. Run `covenant platform start-lab --help`.'],
  ] as const;
  for (const [args, sentence] of cases)
    t.deepEqual(await types(t, args), { code: 2, out: '', err: `Error: ${sentence}\n` });
});

test('each command of its own shows its own help, by --help and by help in front, and does nothing else', async (t) => {
  const first = {
    login: 'covenant login analytics|labs [--url ADDRESS] [options]',
    logout: 'covenant logout [analytics|labs] [--profile NAME]',
    status: 'covenant status [--profile NAME] [-o table|json|csv]',
    profiles: 'covenant profiles [-o table|json|csv]',
    completion: 'covenant completion bash|zsh|fish',
    labs: 'covenant labs COMMAND',
    'labs start': 'covenant labs start LAB --student ID ... [options]',
    'labs stop': 'covenant labs stop LAB [options]',
    'labs restart': 'covenant labs restart LAB [options]',
    'labs replace': 'covenant labs replace LAB FILE [options]',
    'labs ssh': 'covenant labs ssh LAB [options] [COMMAND ...]',
    'labs upload': 'Upload a lab configuration',
    messages: 'covenant messages tail [MESSAGE ...]',
    'messages tail': 'covenant messages tail [MESSAGE ...]',
    analytics: 'covenant analytics COMMAND: Sales files, indices, dashboard, subscription',
    'analytics get-job': 'Get an upload job',
  };
  for (const [command, line] of Object.entries(first)) {
    const words = command.split(' ');
    const behind = await types(t, [...words, '--help']);
    t.deepEqual([behind.code, behind.out.split('\n')[0]], [0, line]);
    t.deepEqual(await types(t, ['help', ...words]), behind);
  }
  const { code, err } = await types(t, ['help', 'labz']);
  t.deepEqual([code, err], [2, 'Error: There is no command `covenant labz`. Run `covenant --help`.\n']);
});

test('the guides and READMEs use labs by one name, with commands and options that there are', async (t) => {
  const root = path.join(import.meta.dirname, '../../..');
  const guides = ['12-writing-a-lab.md', '13-command-line.md'].map((name) => `tools/reference/pages/guides/${name}`);
  for (const file of [...guides, 'spec/platform/README.md', 'tools/clients/cli/page.md']) {
    const lines = readFileSync(path.join(root, file), 'utf8');
    t.notRegex(lines, /covenant platform|\{\{snippet platform\//, file);
    const typed = [...lines.matchAll(/\bcovenant labs (?:upload|replace|start|stop|restart|instances|ssh)\b[^`\n]*/g)];
    t.true(typed.length > 1, file);
    for (const [line] of typed) {
      const [, ...words] = line.split(' ');
      const { code, out } = await types(t, ['help', ...words.slice(0, 2)]);
      const options = words.filter((word) => /^--/.test(word) && word !== '--profile');
      t.deepEqual([code, options.filter((word) => !out.includes(word))], [0, []], line);
    }
  }
});

test('labs ssh takes its own options before or after the lab, and leaves those of a command in the lab to it', (t) => {
  const none: readonly string[] = [];
  const cases = [
    ['net --show', { own: ['--show'], id: 'net', command: none }],
    ['--show net', { own: ['--show'], id: 'net', command: none }],
    ['net --role db --help', { own: ['--role', 'db', '--help'], id: 'net', command: none }],
    ['--role=db net ls --help', { own: ['--role=db'], id: 'net', command: ['ls', '--help'] }],
    ['net ls --show', { own: none, id: 'net', command: ['ls', '--show'] }],
    ['net -- --show', { own: none, id: 'net', command: ['--show'] }],
    ['--show', { own: ['--show'], id: undefined, command: none }],
  ] as const;
  for (const [typed, words] of cases) t.deepEqual(sshWords(typed.split(' ')), words, typed);
});

test('ssh takes no option from the address of a lab, nor from a command in it', (t) => {
  const words = sshArguments({ address: '-oProxyCommand=x@host', port: 22, hosts: '/known' }, ['-v', 'ls']);
  t.deepEqual(words.slice(-6), ['-p', '22', '--', '-oProxyCommand=x@host', '-v', 'ls']);
  t.deepEqual(words.slice(0, 2), ['-o', 'UserKnownHostsFile=/known']);
});

test('a required argument may be a flag, and known values of a list may be separated by commas', async (t) => {
  const sent: string[] = [];
  const env = await answering(t, (request, response) => {
    sent.push(request.url ?? '');
    json(response, 200, { items: [], next_cursor: null });
  });
  await types(t, ['analytics', 'list-indices', '--fields', 'date,units', '--fields', 'dsr'], env);
  await types(t, ['analytics', 'get-job', '--id', '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11'], env);
  t.deepEqual(
    sent.filter((each) => !each.startsWith('/.well-known')),
    [
      '/analytics/api/v1/indices?fields=date&fields=units&fields=dsr',
      '/analytics/api/v1/ingest/jobs/0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11',
    ],
  );
  const { code, err } = await types(t, ['analytics', 'get-job', 'a', '--id', 'b'], env);
  t.deepEqual([code, err], [2, 'Error: id is given twice: a and --id. Run `covenant analytics get-job --help`.\n']);
});

test('a command without a login is exit code 3, and names the command to log in with', async (t) => {
  const { code, err } = await types(t, ['analytics', 'list-indices']);
  t.is(code, 3);
  t.regex(err, /covenant login analytics --url ADDRESS/);
});

test('a problem shows its title, detail, places, request and page, with the exit code of its family', async (t) => {
  const env = await answering(t, (request, response) => {
    if (request.url === '/.well-known/covenant') return json(response, 404, {});
    const problem = {
      type: 'https://covenant.example/problems/invalid-request',
      title: 'Invalid request',
      status: 400,
      detail: 'One value is invalid.',
      instance: 'urn:request:0193',
      errors: [
        { parameter: 'as_of', rule: 'format', message: 'must be a time' },
        { row: 5, column: '12', rule: 'registry', message: 'must be in one of the allowed registries' },
        { row: 7, column: 'brand', rule: 'required', message: 'the brand is missing' },
      ],
    };
    json(response, 400, problem, 'application/problem+json');
  });
  const { code, err } = await types(t, ['analytics', 'list-indices', '--as-of', 'now'], env);
  t.is(code, 2);
  t.is(
    err,
    `Error: Invalid request (400 invalid-request)
  One value is invalid.
  as_of              must be a time
  line 5, column 12  must be in one of the allowed registries
  row 7, brand       the brand is missing
  request 0193
  ${env.COVENANT_URL}/problems/invalid-request
`,
  );
});

test('a refused lab configuration names each setting, with its value', async (t) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'cli-file-')), 'lab.yaml');
  t.teardown(() => rmSync(path.dirname(file), { recursive: true }));
  writeFileSync(
    file,
    'lab_id: shell_basics\nnetwork: true\ncontainers:\n  Main:\n    imgae: x\n    ports: [80, 80]\n  db: { image: "a\\tb" }\n',
  );
  const { errors } = readLabConfig(readFileSync(file), { registries: [], latest: false }) as {
    readonly errors: readonly object[];
  };
  const env = await answering(t, async (request, response) => {
    await text(request);
    const problem = {
      type: 'https://covenant.example/problems/bad-file',
      title: 'Bad file',
      status: 422,
      instance: '',
    };
    json(response, 422, { ...problem, detail: 'The file has mistakes.', errors }, 'application/problem+json');
  });
  const { code, err } = await types(t, ['labs', 'upload', file], env);
  t.is(code, 2);
  t.is(
    err,
    `Error: Bad file (422 bad-file)
  The file has mistakes.
  line 1, column 1   name is missing
  line 1, column 9   lab_id is shell_basics; it must be at most 16 lower-case letters, digits and single hyphens, start with a letter, not end with a hyphen, and have no part "student" or "group"
  line 2, column 1   network is not a known setting; known settings: lab_id, name, description, course_id, deployment_mode, internet_access, port_forwarding, volume_size, keep_days, resources, containers
  line 3, column 1   containers: at least one container must have ssh: true
  line 4, column 3   containers.Main: a role must be 1 to 12 lower-case letters and digits
  line 4, column 3   containers.Main.image is missing
  line 5, column 5   containers.Main.imgae is not a known setting; did you mean image?
  line 6, column 17  containers.Main.ports.1 is duplicated
  line 7, column 16  containers.db.image is "a\\tb"; it must be {registry_url}/<project>/labs/<lab_name>:<tag> with a tag such as v1.0
  ${env.COVENANT_URL}/problems/bad-file
`,
  );
});

test('a problem of a proxy shows what it says, with the exit code of its status or that of the reply', async (t) => {
  const foreign = { type: 'about:blank', title: 'Forbidden', detail: 'This network is not allowed.' };
  const cases = [
    [403, { ...foreign, status: 403 }, 4, 'Forbidden (403)\n  This network is not allowed.\n'],
    [429, foreign, 7, 'Forbidden (429)\n  This network is not allowed.\n'],
    [
      404,
      { ...foreign, type: 'https://proxy.example/errors#gone', instance: '/log/7', trace: 'a1' },
      5,
      'Forbidden (404)\n  This network is not allowed.\n  trace: a1\n  request /log/7\n  https://proxy.example/errors#gone\n',
    ],
  ] as const;
  for (const [status, problem, code, sentence] of cases) {
    const env = await answering(t, (request, response) => {
      if (request.url === '/.well-known/covenant') return json(response, 404, {});
      json(response, status, problem, 'application/problem+json');
    });
    const commands = [
      ['analytics', 'create-alias', 'oslo', '--kind', 'brand', '--alias', 'a', '--stands-for', 'b'],
      ['analytics', 'list-dealers', '--all'],
      ['labs', 'start', 'net-intro', '--student', 'anna'],
      ['labs', 'ssh', 'net-intro'],
    ];
    for (const command of commands)
      t.deepEqual(await types(t, command, env), { code, out: '', err: `Error: ${sentence}` }, command.join(' '));
  }
});

test('each problem of the registry has the exit code of its family', (t) => {
  const families = Object.groupBy(table.problems, ({ status, slug }) => String(exitCodeOf(status, slug)));
  t.deepEqual(Object.keys(families), ['2', '3', '4', '5', '6', '7', '8']);
  t.deepEqual(
    families['7']?.map(({ slug }) => slug),
    ['body-too-large', 'rate-limited', 'plan-limit']
      .filter((slug) => table.problems.some((each) => each.slug === slug))
      .sort(
        (a, b) =>
          table.problems.findIndex((each) => each.slug === a) - table.problems.findIndex((each) => each.slug === b),
      ),
  );
});

test('a page of a proxy is an error that names the operation, with exit code 8', async (t) => {
  const env = await answering(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  );
  const { code, err } = await types(t, ['analytics', 'list-indices'], env);
  t.is(code, 8);
  t.regex(err, /^Error: listIndices: unexpected answer with status 200: <html>/);
});

const pages = (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  if (pathname !== '/analytics/api/v1/indices') return json(response, 404, {});
  const isFirst = searchParams.get('cursor') === null;
  json(response, 200, {
    items: [
      {
        brand_id: isFirst ? 'toyota' : 'volvo',
        name: isFirst ? '=1+1' : 'Volvo, used',
        meta: { rank: isFirst ? 1 : 2 },
      },
    ],
    next_cursor: isFirst ? 'two' : null,
    meta: null,
  });
};

test('an answer is JSON when piped, a table on a terminal, CSV with all pages when asked for; --all follows the pages, and without it a note says that there are more', async (t) => {
  const env = await answering(t, pages);
  const command = ['analytics', 'list-indices'];
  const piped = await types(t, command, env);
  t.deepEqual(JSON.parse(piped.out), {
    items: [{ brand_id: 'toyota', name: '=1+1', meta: { rank: 1 } }],
    next_cursor: 'two',
    meta: null,
  });
  const more = 'There are more: use --all.\n';
  t.is(piped.err, more);
  t.is((await types(t, [...command, '--quiet'], env)).err, '');
  const [head, first, second] = ['brand_id,name,meta.rank\n', "toyota,'=1+1,1\n", 'volvo,"Volvo, used",2\n'];
  const csv = await types(t, [...command, '--output', 'csv'], env);
  t.deepEqual([csv.out, csv.err], [head + first + second, '']);
  const page = await types(t, [...command, '--output', 'csv', '--limit', '1'], env);
  t.deepEqual([page.out, page.err], [head + first, more]);
  const next = await types(t, [...command, '--output', 'csv', '--cursor', 'two'], env);
  t.deepEqual([next.out, next.err], [head + second, '']);
  const terminal = await types(t, [...command, '--all'], { ...env, NO_COLOR: '1' }, { columns: 80 });
  t.is(
    terminal.out,
    `brand_id  name         meta.rank
toyota    =1+1                 1
volvo     Volvo, used          2
`,
  );
  const narrow = await types(t, command, { ...env, NO_COLOR: '1' }, { columns: 12 });
  t.deepEqual([narrow.out, narrow.err], ['brand_id\ntoyota\nNot shown: name, meta.rank.\n', more]);
});

test('--save writes what would be printed, in each format, of one page, all pages and a job', async (t) => {
  const job = promised('analytics', 'Job', { job_id: '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11', status: 'succeeded' });
  const env = await answering(t, (request, response) => {
    if (request.method === 'POST') return json(response, 202, job);
    if (request.url?.includes('/jobs/')) return json(response, 200, job);
    pages(request, response);
  });
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'cli-saved-')), 'saved');
  t.teardown(() => rmSync(path.dirname(file), { recursive: true }));
  const list = ['analytics', 'list-indices'];
  const revert = ['analytics', 'revert-revision', '--dealer-id', 'a', '--revision', '2'];
  for (const command of [list, [...list, '--all'], [...revert, '--wait'], revert])
    for (const output of ['table', 'json', 'csv']) {
      const typed = [...command, '--output', output];
      const saved = await types(t, [...typed, '--save', file], env);
      t.deepEqual([saved.code, saved.out], [0, ''], typed.join(' '));
      t.is(readFileSync(file, 'utf8'), (await types(t, typed, env)).out, typed.join(' '));
    }
  const nowhere = path.join(file, 'x/y');
  const { code, err } = await types(t, [...revert, '--save', nowhere], { ...env, COVENANT_URL: 'http://127.0.0.1:9' });
  t.is(code, 1);
  t.regex(err, /^Error: Cannot write .*x\/y: /);
  const empty = `${file}-empty`;
  t.is((await types(t, [...list, '--save', empty], { ...env, COVENANT_URL: 'http://127.0.0.1:9' })).code, 8);
  t.false(existsSync(empty));
});

test('a CSV file of the command line runs nothing in a spreadsheet, as that of the services', async (t) => {
  const harmful = ['=1', '+1', '@SUM(1)', "-1+cmd|' /C calc'!A0", '-x', '\t=1', '\r=1', '\n=1', '\uFF1D1', ['=1', 'x']];
  const harmless = [-1.5, '-1.5', '-1,5', 'Volvo', 'a=1'];
  const items = [...harmful, ...harmless].map((name) => ({ brand_id: 'volvo', name, rank: 1 }));
  const env = await answering(t, (_, response) => json(response, 200, { items, next_cursor: null, meta: null }));
  const { out } = await types(t, ['analytics', 'list-indices', '--output', 'csv'], env);
  const cell = (value: unknown) => (/[,"\r\n]/.test(`${value}`) ? `"${value}"` : `${value}`);
  const cells = [...harmful.map((each) => `'${[each].flat().join(' ')}`), ...harmless].map(cell);
  t.is(out, `brand_id,name,rank\n${cells.map((each) => `volvo,${each},1\n`).join('')}`);
});

test('a table shows a field of two objects side by side, and a CSV file has no column for an object that is null', async (t) => {
  const value = (units: number) => ({ date: '2026-09-01', units, dsr: units / 2 });
  const items = [
    { brand_id: 'toyota', date: '2026-09-01', before: value(6), after: value(8) },
    { brand_id: 'volvo', date: '2026-09-01', before: value(2), after: null },
  ];
  const env = await answering(t, (_, response) => json(response, 200, { items, next_cursor: null, meta: null }));
  const command = ['analytics', 'list-job-changes', '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11'];
  const table = await types(t, command, { ...env, NO_COLOR: '1' }, { columns: 120 });
  t.is(
    table.out,
    `brand_id  date        before.units  after.units  before.dsr  after.dsr
toyota    2026-09-01             6            8           3          4
volvo     2026-09-01             2                        1
`,
  );
  const csv = await types(t, [...command, '--output', 'csv'], env);
  t.is(
    csv.out,
    `brand_id,date,before.date,before.units,before.dsr,after.date,after.units,after.dsr
toyota,2026-09-01,2026-09-01,6,3,2026-09-01,8,4
volvo,2026-09-01,2026-09-01,2,1,,,
`,
  );
});

test('a table of indices without items names the filters that the catalogue does not have, and the nearest ids', async (t) => {
  const meta = promised('analytics', 'IndexMeta', { empty_reason: 'no_match' });
  const requests: (string | undefined)[] = [];
  const env = await answering(t, (request, response) => {
    requests.push(request.url);
    const brands = [
      { brand_id: 'toyota', name: 'Toyota', aliases: [] },
      { brand_id: 'volkswagen', name: 'Volkswagen', aliases: ['VW'] },
    ];
    const items = request.url?.includes('/catalog/brands')
      ? brands
      : request.url?.includes('/catalog/regions')
        ? [{ region_id: 'oslo', name: 'Oslo', aliases: [] }]
        : [];
    json(response, 200, { items, next_cursor: null, ...(items.length === 0 ? { meta } : {}) });
  });
  const command = ['analytics', 'list-indices', '--output', 'table'];
  const filters = (...more: string[]) => types(t, [...command, ...more], env);
  const out = 'Nothing found: no sales match all filters.\n';
  t.deepEqual(await filters('--brand-id', 'toyotta', '--brand-id', 'vw', '--brand-id', 'lada', '--region-id', 'olso'), {
    code: 0,
    out,
    err: 'The catalogue has no brand_id toyotta. Did you mean toyota?\nThe catalogue has no brand_id lada.\nThe catalogue has no region_id olso. Did you mean oslo?\n',
  });
  t.deepEqual(await filters('--brand-id', 'Toyota'), { code: 0, out, err: '' });
  requests.length = 0;
  t.deepEqual(await filters('--brand-id', 'toyotta', '--quiet'), { code: 0, out, err: '' });
  t.is(requests.filter((url) => url?.includes('/api/')).length, 1);
});

test('a record shows a list of objects as a table below it', async (t) => {
  const dealers = [
    { dealer_id: 'fjord', brand_ids: null, region_ids: null },
    { dealer_id: 'nord', brand_ids: ['opel', 'vw'], region_ids: null },
  ];
  const scope = promised('analytics', 'Scope', { dealers });
  const meta = promised('analytics', 'DashboardMeta', { scope });
  const kpi = [promised('analytics', 'Kpi', { name: 'units', value: 41 })];
  const env = await answering(t, (_, response) => json(response, 200, { kpi, alerts: [], updated_at: null, meta }));
  const shown = await types(t, ['analytics', 'get-dashboard-summary', '--output', 'table'], env);
  t.deepEqual(shown, {
    code: 0,
    out: `meta.scope.dealers
  dealer_id  brand_ids
  fjord
  nord       opel vw

name   value
units     41
`,
    err: '',
  });
});

test('a cell shows objects without JSON', async (t) => {
  const limits = [
    { name: 'rows', limit: 5 },
    { name: 'uploads', limit: null },
  ];
  const items = [
    { plan: 'standard', limits },
    { plan: 'trial', limits: [] },
  ];
  const env = await answering(t, (_, response) => json(response, 200, { items, next_cursor: null, meta: null }));
  const shown = await types(t, ['analytics', 'list-indices', '--output', 'table'], env);
  t.is(shown.out, 'plan      limits\nstandard  name rows, limit 5; name uploads\ntrial\n');
});

test('a table cuts a text only when the terminal has no room for it', async (t) => {
  const items = [{ name: 'word '.repeat(12).trim(), units: 1 }];
  const env = await answering(t, (_, response) => json(response, 200, { items, next_cursor: null, meta: null }));
  const shown = async (columns: number) =>
    (await types(t, ['analytics', 'list-indices'], { ...env, NO_COLOR: '1' }, { columns })).out.split('\n')[1];
  t.is(await shown(66), `${'word '.repeat(12)}     1`);
  t.is(await shown(65), `${'word '.repeat(8).slice(0, 39)}…      1`);
});

test('labs restart takes the students and waits as labs start does', async (t) => {
  const sent: [path: string | undefined, body: unknown][] = [];
  const env = await answering(t, async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST') sent.push([request.url, JSON.parse(body)]);
    const result = {
      student_id: 'anna',
      group_id: null,
      outcome: 'accepted',
      instance_id: 'id-anna',
      state: 'creating',
    };
    const accepted = { lab_id: 'net', request_id: 'one', results: [{ ...result, reason: null, advice: null }] };
    const instance = { instance_id: 'id-anna', members: ['anna'], state: 'running', sequence: sent.length };
    const items = [promised('platform', 'LabInstance', instance)];
    if (request.method === 'POST') json(response, 202, accepted);
    else json(response, 200, { items, next_cursor: null });
  });
  const { code, err } = await types(t, ['labs', 'restart', 'net', '--student', 'anna', '--wait'], env);
  t.deepEqual([code, err], [0, 'anna  accepted\nanna  running\n']);
  t.is((await types(t, ['labs', 'restart', 'net'], env)).code, 0);
  t.deepEqual(sent, [
    ['/api/v1/labs/net/restart', { student_ids: ['anna'] }],
    ['/api/v1/labs/net/restart', {}],
  ]);
});

test('labs replace sends the file with the ETag of the version that it replaces', async (t) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'cli-file-')), 'lab.yaml');
  t.teardown(() => rmSync(path.dirname(file), { recursive: true }));
  writeFileSync(file, 'lab_id: net\nname: Näht\n');
  const sent: unknown[] = [];
  const lab = promised('platform', 'Lab', { lab_id: 'net', revision: 2 });
  const env = await answering(t, async (request, response) => {
    const { method, url, headers } = request;
    const body = await text(request);
    if (method === 'PUT') sent.push([url, headers['if-match'], headers['content-type'], body]);
    if (method === 'PUT') json(response, 200, lab);
    else response.writeHead(200, { 'content-type': 'application/yaml', etag: '"one"' }).end('lab_id: net');
  });
  const { code, out } = await types(t, ['labs', 'replace', 'net', file], env);
  t.deepEqual([code, JSON.parse(out)], [0, lab]);
  t.deepEqual(sent, [['/api/v1/labs/net/config', '"one"', 'application/yaml', 'lab_id: net\nname: Näht\n']]);
  writeFileSync(file, Buffer.from([0xff]));
  t.deepEqual(await types(t, ['labs', 'replace', 'net', file], env), {
    code: 2,
    out: '',
    err: `Error: ${file} is not UTF-8.\n`,
  });
});

test('the command line prints what the APIs advise as a command', (t) => {
  const cases = [
    [
      'Upload a new version with PUT /api/v1/labs/net-2/config.',
      'Upload a new version with `covenant labs replace net-2 FILE`.',
    ],
    [
      'Choose another lab_id, or upload this file as a new version of the lab net-2.',
      'Choose another lab_id, or run `covenant labs replace net-2 FILE`.',
    ],
    [
      adviceFor('restore'),
      'The files of the lab could not be restored from their archive, which was kept. Ask an administrator to check the archive, or start the lab with an empty home directory (`--restore none`).',
    ],
    [
      adviceFor('image_pull'),
      'The image of the lab could not be pulled. Check the image and the tag in the configuration, upload it with `covenant labs replace LAB FILE`, then start the lab again.',
    ],
    ['Send it again with confirm=2 if you intend this.', 'Send it again with --confirm 2 if you intend this.'],
  ] as const;
  for (const [advice, command] of cases) t.is(inCommands(advice), command);
});

test('users has the operations for users by shorter names, and guesses the one that was meant', async (t) => {
  const env = await answering(t, async (request, response) => {
    if (request.url?.startsWith('/.well-known')) return json(response, 404, {});
    t.is(request.url, '/api/v1/users?role=teacher&limit=1');
    json(response, 200, { items: [], next_cursor: null });
  });
  const list = await types(t, ['users', 'list', '--role', 'teacher', '--limit', '1', '-o', 'json'], env);
  t.like(list, { code: 0, err: '' });
  const wrong = await types(t, ['users', 'disabel', 'x'], env);
  t.is(wrong.err, 'Error: There is no command `covenant users disabel`. Did you mean `covenant users disable`?\n');
  t.regex((await types(t, ['users'], env)).out, /^covenant users COMMAND\n/);
});

test('labs start prints no table when it is refused for every student', async (t) => {
  const refused = { student_id: 'nobody', group_id: null, outcome: 'refused', instance_id: null, state: null };
  const results = [{ ...refused, reason: 'unknown_student', advice: 'Check the id.' }];
  const env = await answering(t, async (request, response) => {
    if (request.method === 'GET') return json(response, 200, { items: [], next_cursor: null });
    json(response, 202, { lab_id: 'a', request_id: 'one', results });
  });
  const start = await types(t, ['labs', 'start', 'a', '--student', 'nobody', '--wait'], env, { columns: 80 });
  t.deepEqual(start, { code: 1, out: '', err: 'nobody  refused  unknown_student  Check the id.\n' });
});

test('a table of one resource leaves out what is empty, and has before and after on one line', async (t) => {
  const before = { lines: 0, units: 0, version: null, confirm: null };
  const after = { lines: 2, units: 79, version: 4, confirm: null };
  const herebefore = { rows: 7 };
  const read_as = { sheet: null, columns: Array.from({ length: 9 }, () => ({ column: 'brand', heading: 'Marke' })) };
  const job = promised('analytics', 'Job', { status: 'succeeded', errors: [], read_as, before, after, herebefore });
  const env = await answering(t, (_, response) => json(response, 200, job));
  const command = ['analytics', 'get-job', '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11'];
  const shown = await types(t, command, { ...env, NO_COLOR: '1' }, { columns: 120 });
  t.is(
    shown.out,
    `status           succeeded
read_as.columns  9, listed with --output json
lines            0 -> 2
units            0 -> 79
version          none -> 4
herebefore.rows  7
`,
  );
});

test('a failed job shows what it is above the table of its errors', async (t) => {
  const error = { row: 2, rule: 'type', value: 'x', column: 'units_sold', message: 'must be a whole number' };
  const errors = [promised('analytics', 'JobError', error)];
  const job = promised('analytics', 'Job', { status: 'failed', dealer_id: 'fjordbil-oslo', errors });
  const env = await answering(t, (_, response) => json(response, 200, job));
  const command = ['analytics', 'get-job', '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11'];
  const shown = await types(t, command, { ...env, NO_COLOR: '1' }, { columns: 80 });
  t.is(
    shown.out,
    `status     failed
dealer_id  fjordbil-oslo

row  rule  value  column      message
  2  type  x      units_sold  must be a whole number
`,
  );
});

test('a job that fails shows its reason and its first errors, and on a terminal nothing else but what it would replace', async (t) => {
  const job_id = '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11';
  const error = (row: number) =>
    promised('analytics', 'JobError', { row, rule: 'type', column: 'units_sold', message: 'must be a whole number' });
  const whole = promised('analytics', 'JobError', { rule: 'empty', message: 'the file has no rows' });
  const replacement = { before: { rows: 9, units: 4 }, after: { rows: 1, units: 2 } };
  const facts = { job_id, status: 'failed', error_count: 1_200, errors: [whole, ...[9, 10, 11, 12, 13].map(error)] };
  const problem = { detail: 'Nothing was stored. Send it again with confirm=2 if you intend this.' };
  const job = promised('analytics', 'Job', { ...facts, replacement, problem });
  const env = await answering(t, (request, response) =>
    request.method === 'POST' ? json(response, 202, { job_id, status: 'queued' }) : json(response, 200, job),
  );
  const command = ['analytics', 'revert-revision', '--dealer-id', 'a', '--revision', '2', '--wait'];
  const err = `Error: The job ${job_id} ended as failed.
  Nothing was stored. Send it again with --confirm 2 if you intend this.
  the file has no rows
  row 9, units_sold   must be a whole number
  row 10, units_sold  must be a whole number
  row 11, units_sold  must be a whole number
  row 12, units_sold  must be a whole number
  and 1195 more: covenant analytics get-job-errors ${job_id} --save errors.csv
`;
  const piped = await types(t, command, env);
  t.deepEqual([piped.code, JSON.parse(piped.out), piped.err], [1, job, err]);
  const shown = await types(t, command, { ...env, NO_COLOR: '1' }, { columns: 80 });
  t.deepEqual(shown, { code: 1, out: 'replacement.rows   9 -> 1\nreplacement.units  4 -> 2\n', err });
});

test('a file that was uploaded before is reported, with its job and the time', async (t) => {
  const job_id = '0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11';
  const created_at = '2026-11-20T08:15:00Z';
  for (const [status, note] of [
    ['queued', ''],
    ['succeeded', `This file was uploaded before: job ${job_id} of 2026-11-20 08:15 UTC.\n`],
  ] as const) {
    const env = await answering(t, async (request, response) => {
      await text(request);
      if (request.method === 'POST') json(response, 202, { job_id, status });
      else json(response, 200, promised('analytics', 'Job', { job_id, status: 'succeeded', created_at }));
    });
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'cli-file-')), 'sales.csv');
    t.teardown(() => rmSync(path.dirname(file), { recursive: true }));
    writeFileSync(file, 'period_start,brand,units_sold\n2026-09,Toyota,41\n');
    const upload = ['analytics', 'upload-file', file, '--dealer-id', 'fjordbil-oslo', '--period', '2026-09'];
    const waited = await types(t, [...upload, '--wait'], env);
    t.deepEqual([waited.code, JSON.parse(waited.out).status, waited.err], [0, 'succeeded', note]);
    const once = await types(t, upload, env);
    t.deepEqual([once.code, JSON.parse(once.out), once.err], [0, { job_id, status }, note.replace(/ of .+(?=\.)/, '')]);
    t.is((await types(t, [...upload, '--quiet'], env)).err, '');
  }
});

test('flags, repeated flags and --body become the body of the request', async (t) => {
  const bodies: unknown[] = [];
  const env = await answering(t, async (request, response) => {
    const body = await text(request);
    if (request.method === 'POST') bodies.push(JSON.parse(body));
    json(response, request.method === 'POST' ? 202 : 404, { lab_id: 'a', results: [] });
  });
  const start = ['platform', 'start-lab', 'net-intro'];
  await types(t, [...start, '--student-ids', 'anna', '--student-ids', 'ben', '--restore', 'none'], env);
  await types(t, [...start, '--body', '{"student_ids":["cleo"],"restore":"latest"}', '--restore', 'none'], env);
  t.deepEqual(bodies, [
    { student_ids: ['anna', 'ben'], restore: 'none' },
    { student_ids: ['cleo'], restore: 'none' },
  ]);
});

test('a flag sends each boolean as true and as false, in all its spellings, and refuses other values', async (t) => {
  const terminal = { env: {}, out: new PassThrough(), err: new PassThrough(), in: new PassThrough() };
  const booleans = table.commands.flatMap((command) =>
    command.flags.flatMap((flag) => (flag.type === 'boolean' ? [{ command, flag }] : [])),
  );
  t.true(booleans.some(({ command, flag }) => command.name === 'replace-webhook' && flag.name === 'enabled'));
  for (const { command, flag } of booleans) {
    const others = [...command.positionals, ...command.flags].map((each) => ({ ...each, isRequired: false }));
    const [positionals, flags] = [[], others.filter(({ type }) => type !== 'file')];
    const sent = async (word: string) => {
      const { input } = await readArguments({ ...command, positionals, flags }, [word], terminal);
      return input[flag.place]?.[flag.key];
    };
    const name = `${command.api} ${command.name} --${flag.name}`;
    const words = [`--${flag.name}`, `--${flag.name}=true`, `--no-${flag.name}`, `--${flag.name}=false`];
    t.deepEqual(await Promise.all(words.map(sent)), [true, true, false, false], name);
    await t.throwsAsync(sent(`--${flag.name}=no`), { message: `--${flag.name} is no; it must be one of true, false.` });
  }
});

test('labs start --wait prints a line for each student and each change, and ends with 1 when a lab failed', async (t) => {
  const states = [
    { anna: 'stopped', ben: 'failed' },
    { anna: 'creating', ben: 'creating' },
    { anna: 'running', ben: 'creating' },
    { anna: 'running', ben: 'failed' },
  ] as const;
  let asked = 0;
  const instance = (name: 'anna' | 'ben') => {
    const state = states[Math.min(asked, states.length - 1)]?.[name] ?? '';
    const last = states.findLastIndex((each, at) => at <= asked && at > 0 && each[name] !== states[at - 1]?.[name]);
    const reason =
      state === 'failed' ? { reason: 'image_pull', advice: 'Check the image.' } : { reason: null, advice: null };
    return promised('platform', 'LabInstance', {
      instance_id: `id-${name}`,
      members: [name],
      state,
      sequence: last + 1,
      ...reason,
    });
  };
  const env = await answering(t, async (request, response) => {
    if (request.method === 'POST') {
      asked += 1;
      const accepted = (student_id: string) => ({
        student_id,
        group_id: null,
        outcome: 'accepted',
        instance_id: `id-${student_id}`,
        state: 'creating',
        reason: null,
        advice: null,
      });
      return json(response, 202, { lab_id: 'a', request_id: 'one', results: [accepted('anna'), accepted('ben')] });
    }
    if (request.url?.startsWith('/.well-known')) return json(response, 404, {});
    json(response, 200, { items: [instance('anna'), instance('ben')], next_cursor: null });
    if (asked > 0) asked += 1;
  });
  const { code, out, err } = await types(
    t,
    ['labs', 'start', 'a', '--student', 'anna', '--student', 'ben', '--wait'],
    env,
  );
  t.is(code, 1, err);
  t.is(
    err,
    `anna  accepted
ben  accepted
anna  creating
ben  creating
anna  running
ben  failed  image_pull  Check the image.
`,
  );
  t.deepEqual(
    (JSON.parse(out) as { items: { state: string }[] }).items.map(({ state }) => state),
    ['running', 'failed'],
  );
});
