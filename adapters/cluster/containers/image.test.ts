// Which declared volumes of an image become folders of memory, and which cannot.
import test from 'ava';
import { UnfitImage, writableIn } from './image.ts';

test('writableIn keeps each place once, by its plain path, and leaves out those that a lab has anyway', (t) => {
  const volumes = [
    '/data',
    '/data/',
    'srv//files',
    '/var/lib/../lib/db',
    '/home/student',
    '/home',
    '/tmp',
    '/run/lab',
    '/etc/lab-secret',
  ];
  t.deepEqual(writableIn('image', volumes), ['/data', '/home', '/srv/files', '/var/lib/db']);
  t.deepEqual(writableIn('image', []), []);
});

for (const place of ['/', '/etc', '/usr/', '/proc', '/home/student/work', '/home/student/../student/x', '/tmp/cache'])
  test(`writableIn refuses a volume at ${place}, and names it and the image`, (t) => {
    const error = t.throws(() => writableIn('localhost/labs/db:v1', ['/data', place]), { instanceOf: UnfitImage });
    t.regex(
      error?.detail ?? '',
      /^localhost\/labs\/db:v1 declares a volume at \/\S* \(VOLUME\).*Remove the declaration/,
    );
  });
