/** What an administrator has to look at once a flow has the step. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import type RealmRepresentation from '@keycloak/keycloak-admin-client/lib/defs/realmRepresentation.js';
import type { RealmAdmin } from '../admin/connect.ts';
import { forbiddenPath } from '../admin/failure.ts';
import { HOSTNAME_FIX, hasFixedHostname } from '../admin/hostname.ts';
import { counted } from '../cli/count.ts';
import type { Bindings } from './bindings.ts';
import type { StepSettings } from './settings.ts';

/** The steps of a flow. */
interface Steps {
  readonly settings: readonly StepSettings[];
  /** Whether a user can't do without them. */
  readonly isOnlyWay: boolean;
  /** Whether the flow resets credentials. */
  readonly isReset: boolean;
}

/** Lists them. */
export async function thingsToLookAt(
  admin: RealmAdmin,
  { smtpServer, registrationAllowed, duplicateEmailsAllowed }: RealmRepresentation,
  steps: Steps,
): Promise<string[]> {
  const { settings } = steps;
  const server = smtpServer as Readonly<Record<string, unknown>> | undefined;
  return [
    ...((await isLinkFixed(admin)) ? [] : [`the server's hostname isn't fixed: ${HOSTNAME_FIX}`]),
    ...(server?.host ? [] : ['no mail server in the realm (Realm settings, Email): no link can be sent']),
    ...(settings.some(({ signUp }) => signUp === 'open') && !registrationAllowed
      ? ['signUp=open has no effect: the realm doesn’t allow user registration (Realm settings, Login)']
      : []),
    ...(!steps.isReset && settings.some(({ crossDevice }) => crossDevice === 'true')
      ? [
          'crossDevice=true: a link that is opened elsewhere can sign in the waiting tab, after a comparison code; what that opens to phishers is in SECURITY.md (Known limits)',
        ]
      : []),
    ...(duplicateEmailsAllowed
      ? [
          `users who share an email address (Realm settings, Login: Duplicate emails): ${whatTheyLose(steps)}, not even by username`,
        ]
      : []),
    ...(await countUsers(admin, steps)),
  ];
}

/** What the flow doesn't do for users who get no link. */
function whatTheyLose({ isReset, isOnlyWay }: Steps): string {
  if (isReset) return 'no email for them, so that they can’t reset their password';
  return isOnlyWay ? 'this flow signs them in no more' : 'no link for them';
}

/** What becomes of users with an unverified address. */
function unverifiedUsers({ settings, isReset }: Steps): string {
  if (isReset)
    return 'resetting the password removes what may be another user’s: all other credentials, identity provider links and sessions';
  return settings.some(({ unverified }) => unverified === 'claim')
    ? 'a link removes their passwords and other credentials (unverified=claim)'
    : 'no link for those with a password, another credential or an identity provider, unless they have signed in by it in the same tab before (unverified=reject)';
}

/** Whether links don't depend on what a request names; true if the server doesn't say. */
async function isLinkFixed({ client, realm }: RealmAdmin): Promise<boolean> {
  const baseUrl = `${client.baseUrl}/realms/${encodeURIComponent(realm)}`;
  return await hasFixedHostname(baseUrl).catch(() => true);
}

async function countUsers({ client, realm }: RealmAdmin, steps: Steps): Promise<string[]> {
  // Part of any address.
  const email = '@';
  try {
    const all = await client.users.count({ realm });
    const withAddress = await client.users.count({ realm, email });
    const unverified = await client.users.count({ realm, email, emailVerified: false } as object);
    const without = Math.max(0, all - withAddress);
    return [
      ...(without === 0
        ? []
        : [`${without} of ${counted(all, 'user')} without an email address: ${whatTheyLose(steps)}`]),
      ...(unverified === 0
        ? []
        : [`${counted(unverified, 'user')} with an unverified address: ${unverifiedUsers(steps)}`]),
    ];
  } catch (error) {
    if (forbiddenPath(error) === undefined) throw error;
    return ['users weren’t counted: these credentials lack the role view-users'];
  }
}

/** Where to try the flow; undefined if nothing is bound. */
export function tryAt(
  { client, realm }: RealmAdmin,
  bindings: Bindings,
  override: ClientRepresentation | undefined,
): string | undefined {
  const base = `${client.baseUrl}/realms/${encodeURIComponent(realm)}`;
  if (override !== undefined) return authorizationUrl(base, override) ?? 'sign in at the application';
  if (bindings.realm.includes('browserFlow')) return `${base}/account/`;
  if (bindings.realm.includes('resetCredentialsFlow'))
    return `${base}/login-actions/reset-credentials?client_id=account`;
  return bindings.realm.length + bindings.providers.length > 0
    ? 'sign in through an identity provider'
    : undefined;
}

function authorizationUrl(
  base: string,
  { clientId = '', redirectUris = [], rootUrl = '', protocol, attributes }: ClientRepresentation,
): string | undefined {
  const [first] = redirectUris;
  if (protocol === 'saml' || attributes?.['pkce.code.challenge.method'] || first === undefined)
    return undefined;
  const redirectUri = (first.startsWith('/') ? `${rootUrl}${first}` : first).replace(/\*$/, '');
  if (!URL.canParse(redirectUri)) return undefined;
  const query = { client_id: clientId, response_type: 'code', scope: 'openid', redirect_uri: redirectUri };
  return `${base}/protocol/openid-connect/auth?${new URLSearchParams(query)}`;
}
