// A browser as far as a login needs one: a cookie jar that follows redirects and sends forms.

export type Page = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

/** No page takes longer, on however busy a machine. */
const timeoutMs = 60_000;

type Cookie = { readonly value: string; readonly path: string; readonly line: string };
export type Browser = ReturnType<typeof openBrowser>;

/** As a browser, but for `stop`: addresses that it does not go to. */
export function openBrowser({ stop = () => false }: { readonly stop?: (url: URL) => boolean } = {}) {
  /** By name, and by `name;path` where the path is not `/`. */
  const jar = new Map<string, Cookie>();
  const cookiesFor = ({ pathname }: URL) =>
    [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(';')[0]}=${value}`)
      .join('; ');
  const keepAll = (headers: Headers) => {
    for (const line of headers.getSetCookie()) keep(jar, line);
  };
  const visit = async (address: string, init: RequestInit = {}, left = 20): Promise<Page> => {
    const url = new URL(address);
    if (stop(url) || left === 0) return { url: address, status: 0, headers: new Headers(), body: '' };
    const headers = { ...(init.headers as Record<string, string>), cookie: cookiesFor(url) };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, redirect: 'manual', headers, signal });
    keepAll(response.headers);
    const next = response.headers.get('location');
    if (next === null)
      return { url: address, status: response.status, headers: response.headers, body: await response.text() };
    await response.body?.cancel();
    return visit(new URL(next, address).href, {}, left - 1);
  };
  return {
    jar,
    visit,
    /** The cookies of an answer that was got elsewhere. */
    keep: keepAll,
    cookies: (address: string) => cookiesFor(new URL(address)),
    /** Sends the form of a page with its hidden fields and these. */
    submit: (page: Page, fields: Readonly<Record<string, string>>) => {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.body)?.[1] ?? page.url;
      const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const all = new URLSearchParams([
        ...hidden.map(([, name = '', value = '']) => [name, value]),
        ...Object.entries(fields),
      ]);
      return visit(new URL(action, page.url).href, { method: 'POST', body: all });
    },
  };
}

function keep(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split(/; */);
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const of = (attribute: string) =>
    attributes.find((each) => each.toLowerCase().startsWith(`${attribute}=`))?.slice(attribute.length + 1);
  const isOver = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now();
  const path = of('path') ?? '/';
  const key = path === '/' ? name : `${name};${path}`;
  if (value === '' || isOver) jar.delete(key);
  else jar.set(key, { value, path, line });
}
