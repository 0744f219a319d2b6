/** The columns of a list of users to invite, by the names that spreadsheets and address books give them. */

/** The columns' own names; the first ones are a list's columns, in this order, if it has no heading. */
const COLUMNS = ['email', 'name', 'language', 'client_id', 'first_name', 'last_name'] as const;
export type Column = (typeof COLUMNS)[number];

/** The columns of a list without a heading. */
export const DEFAULT_COLUMNS: readonly Column[] = COLUMNS.slice(0, 4);

/** Other names, in the languages of the administrators' pages, in lower case and without accents, spaces and hyphens. */
const OTHER_NAMES: Record<Column, readonly string[]> = {
  email: [
    'address',
    'mail',
    'emailaddress',
    'emailadresse',
    'mailadresse',
    'adresseemail',
    'courriel',
    'correo',
    'correoelectronico',
    'メール',
    'メールアドレス',
    'البريدالإلكتروني',
    'البريدالالكتروني',
  ],
  name: [
    'fullname',
    'displayname',
    'anzeigename',
    'nom',
    'nomcomplet',
    'nombrecompleto',
    '氏名',
    '名前',
    'الاسم',
    'الاسمالكامل',
  ],
  first_name: ['givenname', 'forename', 'vorname', 'prenom', 'nombre', '名', 'الاسمالأول'],
  last_name: [
    'familyname',
    'surname',
    'nachname',
    'familienname',
    'nomdefamille',
    'apellido',
    'apellidos',
    '姓',
    'اسمالعائلة',
  ],
  language: ['locale', 'sprache', 'langue', 'idioma', '言語', 'اللغة'],
  client_id: ['client', 'application', 'anwendung', 'aplicacion', 'アプリケーション', 'التطبيق'],
};

/** The column that a heading's field names, or null. */
export function columnNamed(heading: string): Column | null {
  const name = simplify(heading);
  return (
    COLUMNS.find(
      (column) => simplify(column) === name || OTHER_NAMES[column].some((other) => other === name),
    ) ?? null
  );
}

const ACCENTS: Readonly<Record<string, string>> = { é: 'e', è: 'e', ó: 'o', á: 'a', í: 'i', ú: 'u', ñ: 'n' };

function simplify(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_.\-\u2010\u2011]/g, '')
    .replace(/[éèóáíúñ]/g, (letter) => ACCENTS[letter] ?? letter);
}
