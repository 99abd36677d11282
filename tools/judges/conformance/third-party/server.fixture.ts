// A third party's server for its own document, written by hand as others write them. It keeps its document, unless it is started with a mistake.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What it does wrong. */
export type Mistake =
  | 'no key'
  | 'fault at the edge'
  | 'another type'
  | 'a field is missing'
  | 'stays after its end'
  | 'longest name refused'
  | 'null refused'
  | 'no weight taken'
  | 'everything taken'
  | 'undeclared status'
  | 'undeclared media type'
  | 'a header is missing'
  | 'fault of an unknown id';

export const keyOfPets = 'key-of-the-zoo';

type Pet = Readonly<Record<string, unknown>> & { readonly id: number };

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function startPets(mistake?: Mistake): Promise<AsyncDisposable & { readonly url: string }> {
  const zoo = { pets: new Map<number, Pet>(), photos: new Map<string, number>(), count: 6 };
  const server = createServer((request, response) => {
    answer(zoo, request, response, mistake).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      if (!response.headersSent) send(response, status, { error: (error as Error).message });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Zoo = { readonly pets: Map<number, Pet>; readonly photos: Map<string, number>; count: number };
type Asked = {
  readonly zoo: Zoo;
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly parts: readonly string[];
  readonly mistake: Mistake | undefined;
};
type ServerReply = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

function send(response: ServerResponse, status: number, body?: unknown, headers: ServerReply['headers'] = {}): void {
  const isText = body instanceof Uint8Array;
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  });
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
}

async function answer(zoo: Zoo, request: IncomingMessage, response: ServerResponse, mistake: Mistake | undefined) {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://any.example');
  const found = routes.find(([form]) => form.test(pathname));
  if (found === undefined) throw new Refusal(404, 'no such page');
  const [form, methods] = found;
  const act = methods[request.method ?? ''];
  if (act === undefined) return send(response, 405, { error: 'not so' }, { allow: Object.keys(methods).join(', ') });
  const isOpen = pathname === '/v2/letters' || mistake === 'no key';
  if (!isOpen && request.headers['x-api-key'] !== keyOfPets) throw new Refusal(401, 'who are you?');
  const parts = form.exec(pathname)?.slice(1) ?? [];
  const { status, body, headers } = await act({ zoo, request, query, parts, mistake });
  send(response, status, body, headers);
}

const routes: readonly (readonly [RegExp, Readonly<Record<string, (asked: Asked) => Promise<ServerReply>>>])[] = [
  [/^\/v2\/pets$/, { GET: listPets, POST: addPet }],
  [/^\/v2\/pets\/([^/]+)$/, { GET: getPet, PUT: changePet, DELETE: removePet }],
  [/^\/v2\/pets\/([^/]+)\/photos$/, { POST: addPhoto }],
  [/^\/v2\/pets\/([^/]+)\/photos\/([^/]+)$/, { GET: getPhoto }],
  [/^\/v2\/letters$/, { POST: writeLetter }],
];

function wholeNumber(text: string, from: number, to: number): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < from || value > to)
    throw new Refusal(400, `${text} is no number from ${from} to ${to}`);
  return value;
}

async function listPets({ zoo, query, mistake }: Asked): Promise<ServerReply> {
  const page = wholeNumber(query.get('page') ?? '1', 1, 1000);
  if (page === 1000 && mistake === 'fault at the edge') throw new Error('no such page in memory');
  const requestedKinds = (query.get('kinds') ?? 'cat,dog,fish').split(',');
  if (!requestedKinds.every((kind) => kinds.includes(kind))) throw new Refusal(400, 'no such kind');
  const pets = [...zoo.pets.values()].filter(({ kind }) => requestedKinds.includes(String(kind)));
  const headers: Record<string, string> = mistake === 'a header is missing' ? {} : { 'x-total': String(pets.length) };
  return { status: 200, body: pets.slice((page - 1) * 50, page * 50), headers };
}

async function addPet({ zoo, request, mistake }: Asked): Promise<ServerReply> {
  const pet = petIn(await jsonIn(request), zoo.count + 1, mistake);
  zoo.count += 1;
  zoo.pets.set(pet.id, pet);
  if (mistake === 'undeclared status') return { status: 202, body: pet };
  if (mistake === 'another type') return { status: 201, body: { ...pet, id: String(pet.id) } };
  const { kind: _, ...rest } = pet;
  return { status: 201, body: mistake === 'a field is missing' ? rest : pet };
}

async function getPet(asked: Asked): Promise<ServerReply> {
  return { status: 200, body: petOf(asked) };
}

async function changePet(asked: Asked): Promise<ServerReply> {
  const { id } = petOf(asked);
  const pet = petIn(await jsonIn(asked.request), id, asked.mistake);
  asked.zoo.pets.set(id, pet);
  return { status: 200, body: pet };
}

async function removePet(asked: Asked): Promise<ServerReply> {
  const { id } = petOf(asked);
  if (asked.mistake !== 'stays after its end') asked.zoo.pets.delete(id);
  return { status: 204 };
}

async function addPhoto(asked: Asked): Promise<ServerReply> {
  const { id } = petOf(asked);
  const form = await formIn(asked.request, 'multipart/form-data');
  const caption = form.get('caption');
  if (typeof caption !== 'string' || caption.length < 1 || caption.length > 30) throw new Refusal(422, 'no caption');
  if (!form.has('photo')) throw new Refusal(422, 'no photo');
  asked.zoo.count += 1;
  const photo = `p-${asked.zoo.count}`;
  asked.zoo.photos.set(photo, id);
  return { status: 201, body: { photo_id: photo } };
}

async function getPhoto(asked: Asked): Promise<ServerReply> {
  const { id } = petOf(asked);
  if (asked.zoo.photos.get(asked.parts[1] ?? '') !== id) throw new Refusal(404, 'no such photo');
  const media = asked.mistake === 'undeclared media type' ? 'application/json' : 'image/png';
  return { status: 200, body: new Uint8Array([137, 80, 78, 71]), headers: { 'content-type': media } };
}

async function writeLetter({ request }: Asked): Promise<ServerReply> {
  const form = await formIn(request, 'application/x-www-form-urlencoded');
  const words = String(form.get('text') ?? '');
  if (words.length < 1 || words.length > 100) throw new Refusal(400, 'no text');
  wholeNumber(String(form.get('stars') ?? ''), 1, 5);
  return { status: 202, body: { thanks: true } };
}

function petOf({ zoo, parts: [text = ''], mistake }: Asked): Pet {
  const pet = zoo.pets.get(wholeNumber(text, 1, Number.MAX_SAFE_INTEGER));
  if (pet === undefined && mistake === 'fault of an unknown id') throw new TypeError('pet is undefined');
  if (pet === undefined) throw new Refusal(404, 'no such pet');
  return pet;
}

async function jsonIn(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') throw new Refusal(415, 'JSON, please');
  try {
    return JSON.parse(await text(request));
  } catch {
    throw new Refusal(400, 'no JSON');
  }
}

async function formIn(request: IncomingMessage, media: string): Promise<FormData> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith(media)) throw new Refusal(415, `${media}, please`);
  const body = new Blob([Buffer.from(await text(request))]);
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Refusal(400, 'no form');
  }
}

const kinds = ['cat', 'dog', 'fish'];
const isText = (value: unknown, from: number, to: number): value is string =>
  typeof value === 'string' && value.length >= from && value.length <= to;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function petIn(value: unknown, id: number, mistake: Mistake | undefined): Pet {
  if (mistake === 'everything taken') return { name: 'x', kind: 'cat', id };
  if (!isObject(value)) throw new Refusal(400, 'no pet');
  const { name, kind, born, weight, chip, tags, home } = value;
  const longest = mistake === 'longest name refused' ? 39 : 40;
  const isBorn = born === undefined || (born === null && mistake !== 'null refused') || isDay(born);
  const isTagged =
    tags === undefined || (Array.isArray(tags) && tags.length <= 3 && tags.every((each) => isText(each, 0, 10)));
  const isChipped = chip === undefined || (typeof chip === 'string' && /^[A-Z]{2}[0-9]{4}$/.test(chip));
  const isWeight = typeof weight === 'number' && (weight > 0 || mistake === 'no weight taken') && weight <= 900;
  const isKind = typeof kind === 'string' && kinds.includes(kind);
  if (
    !isText(name, 1, longest) ||
    !isKind ||
    !isBorn ||
    !(weight === undefined || isWeight) ||
    !isTagged ||
    !isChipped ||
    !isHome(home)
  )
    throw new Refusal(422, 'no such pet is possible');
  return { ...value, id };
}

const isDay = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.slice(0, 10) === value;

function isHome(home: unknown): boolean {
  if (home === undefined) return true;
  if (!isObject(home) || Object.keys(home).length !== 1) return false;
  return (typeof home.width === 'number' && home.width > 0) || typeof home.fenced === 'boolean';
}
