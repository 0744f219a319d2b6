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

const csv = (cells: readonly unknown[]): string =>
  cells
    .map((cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
    .join(',');

const auth0 = ({ id, email, isVerified, first, last, google }: ExportedUser) => ({
  user_id: google === undefined ? `auth0|${id}` : `google-oauth2|${google}`,
  email,
  email_verified: isVerified,
  name: first === undefined ? email : `${first} ${last}`,
  given_name: first,
  family_name: last,
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

const cognitoAttributes = ({ id, email, isVerified, first, last, google }: ExportedUser) => ({
  sub: id,
  email,
  email_verified: String(isVerified),
  ...(first !== undefined && { given_name: first }),
  ...(last !== undefined && { family_name: last }),
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

const supabaseIdentities = ({ id, google }: ExportedUser) => [
  { provider: 'email', id },
  ...(google === undefined ? [] : [{ provider: 'google', id: google }]),
];

const firebaseProviders = ({ email, google }: ExportedUser) => [
  ...(google === undefined
    ? []
    : [
        {
          providerId: 'google.com',
          rawId: google,
          email,
          displayName: 'Ada',
          photoUrl: 'https://photo.example',
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
        'user_id,email,email_verified,name,given_name,family_name,created_at,identities[0].connection,identities[0].isSocial',
        ...users.map((user) => {
          const { user_id, email, email_verified, name, given_name, family_name, created_at } = auth0(user);
          const [identity] = auth0(user).identities;
          return [
            ...[user_id, email].map(inAuth0sQuotes),
            email_verified,
            ...[name, given_name, family_name].map(inAuth0sQuotes),
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
        ...users.map(({ id, email, isVerified, first = '', last = '' }) =>
          csv([id, '', first, last, '', '', email, String(isVerified).toUpperCase(), '', 'FALSE']),
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
            JSON.stringify(user.first === undefined ? {} : { full_name: `${user.first} ${user.last}` }),
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
          raw_user_meta_data: user.first === undefined ? {} : { full_name: `${user.first} ${user.last}` },
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
    from: 'firebase',
    name: 'users.csv',
    text: (users) =>
      users
        .map((user) => {
          const cells: unknown[] = Array(29).fill('');
          const { google, first, last } = user;
          cells.splice(0, 3, user.id, user.email, user.isVerified);
          if (first !== undefined) cells[5] = `${first} ${last}`;
          if (google !== undefined) cells.splice(7, 2, google, user.email);
          cells[23] = MILLIS;
          return `${csv(cells)}\n`;
        })
        .join(''),
  },
  {
    from: 'clerk',
    name: 'users.csv',
    text: (users) =>
      [
        'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher',
        ...users.map(({ id, email, isVerified, first = '', last = '' }) =>
          csv([
            id,
            first,
            last,
            '',
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
        users.map(({ id, email, isVerified, first = null, last = null, google }) => ({
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

/** Whether a kind of file has, here, the field that says who was blocked; Firebase's CSV has no heading. */
export const saysBlocked = (file: ExportFile): boolean =>
  /"Enabled":|banned/.test(file.text([{ id: '1', email: 'a@example.com', isVerified: true }])) ||
  (file.from === 'firebase' && file.name.endsWith('.csv'));
