// The frame of the few pages for people, those of the provider and the front door's: plain HTML that needs no script and no file.

/** Of every page. Forms go to our own address alone, which every answer to them leads back to. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const style = `:root{color-scheme:light dark;--line:#c8ccd2;--strong:#1f5fbf;--back:#f3f5f8;--card:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--line:#454b54;--strong:#3b7de0;--back:#15181c;--card:#1e2227;--bad:#f2877f}}
*{box-sizing:border-box}body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:12vh 1rem 2rem;background:var(--back)}
main{max-width:22rem;margin:auto;padding:1.75rem 2rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
h1{font-size:1.375rem;line-height:1.25;margin:0}p{margin:.5rem 0 0}.where{opacity:.7;margin:0 0 .25rem;font-size:.875rem}
label{display:block;margin-top:1.25rem;font-weight:600}
input,button{font:inherit;width:100%;padding:.6rem .75rem;border-radius:.4rem;border:1px solid var(--line)}
input{margin-top:.3rem;font-weight:400;background:transparent;color:inherit}button{margin-top:1.5rem;cursor:pointer;font-weight:600;background:transparent;color:inherit}
main.wide{max-width:44rem}.wide button{width:auto;margin:1rem 0;padding-inline:1.5rem}dt{font-family:monospace;margin-top:1rem}dd{margin:0}a{color:var(--strong)}
button.first{background:var(--strong);border-color:var(--strong);color:#fff}button+button{margin-top:.75rem}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}[role=alert]{color:var(--bad)}`;

/** `body` is HTML; the other two are text. A form is narrow. */
export const pageOf = (title: string, where: string, body: string, width: 'narrow' | 'wide' = 'narrow'): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style><main class="${width}"><p class="where">${escapeHtml(where)}</p><h1>${escapeHtml(title)}</h1>${body}</main></html>\n`;

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
