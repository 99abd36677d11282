// Files of users as school systems write them: what is read of each, and where each mistake is.
import test from 'ava';
import { readUserFile } from './user-file.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') => readUserFile(Buffer.from(text, encoding), 'student');
const brief = (text: string, encoding?: BufferEncoding) => {
  const file = read(text, encoding);
  if (!file.ok) return file.errors;
  const { encoding: found, delimiter } = file.read_as;
  const lines = file.lines.map(({ row, username, email, display_name, roles }) =>
    [row, username, email, display_name, ...roles].join(' '),
  );
  return [found, delimiter, ...lines];
};

const afterQuote = 'has text after the closing quote; a quote inside of a quoted field is written twice';

test('readUserFile reads the exports of school systems', (t) => {
  const oneRoster =
    'sourcedId,status,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,email\r\n' +
    '1,active,true,o,student,anna,,Anna,Berg,,anna@school.example\r\n2,active,true,o,teacher,ben,,Ben,Holm,,\r\n';
  t.deepEqual(brief(oneRoster), [
    ...['utf-8', ',', '2 anna anna@school.example Anna Berg student', '3 ben  Ben Holm teacher'],
  ]);
  const google =
    'First Name [Required],Last Name [Required],Email Address [Required],Password [Required]\nAnna,"Berg, ""Ann""",a@b.example,secret\n';
  t.deepEqual(brief(google), ['utf-8', ',', '2  a@b.example Anna Berg, "Ann" student']);
  const canvas = 'user_id,login_id,full_name,email,status\n7,anna,Anna Berg,a@b.example,active\n';
  t.deepEqual(brief(canvas), ['utf-8', ',', '2 anna a@b.example Anna Berg student']);
  const moodle = 'username;firstname;lastname;email;course1\nanna;Anna;Berg;a@b.example;os\n\n;;;;\nben;Ben;;;\n';
  t.deepEqual(brief(moodle), ['utf-8', ';', '2 anna a@b.example Anna Berg student', '5 ben  Ben student']);
  const german = '\uFEFFVorname;Name;Benutzername;Rolle\nJürgen;Groß;jgross;Lehrer\n';
  t.deepEqual(brief(german), ['utf-8', ';', '2 jgross  Jürgen Groß teacher']);
});

test('readUserFile finds encoding and delimiter by the content', (t) => {
  const text = 'Prénom\tNom\tCourriel\nÉlise\tLefèvre\te@ecole.example\n';
  const line = '2  e@ecole.example Élise Lefèvre student';
  t.deepEqual(brief(text, 'latin1'), ['windows-1252', '\t', line]);
  t.deepEqual(brief(text, 'utf16le'), ['utf-16le', '\t', line]);
  t.deepEqual(brief(`\uFEFF${text}`, 'utf16le'), ['utf-16le', '\t', line]);
  t.deepEqual(brief(`sep=|\r\nusername|name\r\nx|"A\nB"\r\ny|C`), [
    'utf-8',
    '|',
    '3 x  A\nB student',
    '5 y  C student',
  ]);
});

test('readUserFile skips blanks after a closing quote, and refuses other text there', (t) => {
  const blanks = 'username,email,name\n"anna" ,"a@b.example"\t,"Berg, A" \r\n"ben"  ,,"Holm"  ';
  t.deepEqual(brief(blanks), ['utf-8', ',', '2 anna a@b.example Berg, A student', '3 ben  Holm student']);
  t.deepEqual(brief('username,name\n"x"y,z\nben,"Ben\n""B"" Holm" jr\n'), [
    { row: 2, column: 'username', value: '"x"y', rule: 'quote', message: afterQuote },
    { row: 3, column: 'name', value: '"Ben\n""B"" Holm" jr', rule: 'quote', message: afterQuote },
  ]);
});

test('readUserFile names row and column of each mistake', (t) => {
  const file =
    'username;E-Mail;role\nanna b;;\n;;student\nben;ben(at)home;\ncarl;;head\ndora;;;extra\nemma;emma@home.example;\n';
  t.deepEqual(
    (brief(file) as readonly object[]).map((error) => Object.values(error).slice(0, 4).join(' ')),
    [
      '2 username anna b username',
      '3 username  named',
      '4 E-Mail ben(at)home email',
      '5 role head role',
      '6 fields has 4 fields, but the header has 3',
    ],
  );
  t.like(read('name\nAnna\n'), { errors: [{ row: 1, rule: 'header' }] });
  t.like(read(''), { errors: [{ row: 1, rule: 'header' }] });
  t.like(read('username\n"anna\nben\n'), { errors: [{ row: 2, column: 'username', rule: 'quote' }] });
  t.like(read(`username\n${'anna\n'.repeat(10_001)}`), { errors: [{ row: 10_002, rule: 'limit' }] });
});
