// The entry of the app: its styles, who is logged in, and the page that the address names.
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/labs.css';
import './styles/class.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { readSession } from './state/session.ts';
import { texts } from './texts/texts.ts';

document.documentElement.lang = texts.language;
void readSession();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
