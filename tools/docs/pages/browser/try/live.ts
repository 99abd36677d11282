// A WebSocket of this installation: what it sends, listed as it comes.
import { coloured, labelled, make, pressable } from './dom.ts';
import { parsed } from './reply.ts';

/** Older messages make room. */
const mostListed = 200;

export function tryLive(section: HTMLElement): void {
  const { socket: path = '/', first = '{}' } = section.dataset;
  const list = make('ol', { class: 'try-messages', 'aria-label': 'Messages', 'aria-live': 'polite' });
  const state = make(
    'p',
    { role: 'status', class: 'try-state' },
    'Not connected. Your browser session is used: log in on the Authentication page of the lab platform first.',
  );
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
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
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
    labelled('Message', text),
    make('div', { class: 'try-row' }, connect, send),
    state,
    list,
  );
  section.querySelector('.op-sticky')?.prepend(view);
  connect.focus();
}
