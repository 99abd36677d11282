import test from 'ava';
import { S3Error } from './errors.ts';
import { fields, readXml } from './xml-read.ts';

const read = (text: string) => {
  try {
    return readXml(text, 'A');
  } catch (error) {
    return error instanceof S3Error ? error.code : error;
  }
};

test('readXml reads elements, text and references, and ignores namespaces and white space between elements', (t) => {
  const document =
    '<?xml version="1.0" encoding="UTF-8"?>\n<A xmlns="http://x/"> <B>1 &lt;&amp;&#x41;&#66; 2</B>\n<C/><B></B></A>\n';
  t.deepEqual(read(document), {
    name: 'A',
    text: ' \n',
    children: [
      { name: 'B', text: '1 <&AB 2', children: [] },
      { name: 'C', text: '', children: [] },
      { name: 'B', text: '', children: [] },
    ],
  });
});

test('readXml refuses everything but a small plain document', (t) => {
  const bad = [
    '',
    'text',
    '<B/>',
    '<A>',
    '<A></B>',
    '<A></A><A/>',
    '<A/>x',
    '<A><B></A></B>',
    '<A>text<B/></A>',
    '<!DOCTYPE A><A/>',
    '<A><!-- x --></A>',
    '<A><![CDATA[x]]></A>',
    '<A><?x y?></A>',
    '<A>&other;</A>',
    '<A>& </A>',
    '<A>&#0;</A>',
    '<A>&#xd800;</A>',
    '<A>&#x110000;</A>',
    '<A b=c/>',
    '</A>',
    '<A',
    `${'<A>'.repeat(9)}${'</A>'.repeat(9)}`,
  ];
  for (const text of bad) t.is(read(text), 'MalformedXML', text);
});

test('fields accepts known fields, each at most once', (t) => {
  t.deepEqual(fields(readXml('<A><B>1</B></A>', 'A'), ['B', 'C']), { B: '1' });
  t.throws(() => fields(readXml('<A><B>1</B><B>2</B></A>', 'A'), ['B']), { instanceOf: S3Error });
  t.throws(() => fields(readXml('<A><D/></A>', 'A'), ['B']), { instanceOf: S3Error });
});
