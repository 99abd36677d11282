// The Python client of a document: one method for each operation, an iterator for each list, and a wait for each job.

import type { ApiDocument, Operation, Parameter } from '../../contract/document/model.ts';
import { bodyKind, followed, listStyles, live as liveOperations } from '../code/client.ts';
import { firstForms } from '../code/print.ts';
import { type Live, liveMethod, liveShape } from './live.ts';
import { docstring, iteratorName, parameterName, quoted, snake } from './print.ts';
import { pythonType } from './types.ts';

/** The text of `_async.py`; `syncOf` makes the other one of it. */
export function emitPythonClient(document: ApiDocument, live?: Live): string {
  const operations = liveOperations(document);
  const waits = operations.flatMap((each) => waitCode(each, document));
  const optionalBodies = operations.some(({ facts, bodies }) => bodies.length > 0 && !facts.body?.required);
  return `"""The ${document.name} API, one method for each operation."""

from __future__ import annotations

${live ? 'import ssl\n' : ''}from types import TracebackType
from typing import Any, AsyncIterator, Callable, Literal, Mapping, Sequence, Union

from .._async import AsyncBase
${live ? 'from .._live import LiveShape\nfrom .._live_async import AsyncLiveUpdates\n' : ''}from .._request import ${optionalBodies ? 'ABSENT, Absent, ' : ''}Reply, Shape
from .._uploads import Progress
from . import ${live ? 'live\nfrom . import ' : ''}types as t

${operations.map((each) => shapeCode(each, document)).join('')}${live ? liveShape(live) : ''}

class AsyncClient(AsyncBase):
    """A connection to one installation. Use it in a \`with\` statement, or close it."""

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

${[...operations.flatMap((each) => methods(each, document)), ...waits, ...(live ? [liveMethod(live)] : [])].join('\n')}`;
}

const constant = ({ facts }: Operation): string => `_${snake(facts.id).toUpperCase()}`;

function shapeCode(operation: Operation, document: ApiDocument): string {
  const { facts, bodies } = operation;
  const replies = firstForms(facts, operation.replies).map(
    ({ status, type, schema }) =>
      `${status}: ("${bodyKind(type)}", ${bodyKind(type) === 'json' ? pythonType(document, schema) : 'None'})`,
  );
  const { lists = [] } = listStyles(facts.parameters.query);
  const more = [
    ...(facts.schemes.length === 0 ? ['public=True'] : []),
    ...(facts.idempotent ? ['idempotent=True'] : []),
    ...(bodies[0] === undefined ? [] : [`body=${quoted(bodies[0].type)}`]),
    ...(lists.length === 0 ? [] : [`lists=frozenset({${lists.map(quoted).join(', ')}})`]),
  ];
  const all = [facts.id, facts.method, facts.path].map(quoted);
  return `${constant(operation)} = Shape(\n    ${[...all, `{${replies.join(', ')}}`, ...more].join(',\n    ')},\n)\n`;
}

type Signature = {
  readonly positional: readonly string[];
  readonly keywords: readonly string[];
  /** What the method hands on: to \`_call\`, and to another method with the same parameters. */
  readonly call: readonly string[];
  readonly passed: readonly string[];
};

const sentByCall = ['Idempotency-Key'];

function signature(operation: Operation, document: ApiDocument, without: readonly string[] = []): Signature {
  const { facts, parameters, bodies } = operation;
  const [body] = bodies;
  const of = (where: Parameter['in']) =>
    parameters.filter((each) => each.in === where && !sentByCall.includes(each.name));
  const path = of('path');
  const keyed = [...of('query'), ...of('header')].toSorted((a, b) => Number(b.required) - Number(a.required));
  const form = body?.kind === 'multipart' ? 'form' : 'body';
  const mark = facts.body?.required ? '' : ' | Absent = ABSENT';
  const bodyType = body && (body.kind === 'text' ? 'str' : pythonType(document, body.schema));
  const mapOf = (list: readonly Parameter[]) =>
    `{${list.map(({ name }) => `${quoted(name)}: ${parameterName(name)}`).join(', ')}}`;
  const mine = keyed.filter(({ name }) => !without.includes(name));
  const own = [
    'headers: Mapping[str, str] | None = None',
    'timeout: float | None = None',
    ...(facts.idempotent ? ['idempotency_key: str | None = None'] : []),
    ...(form === 'form' && body ? ['on_progress: Progress | None = None'] : []),
  ];
  const ownNames = own.map((each) => each.split(':')[0] ?? '');
  const given = { path: mapOf(path), query: mapOf(of('query')), headers: mapOf(of('header')) };
  return {
    positional: [
      ...path.map(({ name, schema }) => `${parameterName(name)}: ${argumentType(document, schema)}`),
      ...(body === undefined ? [] : [`${form}: ${bodyType}${mark}`]),
    ],
    keywords: [
      ...mine.map(
        ({ name, schema, required }) =>
          `${parameterName(name)}: ${argumentType(document, schema)}${required ? '' : ' | None = None'}`,
      ),
      ...own,
    ],
    call: [
      ...Object.entries(given).flatMap(([name, text]) => (text === '{}' ? [] : [`${name}=${text}`])),
      ...(body === undefined ? [] : [`${form}=${form}`]),
      ...ownNames.map((name) => `${name === 'headers' ? 'more_headers' : name}=${name}`),
    ],
    passed: [
      ...path.map(({ name }) => parameterName(name)),
      ...(body === undefined ? [] : [form]),
      ...[...mine.map(({ name }) => parameterName(name)), ...ownNames].map((name) => `${name}=${name}`),
    ],
  };
}

/** A list may be given as any sequence. */
const argumentType = (document: ApiDocument, schema: Parameter['schema']): string =>
  pythonType(document, schema).replace(/^list\[/, 'Sequence[');

const header = (name: string, { positional, keywords }: Pick<Signature, 'positional' | 'keywords'>, result: string) =>
  `    async def ${name}(\n        ${['self', ...positional, '*', ...keywords].join(',\n        ')},\n    ) -> ${result}:\n`;

const call = (opening: string, values: readonly string[], closing: string) =>
  `        ${opening}\n            ${values.join(',\n            ')},\n        ${closing}\n`;

function methods(operation: Operation, document: ApiDocument): string[] {
  const name = snake(operation.facts.id);
  const result = resultType(operation, document);
  const given = signature(operation, document);
  const sent = [constant(operation), ...given.call];
  const about = docstring(`${operation.summary}.`, '        ');
  const direct =
    result === 'None'
      ? call('await self._call(', sent, ')')
      : `${call('reply = await self._call(', sent, ')')}        result: ${result} = reply.body\n        return result\n`;
  const plain = `${header(name, given, result)}${about}${direct}`;
  const withHead = operation.replies.some(({ tagged, status }) => tagged && status < 300)
    ? [
        `${header(`${name}_reply`, given, `Reply[${result}]`)}${docstring(`${operation.summary}, with status, headers and ETag.`, '        ')}${call('return await self._call(', sent, ')')}`,
      ]
    : [];
  return [plain, ...withHead, ...(operation.facts.paged ? iterators(operation, document, result) : [])];
}

function iterators(operation: Operation, document: ApiDocument, result: string): string[] {
  const { facts, summary } = operation;
  const list = snake(facts.id);
  const each = iteratorName(list);
  const own = signature(operation, document, ['cursor', 'If-None-Match']);
  const reply = firstForms(facts, operation.replies)[0];
  const page = document.schemas[String(reply?.schema.$ref).split('/').at(-1) ?? ''];
  const items = (page?.properties as Record<string, { items: Parameter['schema'] }> | undefined)?.items?.items;
  const item = items === undefined ? 'Any' : pythonType(document, items);
  const pages = `${header(`${each}_pages`, own, `AsyncIterator[${result}]`)}${docstring(`${summary}: each page, up to the last.`, '        ')}        cursor: str | None = None
        while True:
${call(`page = await self.${list}(`, [...own.passed, 'cursor=cursor'], ')').replaceAll(/^ {4}/gm, '        ')}            yield page
            cursor = page["next_cursor"]
            if not cursor:
                return
`;
  const all = `${header(each, own, `AsyncIterator[${item}]`)}${docstring(`${summary}: each item, over all pages.`, '        ')}        async for page in self.${each}_pages(
            ${own.passed.join(',\n            ')},
        ):
            for item in page["items"]:
                yield item
`;
  return [all, pages];
}

function resultType({ facts, replies }: Operation, document: ApiDocument): string {
  const types = firstForms(facts, replies)
    .filter(({ status }) => status !== 304)
    .map(({ type, schema }) =>
      type === undefined ? 'None' : bodyKind(type) === 'json' ? pythonType(document, schema) : 'bytes',
    );
  const each = [...new Set(types)];
  return each.length === 1 ? (each[0] ?? 'None') : `Union[${each.join(', ')}]`;
}

/** The operation that says how a job goes, asked until a state that nothing leaves. */
function waitCode(operation: Operation, document: ApiDocument): string[] {
  const job = followed(operation, document);
  if (job === undefined) return [];
  const given = signature(operation, document);
  const keywords = [
    `on_progress: Callable[[t.${job.schema}], None] | None = None`,
    'every: float = 1.0',
    'deadline: float | None = None',
  ];
  const noun = job.noun.toLowerCase();
  const about = `Asks until the ${noun} has ended, waiting as the service says, or \`every\` so many seconds.

After \`deadline\` seconds it raises \`WaitTimeout\`; an exception of \`on_progress\` ends it, too.`;
  const tuple = (states: readonly string[]) => `(${states.map((each) => `${quoted(each)},`).join(' ')})`;
  return [
    `${header(`wait_for_${snake(job.noun)}`, { ...given, keywords: [...given.keywords, ...keywords] }, `t.${job.schema}`)}${docstring(about, '        ')}        async def ask() -> Reply[t.${job.schema}]:
            return await self._call(
                ${[constant(operation), ...given.call].join(',\n                ')},
            )

        result: t.${job.schema} = await self._poll(
            ${quoted(operation.facts.id)},
            ask,
            ${tuple(job.states)},
            ${tuple(job.final)},
            on_progress,
            every,
            deadline,
        )
        return result
`,
  ];
}
