/** Files of users as each product exports them, with made-up users. Their formats are those that docs/moving-in.md names. */
import type { Product } from '../../scripts/import/formats/index.ts';

/** A user of a file. */
export interface ExportedUser {
  id: string;
  email: string;
  isVerified: boolean;
  first?: string;
  last?: string;
  /** The user's id at Google. */
  google?: string;
  /** What the user has written into every other field that is theirs to write. */
  other?: string;
}

/** A product's file of one kind. */
export interface ExportFile {
  from: Product;
  name: string;
  text: (users: readonly ExportedUser[]) => string;
}

const CREATED = '2021-03-04T05:06:07.890Z';
const MILLIS = Date.parse(CREATED);

/** The time at which each of them was created. */
export const CREATED_MILLIS = MILLIS;

/** A line of CSV as PostgreSQL's COPY and Papa Parse write it, and as Clerk's samples have it. */
const csv = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
    .join(',');

const auth0 = ({ id, email, isVerified, first, last, google, other }: ExportedUser) => ({
  user_id: google === undefined ? `auth0|${id}` : `google-oauth2|${google}`,
  email,
  email_verified: isVerified,
  name: first === undefined ? email : `${first} ${last}`,
  given_name: first,
  family_name: last,
  nickname: other,
  picture: other,
  user_metadata: { other },
  created_at: CREATED,
  updated_at: CREATED,
  identities: [
    google === undefined
      ? { user_id: id, provider: 'auth0', connection: 'Username-Password-Authentication', isSocial: false }
      : { user_id: google, provider: 'google-oauth2', connection: 'google-oauth2', isSocial: true },
  ],
});

/** A cell with a text, as Auth0 writes it. */
const inAuth0sQuotes = (cell: string | undefined): string =>
  cell === undefined ? '' : `"'${cell.replaceAll('"', '""')}"`;

const cognitoAttributes = ({ id, email, isVerified, first, last, google, other }: ExportedUser) => ({
  sub: id,
  email,
  email_verified: String(isVerified),
  ...(first !== undefined && { given_name: first }),
  ...(last !== undefined && { family_name: last }),
  ...(other !== undefined && { nickname: other, picture: other }),
  ...(google !== undefined && {
    identities: JSON.stringify([
      {
        userId: google,
        providerName: 'Google',
        providerType: 'Google',
        issuer: null,
        primary: 'true',
        dateCreated: `${MILLIS}`,
      },
    ]),
  }),
});

const supabaseMetadata = ({ first, last, other }: ExportedUser) => ({
  ...(first !== undefined && { full_name: `${first} ${last}` }),
  ...(other !== undefined && { avatar_url: other }),
});

const supabaseIdentities = ({ id, google }: ExportedUser) => [
  { provider: 'email', id },
  ...(google === undefined ? [] : [{ provider: 'google', id: google }]),
];

const firebaseProviders = ({ email, google, other }: ExportedUser) => [
  ...(google === undefined
    ? []
    : [
        {
          providerId: 'google.com',
          rawId: google,
          email,
          displayName: other ?? 'Ada',
          photoUrl: other ?? 'https://photo.example',
        },
      ]),
];

/** Each kind of file. */
export const EXPORT_FILES: readonly ExportFile[] = [
  {
    from: 'auth0',
    name: 'export.json',
    text: (users) => users.map((user) => `${JSON.stringify(auth0(user))}\n`).join(''),
  },
  {
    from: 'auth0',
    name: 'export.csv',
    text: (users) =>
      [
        'user_id,email,email_verified,name,given_name,family_name,nickname,picture,user_metadata.other,created_at,identities[0].connection,identities[0].isSocial',
        ...users.map((user) => {
          const { user_id, email, email_verified, created_at } = auth0(user);
          const { name, given_name, family_name, nickname, picture, user_metadata } = auth0(user);
          const [identity] = auth0(user).identities;
          return [
            ...[user_id, email].map(inAuth0sQuotes),
            email_verified,
            ...[name, given_name, family_name, nickname, picture, user_metadata.other].map(inAuth0sQuotes),
            created_at,
            inAuth0sQuotes(identity?.connection),
            identity?.isSocial,
          ].join(',');
        }),
      ].join('\n'),
  },
  {
    from: 'auth0',
    name: 'extension.json',
    text: (users) =>
      users
        .map((user) => {
          const { user_id, email, email_verified, name, given_name, family_name, created_at } = auth0(user);
          return `${JSON.stringify({
            Id: user_id,
            'Given Name': given_name,
            'Family Name': family_name,
            Nickname: auth0(user).nickname,
            Name: name,
            Email: email,
            'Email Verified': email_verified,
            Connection: auth0(user).identities[0]?.connection,
            'Created At': created_at,
          })}\n`;
        })
        .join(''),
  },
  { from: 'auth0', name: 'import.json', text: (users) => JSON.stringify(users.map(auth0), null, 2) },
  {
    from: 'cognito',
    name: 'list-users.json',
    text: (users) =>
      JSON.stringify(
        {
          Users: users.map((user) => ({
            Username: user.google === undefined ? user.id : `google_${user.google}`,
            Attributes: Object.entries(cognitoAttributes(user)).map(([Name, Value]) => ({ Name, Value })),
            UserCreateDate: '2021-03-04T05:06:07.890000+00:00',
            UserLastModifiedDate: '2021-03-04T05:06:07.890000+00:00',
            Enabled: true,
            UserStatus: user.isVerified ? 'CONFIRMED' : 'UNCONFIRMED',
          })),
        },
        null,
        4,
      ),
  },
  {
    from: 'cognito',
    name: 'header.csv',
    text: (users) =>
      [
        'cognito:username,name,given_name,family_name,middle_name,nickname,email,email_verified,locale,cognito:mfa_enabled',
        ...users.map(({ id, email, isVerified, first = '', last = '', other = '' }) =>
          csv([id, '', first, last, other, other, email, String(isVerified).toUpperCase(), '', 'FALSE']),
        ),
      ].join('\r\n'),
  },
  {
    from: 'supabase',
    name: 'users.csv',
    text: (users) =>
      [
        'id,email,email_confirmed_at,created_at,banned_until,deleted_at,raw_user_meta_data,identities',
        ...users.map((user) =>
          csv([
            user.id,
            user.email,
            user.isVerified ? '2021-03-04 05:06:07.89+00' : '',
            '2021-03-04 05:06:07.89+00',
            '',
            '',
            JSON.stringify(supabaseMetadata(user)),
            JSON.stringify(supabaseIdentities(user)),
          ]),
        ),
      ].join('\n'),
  },
  {
    from: 'supabase',
    name: 'users.json',
    text: (users) =>
      JSON.stringify(
        users.map((user) => ({
          id: user.id,
          email: user.email,
          email_confirmed_at: user.isVerified ? '2021-03-04T05:06:07.89+00:00' : null,
          created_at: '2021-03-04T05:06:07.89+00:00',
          banned_until: null,
          deleted_at: null,
          raw_user_meta_data: supabaseMetadata(user),
          identities: supabaseIdentities(user),
        })),
      ),
  },
  {
    from: 'firebase',
    name: 'users.json',
    text: (users) =>
      `{"users": [\n${users
        .map((user) =>
          JSON.stringify(
            {
              localId: user.id,
              email: user.email,
              emailVerified: user.isVerified,
              displayName: user.first === undefined ? undefined : `${user.first} ${user.last}`,
              photoUrl: user.other,
              lastSignedInAt: String(MILLIS),
              createdAt: String(MILLIS),
              providerUserInfo: firebaseProviders(user),
            },
            null,
            2,
          ),
        )
        .join(',\n')}\n]}`,
  },
  {
    from: 'clerk',
    name: 'users.csv',
    text: (users) =>
      [
        'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher',
        ...users.map(({ id, email, isVerified, first = '', last = '', other = '' }) =>
          csv([
            id,
            first,
            last,
            other,
            email,
            '',
            isVerified ? email : '',
            isVerified ? '' : email,
            '',
            '',
            '',
            '',
            '',
          ]),
        ),
      ].join('\n'),
  },
  {
    from: 'clerk',
    name: 'users.json',
    text: (users) =>
      JSON.stringify(
        users.map(({ id, email, isVerified, first = null, last = null, google, other }) => ({
          id,
          object: 'user',
          primary_email_address_id: `idn_${id}`,
          email_addresses: [
            { id: `idn_other_${id}`, email_address: `other-${email}`, verification: { status: 'verified' } },
            {
              id: `idn_${id}`,
              email_address: email,
              verification: { status: isVerified ? 'verified' : 'unverified' },
            },
          ],
          first_name: first,
          last_name: last,
          username: other,
          unsafe_metadata: { other },
          external_accounts:
            google === undefined
              ? []
              : [{ provider: 'oauth_google', provider_user_id: google, email_address: email }],
          banned: false,
          created_at: MILLIS,
        })),
      ),
  },
  {
    from: 'csv',
    name: 'users.csv',
    text: (users) =>
      [
        'email,email_verified,id,first_name,last_name,created_at,identities',
        ...users.map(({ id, email, isVerified, first = '', last = '', google }) =>
          csv([email, isVerified, id, first, last, CREATED, google === undefined ? '' : `google:${google}`]),
        ),
      ].join('\n'),
  },
];

/** Whether a kind of file has what users are elsewhere. */
export const hasNoIdentities = ({ from, name }: ExportFile): boolean =>
  (from === 'cognito' || from === 'clerk') && name.endsWith('.csv');

/** How many warnings a kind of file has, here: that it has no field that says who was blocked, and that what wrote the CSV isn't known. */
export const warningsOf = (file: ExportFile): number => {
  const text = file.text([{ id: '1', email: 'a@example.com', isVerified: true }]);
  return (/"Enabled":|banned/.test(text) ? 0 : 1) + (hasNoIdentities(file) ? 1 : 0);
};

/** A user of Firebase's CSV, which isn't read, as its exporter wrote it until May 2026 (`old`) and writes it since: as lines, with what users wrote. */
export function firebaseCsv(users: readonly ExportedUser[], isOld: boolean): string {
  const escaped = (text: string): string => {
    if (isOld) return text.includes(',') ? `"${text}"` : text;
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return users
    .map(({ id, email, isVerified, first, last, google = '', other = '' }) => {
      const cells: unknown[] = Array(28).fill('');
      cells.splice(0, 3, id, email, isVerified);
      if (first !== undefined) cells[5] = escaped(`${first} ${last}`);
      cells[6] = other;
      cells.splice(7, 4, google, email, escaped(other), other);
      cells[23] = MILLIS;
      return `${cells.join(',')},\n`;
    })
    .join('');
}
