// The input of each operation beside openapi-backend: what one takes the other takes.
import test from 'ava';
import fc from 'fast-check';
import type { OpenAPIBackend } from 'openapi-backend';
import { forms, jsonBodies, multiparts } from './bodies.ts';
import type { Asked, Requests } from './draw.ts';
import { acceptedByThem, backendOf, documents, load, type Ours, type Request, refusalByUs } from './judges.ts';
import { cookies, headers, paths, queries, rightRequest } from './parameters.ts';
import { withPlainBooleans } from './reads.ts';

const settings = {
  numRuns: Number(process.env.FAST_CHECK_RUNS ?? 25),
  seed: Number(process.env.FAST_CHECK_SEED ?? Date.now()),
  includeErrorInReport: true,
};

const parts: Readonly<Record<string, (ours: Ours, id: string, right: Request) => Requests>> = {
  path: paths,
  query: queries,
  headers,
  cookies,
  json: jsonBodies,
  form: forms,
  multipart: multiparts,
};

/** The operations that have such a part. A query they always have: what is not declared is refused. */
const haveOne = ({ operations }: Ours, part: string): string[] =>
  Object.values(operations)
    .filter(
      ({ parameters, body }) =>
        part === 'query' ||
        Object.keys(parameters[part as 'path'] ?? {}).length > 0 ||
        Object.values(body?.media ?? {}).some((kind) => kind === part),
    )
    .map(({ id }) => id);

for (const folder of documents) {
  const judges = load(folder).then(async (ours) => ({ ours, api: await backendOf(ours) }));

  test(`each operation of ${folder} has a request that both routers accept`, async (t) => {
    const { ours, api } = await judges;
    for (const id of Object.keys(ours.operations)) {
      const right = rightRequest(ours, id);
      t.deepEqual([await refusalByUs(ours, id, right), acceptedByThem(api, id, right)], [undefined, true], id);
    }
  });

  for (const [part, requests] of Object.entries(parts))
    test(`the runtime judges ${part} of ${folder} like openapi-backend`, async (t) => {
      const { ours, api: usual } = await judges;
      const api = part === 'form' ? await backendOf(ours, 'application/x-www-form-urlencoded') : usual;
      t.log(`seed ${settings.seed}`);
      const ids = haveOne(ours, part);
      const counts = { accepted: 0, refused: 0, refusedByUsAlone: 0 };
      for (const id of ids) {
        const right = rightRequest(ours, id);
        const { drawn, listed } = requests(ours, id, right);
        const check = async (asked: Asked) => {
          counts[await compared(ours, api, id, asked)]++;
        };
        for (const asked of [{ request: right, plain: right, isStricter: false }, ...listed]) await check(asked);
        await fc.assert(fc.asyncProperty(drawn, check), settings);
      }
      t.log(JSON.stringify(counts));
      // A contract may take a cookie of any text, so that none is refused by both.
      const bothRefuse = part === 'cookies' || counts.refused > 5;
      t.true(ids.length === 0 || (counts.accepted >= ids.length && bothRefuse), JSON.stringify(counts));
    });
}

async function compared(ours: Ours, api: OpenAPIBackend, id: string, { request, plain, isStricter }: Asked) {
  const refusal = await refusalByUs(ours, id, request);
  const known = ours.operations[id]?.parameters.query ?? {};
  const taken = acceptedByThem(api, id, { ...request, query: withPlainBooleans(request.query, known) });
  if ((refusal === undefined) === taken) return taken ? 'accepted' : 'refused';
  // Never the other way: what ours takes, openapi-backend takes.
  if (taken && (isStricter || (await refusalByUs(ours, id, plain)) === undefined)) return 'refusedByUsAlone';
  const [mine, theirs] = [JSON.stringify(refusal?.problem ?? 'takes it'), taken ? 'takes it' : 'refuses it'];
  throw new Error(`${id} ${JSON.stringify(request)}: ours ${mine}, openapi-backend ${theirs}`);
}
