// The frame of the few pages for people, those of the provider and the front door's: plain HTML that needs no script
// and no file.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Headers of every page. Forms go to our own address alone, which every answer to them leads back to. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The colours of the reference pages. */
const style = `:root{color-scheme:light dark;--paper:light-dark(#fff,#15181b);--wash:light-dark(#f8f7f4,#101315);--card:light-dark(#fff,#181c1f);--line:light-dark(#e5e2dc,#2b3035);--ink:light-dark(#1a1d1f,#e7e5e0);--soft:light-dark(#5a6066,#a2a8ad);--accent:light-dark(#0b6159,#6ed0c2);--bad:light-dark(#a3231d,#f3958d)}
*{box-sizing:border-box}body{font:1rem/1.6 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;margin:0;padding:9vh 1rem 2rem;background:var(--wash);color:var(--ink)}
header,main{max-width:24rem;margin:auto}header.wide,main.wide{max-width:46rem}
header{display:flex;align-items:center;gap:.55rem;margin-bottom:1rem;font-weight:660;letter-spacing:-.01em}svg{width:22px;height:22px}
main{padding:1.75rem 2rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
h1{font-size:1.5rem;font-weight:680;letter-spacing:-.02em;line-height:1.22;margin:0}p{margin:.6rem 0 0}.where{color:var(--accent);font-size:.8125rem;font-weight:600;margin:0 0 .35rem}
label{display:block;margin-top:1.25rem;font-size:.9375rem;font-weight:600}
input,button,.button{font:inherit;width:100%;padding:.55rem .8rem;border-radius:.5rem;border:1px solid var(--line);background:transparent;color:inherit}
input{margin-top:.3rem;font-weight:400;border-color:var(--soft);background:var(--paper)}
button,.button{display:inline-block;margin-top:1.5rem;cursor:pointer;font-weight:600;font-size:.9375rem;text-decoration:none}button:hover,.button:hover{border-color:var(--accent)}
.wide :is(button,.button){width:auto;margin:1.25rem .5rem 0 0;padding-inline:1.1rem}.wide form{display:inline}button+button{margin-top:.75rem}
.first{background:var(--accent);border-color:var(--accent);color:var(--paper)!important}
h2{font-size:1rem;font-weight:640;margin:2rem 0 0}dl{margin:.5rem 0 0;font-size:.9375rem}dl>div{padding:.6rem 0;border-top:1px solid var(--line)}dt{font:.875rem ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}dd{margin:.1rem 0 0;color:var(--soft)}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}[role=alert]{color:var(--bad)}`;

const logo = readFileSync(path.join(import.meta.dirname, '../../reference/pages/browser/icon.svg'), 'utf8').trim();

/** `body` is HTML; the other two are text. A form is narrow. */
export const pageOf = (title: string, where: string, body: string, width: 'narrow' | 'wide' = 'narrow'): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style><header class="${width}">${logo}Covenant</header><main class="${width}"><p class="where">${escapeHtml(where)}</p><h1>${escapeHtml(title)}</h1>${body}</main></html>\n`;

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
