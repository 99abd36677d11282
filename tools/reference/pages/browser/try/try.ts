// "Try it": the form of an operation, sent to the installation that serves this page, and its reply. Loaded at the
// first use.
import { type Called, calledOf, contractAt, installationOf } from './contract.ts';
import { make, pressable } from './dom.ts';
import { formFor } from './form.ts';
import { followJob } from './job.ts';
import { tryLive } from './live.ts';
import { loginFor } from './login.ts';
import { replyView } from './reply.ts';
import { headerIn, type Incoming, sendRequest } from './send.ts';

const siteTop = document.body.dataset.up ?? '';

async function tryOperation(section: HTMLElement): Promise<void> {
  const panel = make('section', { class: 'try', 'aria-label': 'Try it' }, make('p', { role: 'status' }, 'Loading ...'));
  section.querySelector('.op-sticky > .card')?.after(panel);
  try {
    const name = document.body.dataset.document ?? '';
    const contract = await contractAt(`${siteTop}downloads/${name}/openapi.json`);
    const called = calledOf(contract, section.id);
    const base = await installationOf(contract, siteTop);
    if (called === undefined || base === undefined)
      throw new Error(
        'No installation answers at the address of this page. The pages of a running installation, such as that of npm start, can send requests.',
      );
    showPanel(panel, called, name, base);
  } catch (error) {
    panel.replaceChildren(make('p', { role: 'alert' }, messageOf(error)));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** After the others the same request is sent again, with its key. */
const isFinal = (incoming: Incoming): boolean =>
  incoming.status < 400 || (incoming.status < 500 && headerIn(incoming, 'Retry-After') === undefined);

function showPanel(panel: HTMLElement, called: Called, name: string, base: string): void {
  const form = formFor(called);
  const result = make('div', { class: 'try-result' });
  let status = 0;
  // The refusal of a request without a login is out of date.
  const login = loginFor(called, name, base, () => {
    if (status === 401) result.replaceChildren();
  });
  const state = make('p', { role: 'status', class: 'try-state' });
  const show = (text: string, style = ''): void => {
    state.textContent = text;
    state.className = `try-state ${style}`.trim();
  };
  let sent = 0;
  const send = async (): Promise<void> => {
    const own = ++sent;
    const isOver = () => own !== sent || !panel.isConnected;
    result.replaceChildren();
    try {
      const { path, headers, body } = form.filled();
      const credential = login.headers();
      show('Sending ...');
      const outgoing = { method: called.method, url: base + path, headers: [...credential, ...headers], body };
      const incoming = await sendRequest(outgoing, (done, all) => {
        show(`Sent ${Math.round((done / Math.max(1, all)) * 100)} % of ${all.toLocaleString('en-US')} bytes.`);
      });
      if (isOver()) return;
      ({ status } = incoming);
      login.answered(status);
      if (isFinal(incoming)) form.renewKey();
      // Read out only: the reply below shows it.
      show(`${incoming.status} ${incoming.statusText}`, 'hidden');
      result.replaceChildren(await replyView(incoming, siteTop));
      const last = await followJob(called, incoming, result, { headers: credential, isOver });
      if (last !== undefined && !isOver()) result.append(await replyView(last, siteTop));
    } catch (error) {
      show(messageOf(error), 'bad');
    }
  };
  const address = make('code', {}, ...breakable(`${called.method} ${base}${called.path}`));
  const actions = make(
    'div',
    { class: 'try-row' },
    pressable('Send', () => void send(), 'first'),
    state,
  );
  panel.replaceChildren(make('p', { class: 'try-address' }, address), form.view, login.view, actions, result);
  panel.querySelector<HTMLElement>('input, select, textarea, summary, button')?.focus({ preventScroll: true });
}

/** An address may break before a slash, and inside a name only where it must. */
const breakable = (address: string): readonly (string | HTMLElement)[] =>
  address.split(/(?=\/)/).flatMap((part, index) => (index === 0 ? [part] : [make('wbr'), part]));

/** Pressed again, the button closes what it has opened. */
function tryIt(section: HTMLElement): void {
  const open = section.querySelector('.try');
  if (open !== null) open.remove();
  else if (section.dataset.socket !== undefined) tryLive(section);
  else void tryOperation(section);
}

Object.assign(window, { tryIt });
