// Whether a secret can be guessed, by a rule that one sentence explains: besides well-known words, sequences and
// repetition, enough different characters are left.

/**
 * What images, tutorials and examples come with, and the most frequent passwords. Longer words first, so that none
 * hides a part of another.
 */
const words =
  'minioadmin minio123 minio administrator admin postgresql postgres rabbitmq keycloak changeme changeit change-me change_me change ' +
  'password passwort passwd passw pass supersecret secret geheim access private credential token apikey api-key default example sample ' +
  'test testing demo guest root user login welcome letmein trustno iloveyou dragon monkey sunshine princess football baseball shadow ' +
  'superman batman master hunter summer winter spring autumn correct horse battery staple your bit covenant analytics platform infrastructure ' +
  'infra worker relay ingest broker redis cache database server service client objects object storage production prod staging stage ' +
  'company insecure django laravel jwt key app dev';
const wellKnown = words.split(' ').sort((a, b) => b.length - a.length);

/** Secrets of documentation that are long and look random. */
const published = new Set(['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY']);

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertzuiop', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const sequences = [...rows, ...rows.map((row) => [...row].reverse().join(''))];
const sequenceLength = 4;

/** Digits and signs that stand for letters: `P@ssw0rd` is read as `password`. */
const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

const leastLength = 16;
const leastLeft = 12;
const leastDifferent = 8;

export const strongSecret = `at least ${leastLength} characters that cannot be guessed, for example from \`openssl rand -base64 24\``;

/** `user` is the name that the secret belongs to. */
export function isGuessable(secret: string, user: string): boolean {
  if (secret.length < leastLength || published.has(secret)) return true;
  const left = unpredictable(withoutRepetition(secret), user);
  return left.length < leastLeft || new Set(left).size < leastDifferent;
}

/** The shortest text whose repetition is `text`. */
function withoutRepetition(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

/** What is left without well-known words, the name of the user, and sequences. */
function unpredictable(secret: string, user: string): string {
  const plain = secret.toLowerCase();
  const read = plain
    .split('')
    .map((character) => letters[character] ?? character)
    .join('');
  const isKnown = new Array<boolean>(plain.length).fill(false);
  const names = user.length >= 3 ? [user.toLowerCase()] : [];
  for (const word of [...names, ...wellKnown])
    for (const text of [plain, read])
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
        isKnown.fill(true, at, at + word.length);
  for (let at = 0; at + sequenceLength <= plain.length; at++)
    if (isSequence(plain.slice(at, at + sequenceLength))) isKnown.fill(true, at, at + sequenceLength);
  return plain
    .split('')
    .filter((_, at) => isKnown[at] === false)
    .join('');
}

const isSequence = (text: string): boolean =>
  new Set(text).size === 1 || sequences.some((sequence) => sequence.includes(text));
