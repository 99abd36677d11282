// What long polls receive about jobs, with a connection that the test controls.
import test from 'ava';
import { manualClock } from '../../lib/clock.ts';
import { jobNews } from './job-news.ts';

function newsByHand(most?: number) {
  const clock = manualClock();
  const wakeUps: ((what: string) => void)[] = [];
  const listen = (wake: (what: string) => void) => {
    wakeUps.push(wake);
    return { close: async () => {} };
  };
  const news = jobNews(listen, clock, most);
  return { clock, news, notify: (what: string) => wakeUps.forEach((wake) => void wake(what)) };
}

const never = new AbortController().signal;

test('jobNews wakes the followers of a job, also for news that came before the wait', async (t) => {
  const { news, notify } = newsByHand();
  using one = news.follow('a');
  using other = news.follow('a');
  notify('a');
  await one?.next(30_000, never);
  const waiting = one?.next(30_000, never);
  notify('a');
  await Promise.all([waiting, other?.next(30_000, never)]);
  t.pass();
});

test('jobNews wakes followers by a timer, and all of them after a lost connection', async (t) => {
  const { clock, news, notify } = newsByHand();
  using one = news.follow('a');
  using other = news.follow('b');
  let woken = 0;
  const count = () => {
    woken += 1;
  };
  const waits = [one?.next(5_000, never).then(count), other?.next(30_000, never).then(count)];
  notify('c');
  await clock.advance(4_999);
  t.is(woken, 0);
  await clock.advance(1);
  t.is(woken, 1);
  notify('');
  await Promise.all(waits);
  t.is(woken, 2);
});

test('jobNews ends a wait with its request', async (t) => {
  const { news } = newsByHand();
  using one = news.follow('a');
  const gone = new AbortController();
  const waiting = one?.next(30_000, gone.signal);
  gone.abort();
  await waiting;
  t.pass();
});

test('jobNews limits the waits at the same time, and frees one for each that ends', (t) => {
  const { news } = newsByHand(2);
  const [one, two] = [news.follow('a'), news.follow('b')];
  t.is(news.follow('a'), null);
  one?.[Symbol.dispose]();
  one?.[Symbol.dispose]();
  t.not(news.follow('c'), null);
  t.is(news.follow('d'), null);
  t.not(two, null);
});
