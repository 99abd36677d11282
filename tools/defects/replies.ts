// Defects of what is answered: status, headers, media type, body, problems; and of addresses without an operation.
import { always, asked, body, header, json, success, wire } from './bends.ts';
import type { DefectKind } from './defect.ts';

const dealers = asked('GET', /^\/admin\/dealers$/);
const created = asked('POST', /^\/admin\/dealers$/);

export const statuses: DefectKind = {
  kind: 'status and headers',
  defects: [
    {
      id: 'undeclared-status',
      what: '203 instead of 200',
      area: 'admin',
      operation: 'getDealer',
      rule: 'declared status',
      bend: success('getDealer', (reply) => ({ ...reply, status: 203 })),
    },
    {
      id: 'undeclared-refusal',
      what: '418 instead of 404',
      area: 'admin',
      operation: 'getDealer',
      rule: 'status',
      bend: wire(asked('GET', /^\/admin\/dealers\/[^/]+$/), (answer) =>
        answer.status === 404 ? { ...answer, status: 418 } : answer,
      ),
    },
    {
      id: 'no-request-id',
      what: 'answers have no X-Request-Id',
      area: 'admin',
      operation: 'listDealers',
      rule: 'header X-Request-Id',
      bend: wire(dealers, header(200, 'X-Request-Id')),
    },
    {
      id: 'no-rate-limit',
      what: 'the rest of the limit is not told',
      area: 'admin',
      operation: 'listDealers',
      rule: 'header RateLimit',
      bend: wire(dealers, header(200, 'RateLimit')),
    },
    {
      id: 'other-policy',
      what: 'the limit that is told is not that of the contract',
      area: 'admin',
      operation: 'listDealers',
      rule: 'header RateLimit-Policy',
      bend: wire(dealers, header(200, 'RateLimit-Policy', '"admin";q=10;w=60')),
    },
    {
      id: 'no-location',
      what: 'what was created has no address',
      area: 'admin',
      operation: 'createDealer',
      rule: 'header Location',
      bend: wire(created, header(201, 'Location')),
    },
    {
      id: 'no-retry-after',
      what: 'a 202 does not say when to ask again',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'header Retry-After',
      bend: wire(asked('POST', /^\/ingest\/files$/), header(202, 'Retry-After')),
    },
    {
      id: 'no-challenge',
      what: 'a 401 does not name the scheme',
      area: 'admin',
      operation: 'listDealers',
      rule: 'header WWW-Authenticate',
      bend: wire(dealers, header(401, 'WWW-Authenticate')),
    },
    {
      id: 'basic-challenge-bearer',
      what: 'a token endpoint asks for the token that it gives',
      area: 'tokens',
      operation: 'issueToken',
      rule: 'header WWW-Authenticate',
      bend: wire(asked('POST', /^\/auth\/token$/), header(401, 'WWW-Authenticate', 'Bearer')),
    },
    {
      id: 'secret-kept',
      what: 'an answer with tokens may be kept by caches',
      area: 'tokens',
      operation: 'loginUser',
      rule: 'header Cache-Control',
      bend: wire(asked('POST', /^\/auth\/login$/), header(200, 'Cache-Control', 'private')),
    },
  ],
};

export const contents: DefectKind = {
  kind: 'contents',
  defects: [
    {
      id: 'other-media-type',
      what: 'JSON is sent as HTML',
      area: 'admin',
      operation: 'listDealers',
      rule: 'media type',
      bend: wire(dealers, header(200, 'Content-Type', 'text/html')),
    },
    {
      id: 'problem-as-json',
      what: 'a problem is sent as plain JSON',
      area: 'admin',
      operation: 'listDealers',
      rule: 'media type',
      bend: wire(dealers, header(401, 'Content-Type', 'application/json')),
    },
    {
      id: 'not-json',
      what: 'half of the body is sent',
      area: 'admin',
      operation: 'listDealers',
      rule: 'body',
      bend: wire(dealers, (answer) => ({ ...answer, body: answer.body.slice(0, -10) })),
    },
    {
      id: 'member-missing',
      what: 'a required member of the answer is missing',
      area: 'admin',
      operation: 'getDealer',
      rule: 'body at ""',
      bend: body('getDealer', ({ region_id: _, ...rest }) => rest),
    },
    {
      id: 'member-missing-in-list',
      what: 'a required member is missing in the items of a list',
      area: 'admin',
      operation: 'listDealers',
      rule: /^body at "\/items\/0/,
      bend: body('listDealers', (page) => ({ ...page, items: page.items?.map(({ name: _, ...rest }) => rest) })),
    },
    {
      id: 'number-as-text',
      what: 'a number is sent as text',
      area: 'series',
      operation: 'listIndices',
      rule: /^body at "\/items\/0\/units"/,
      bend: body('listIndices', (page) => ({
        ...page,
        items: page.items?.map((item) => ({ ...item, units: String(item.units) })),
      })),
    },
    {
      id: 'enum-widened',
      what: 'a closed enum has a value that the contract does not know',
      area: 'jobs',
      operation: 'getJob',
      rule: /^body at "\/status"/,
      bend: body('getJob', (job) => ({ ...job, status: job.status === 'succeeded' ? 'archived' : job.status })),
    },
    {
      id: 'null-value',
      what: 'null stands where the contract has a value',
      area: 'admin',
      operation: 'createDealer',
      rule: /^body at "\/name"/,
      bend: body('createDealer', (dealer) => ({ ...dealer, name: null })),
    },
    {
      id: 'local-time',
      what: 'a time has no zone',
      area: 'admin',
      operation: 'getGrant',
      rule: /^body at "\/created_at"/,
      bend: body('getGrant', (grant) => ({ ...grant, created_at: '2026-11-21 07:41:12' })),
    },
    {
      id: 'list-is-null',
      what: 'the items are null instead of an empty list',
      area: 'admin',
      operation: 'listGrants',
      rule: /^body at "\/items"/,
      bend: body('listGrants', (page) => ({ ...page, items: null })),
    },
  ],
};

export const problems: DefectKind = {
  kind: 'problems',
  defects: [
    {
      id: 'unknown-problem',
      what: 'the type of a problem is not in the registry',
      area: 'admin',
      operation: 'getDealer',
      rule: /^(status|problem type)$/,
      bend: wire(
        always,
        json(404, (problem) => ({ ...problem, type: 'https://covenant.example/problems/gone' })),
      ),
    },
    {
      id: 'other-title',
      what: 'the title of a problem is not that of the registry',
      area: 'admin',
      operation: 'getDealer',
      rule: 'problem title',
      bend: wire(
        always,
        json(404, (problem) => ({ ...problem, title: 'Oops' })),
      ),
    },
    {
      id: 'other-status-inside',
      what: 'a problem tells another status than the answer has',
      area: 'admin',
      operation: 'getDealer',
      rule: 'problem status',
      bend: wire(
        always,
        json(404, (problem) => ({ ...problem, status: 410 })),
      ),
    },
    {
      id: 'other-instance',
      what: 'a problem names another request',
      area: 'admin',
      operation: 'getDealer',
      rule: 'problem instance',
      bend: wire(
        always,
        json(404, (problem) => ({ ...problem, instance: 'urn:request:another-one' })),
      ),
    },
    {
      id: 'field-of-problem-missing',
      what: 'a problem lacks a field that its kind has',
      area: 'admin',
      operation: 'listDealers',
      rule: 'problem required_role',
      bend: wire(
        dealers,
        json(403, ({ required_role: _, ...problem }) => problem),
      ),
    },
  ],
};

export const addresses: DefectKind = {
  kind: 'addresses',
  defects: [
    {
      id: 'method-is-404',
      what: 'a method that an address has not is answered as if the address were not there',
      area: 'admin',
      operation: null,
      rule: 'status',
      bend: wire(always, (answer) => (answer.status === 405 ? { ...answer, status: 404 } : answer)),
    },
    {
      id: 'allow-short',
      what: 'the header Allow leaves a method out',
      area: 'admin',
      operation: null,
      rule: 'header allow',
      bend: wire(always, header(405, 'Allow', 'GET')),
    },
    {
      id: 'no-allow',
      what: 'a 405 has no Allow',
      area: 'admin',
      operation: null,
      rule: /^header allow$/i,
      bend: wire(always, header(405, 'Allow')),
    },
    {
      id: 'any-address',
      what: 'an address that is none is answered with 200',
      area: 'admin',
      operation: null,
      rule: 'status',
      bend: wire(
        (_, path) => path.startsWith('/zz'),
        (answer) => ({ ...answer, status: 200 }),
      ),
    },
    {
      id: 'broken-path-is-404',
      what: 'a path that is none is looked for',
      area: 'admin',
      operation: null,
      rule: 'status',
      bend: wire(
        (_, path) => path.includes('%'),
        (answer) => (answer.status === 400 ? { ...answer, status: 404 } : answer),
      ),
    },
  ],
};
