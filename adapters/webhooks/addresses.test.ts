// Which addresses a webhook may have (decision 189).
import test from 'ava';
import { addressRule } from './addresses.ts';

const closed = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.1', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fe80::1', 'fec0::1', 'ff02::1', 'localhost', ''],
];
const open = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'];

test('private, loopback, link-local, metadata, shared and embedded addresses are closed, public ones are open', (t) => {
  const { permits } = addressRule([]);
  t.deepEqual(closed.filter(permits), []);
  t.deepEqual(open.filter(permits), open);
});

test('an allowed range opens its addresses and no others', (t) => {
  const { permits, isOpened } = addressRule(['127.0.0.0/8', 'fd00::/8']);
  const all = ['127.0.0.1', 'fd00::1', '10.0.0.1', 'fc00::1', '::1', '8.8.8.8'];
  t.deepEqual(all.map(permits), [true, true, false, false, false, true]);
  t.deepEqual(all.map(isOpened), [true, true, false, false, false, false]);
});
