// A WebSocket of this installation: what it sends, listed as it comes.
import { coloured, labelled, make, pressable } from './dom.ts';
import { parsed } from './reply.ts';

/** Older messages make room. */
const mostListed = 200;

export function tryLive(section: HTMLElement): void {
  const { socket: path = '/', first = '{}' } = section.dataset;
  const list = make('ol', { class: 'try-messages', 'aria-label': 'Messages', 'aria-live': 'polite' });
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const state = make('p', { role: 'status', class: 'try-state' }, 'Not connected.');
  const text = make('textarea', { id: `try-live-${section.id}`, rows: '4', spellcheck: 'false' });
  text.value = first;
  let socket: WebSocket | undefined;
  const note = (from: string, content: string): void => {
    const value = parsed(content);
    const shown = coloured(value === undefined ? content : JSON.stringify(value, null, 1));
    list.prepend(
      make(
        'li',
        {},
        make('small', {}, `${new Date().toLocaleTimeString()} ${from}`),
        make('pre', { tabindex: '0' }, shown),
      ),
    );
    list.children[mostListed]?.remove();
  };
  const connect = pressable('Connect', () => {
    if (socket !== undefined) return socket.close(1000);
    const opened = new WebSocket(url);
    socket = opened;
    state.textContent = 'Connecting ...';
    opened.onopen = () => {
      state.textContent = `Connected to ${url.pathname}.`;
      connect.textContent = 'Disconnect';
    };
    opened.onmessage = ({ data }) => note('received', String(data));
    opened.onclose = ({ code, reason }) => {
      socket = undefined;
      connect.textContent = 'Connect';
      state.textContent = `Closed with ${code}${reason === '' ? '' : `: ${reason}`}.`;
    };
  });
  const send = pressable('Send', () => {
    if (socket?.readyState !== WebSocket.OPEN) {
      state.textContent = 'Connect first.';
      return;
    }
    socket.send(text.value);
    note('sent', text.value);
  });
  const view = make(
    'section',
    { class: 'try', 'aria-label': 'Try it' },
    sessionLink(path),
    labelled('Message', text),
    make('div', { class: 'try-row' }, connect, send),
    state,
    list,
  );
  section.querySelector('.op-sticky')?.prepend(view);
  connect.focus({ preventScroll: true });
}

/** A socket of a browser has no credential but the cookie of its session. */
function sessionLink(path: string): HTMLElement {
  const back = encodeURIComponent(location.pathname + location.hash);
  const href = new URL(`auth/login?return_to=${back}`, new URL(path, location.href)).href;
  return make('p', {}, make('a', { href }, 'Log in with the browser'), ' first: the connection uses your session.');
}
