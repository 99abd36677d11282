// The columns of a file of users, by the names that school systems give them, and the words for roles.
import type { RealmRole } from '../../../generated/platform/types.ts';

export type UserColumn = 'username' | 'email' | 'display_name' | 'given_name' | 'family_name' | 'role';

/** OneRoster, Canvas, Moodle, Google Workspace, School Data Sync, then languages. */
const names: Readonly<Record<UserColumn, readonly string[]>> = {
  username: [
    ...['username', 'user name', 'login', 'login id', 'login name', 'account', 'account name', 'user principal name'],
    ...['benutzername', 'benutzer', 'anmeldename', 'brukernavn', 'användarnamn', 'brugernavn', 'gebruikersnaam'],
    ...['identifiant', 'nom d utilisateur', 'usuario', 'nombre de usuario', 'nome utente', 'nazwa użytkownika'],
  ],
  email: [
    ...['email', 'e mail', 'mail', 'email address', 'email address required', 'primary email'],
    ...['e mail adresse', 'emailadresse', 'epost', 'e post', 'e postadresse', 'e postadress', 'e mailadres'],
    ...[
      'courriel',
      'adresse e mail',
      'adresse mail',
      'correo',
      'correo electrónico',
      'posta elettronica',
      'adres e mail',
    ],
  ],
  display_name: [
    ...['display name', 'displayname', 'name', 'full name', 'fullname', 'student name', 'short name', 'sortable name'],
    ...['anzeigename', 'vollständiger name', 'navn', 'fullt navn', 'namn', 'naam', 'nom complet', 'nombre completo'],
    ...['nome completo', 'imię i nazwisko'],
  ],
  given_name: [
    ...['given name', 'givenname', 'first name', 'firstname', 'first name required', 'forename'],
    ...['vorname', 'fornavn', 'förnamn', 'voornaam', 'prénom', 'nombre', 'nome', 'imię'],
  ],
  family_name: [
    ...['family name', 'familyname', 'last name', 'lastname', 'last name required', 'surname'],
    ...[
      'nachname',
      'familienname',
      'etternavn',
      'efternamn',
      'efternavn',
      'achternaam',
      'nom',
      'apellido',
      'apellidos',
    ],
    ...['cognome', 'nazwisko'],
  ],
  role: ['role', 'user role', 'rolle', 'roll', 'rol', 'rôle', 'ruolo', 'rola'],
};

const words: Readonly<Record<RealmRole, readonly string[]>> = {
  student: [
    ...['student', 'students', 'pupil', 'learner', 'schüler', 'schülerin', 'elev', 'leerling', 'élève', 'etudiant'],
    ...['alumno', 'alumna', 'estudiante', 'studente', 'alunno', 'uczeń', 'studentin', 'étudiant'],
  ],
  teacher: [
    ...['teacher', 'teachers', 'instructor', 'lecturer', 'lehrer', 'lehrerin', 'lehrkraft', 'lærer', 'lärare'],
    ...['docent', 'leraar', 'enseignant', 'professeur', 'profesor', 'profesora', 'docente', 'nauczyciel'],
  ],
  admin: ['admin', 'administrator', 'sysadmin', 'system administrator'],
};

/** `First Name [Required]` is `firstnamerequired`, and `Prénom` is `prenom`. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

const indexOf = <Value extends string>(table: Readonly<Record<Value, readonly string[]>>): ReadonlyMap<string, Value> =>
  new Map(
    (Object.entries(table) as [Value, readonly string[]][]).flatMap(([value, all]) =>
      [value as string, ...all].map((each) => [folded(each), value] as const),
    ),
  );

const columns = indexOf(names);
const roles = indexOf(words);

export const roleOf = (text: string): RealmRole | undefined => roles.get(folded(text));

/** For each column its field; undefined: it is ignored. Of two columns of one field the first counts. */
export function columnsOf(header: readonly string[]): readonly (UserColumn | undefined)[] {
  const matches = header.map((name) => columns.get(folded(name)));
  const hasFamilyName = matches.includes('family_name');
  const used = new Set<UserColumn>();
  return matches.map((each) => {
    // A German `Name` beside `Vorname` is the family name.
    const isFamilyName = each === 'display_name' && !hasFamilyName && matches.includes('given_name');
    const column = isFamilyName ? 'family_name' : each;
    if (column === undefined || used.has(column)) return undefined;
    used.add(column);
    return column;
  });
}
