/** The sizes and times that callers see, from the constants that enforce them. */

import {
  MAX_ADDRESS_LENGTH,
  MAX_LOCAL_LENGTH,
} from '../../provider-scripts/src/accounts/address/normalise.ts';
import {
  DEVICE_LIFETIME_SECONDS,
  MAX_DEVICE_ACCOUNTS,
} from '../../provider-scripts/src/accounts/device/device.ts';
import { MAX_STATE_LENGTH } from '../../provider-scripts/src/clients/opaque-parameters.ts';
import { DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { MAX_USES_LIMIT } from '../../provider-scripts/src/endpoints/admin/referrals/body.ts';
import {
  MAX_HINT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_UNKNOWN_WITH_HINT,
  MAX_VALUE_LENGTH,
} from '../../provider-scripts/src/endpoints/keycloak/oauth/authorization/validate.ts';
import { DPOP_PROOF_LIFETIME_SECONDS } from '../../provider-scripts/src/endpoints/keycloak/oauth/dpop/claims.ts';
import {
  EMAIL_EVERY_SECONDS,
  INVITATION_RETENTION_SECONDS,
  LIFETIME_DAYS,
  MAX_EMAILS,
  MAX_TEXT_LENGTH,
  MAX_USER_LENGTH,
} from '../../provider-scripts/src/links/invitation/invitation.ts';
import { MAX_CSV_BYTES, MAX_LINES } from '../../provider-scripts/src/links/invitation/list.ts';
import { MAX_LINE_LENGTH } from '../../provider-scripts/src/links/invitation/work.ts';
import { LINK_RETENTION_SECONDS } from '../../provider-scripts/src/links/magic-link/link.ts';
import { CODES, MAX_CODE_TRIES } from '../../provider-scripts/src/links/magic-link/one-time-code.ts';
import { MAX_FIELD_LENGTH } from '../../provider-scripts/src/links/magic-link/request-body.ts';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/realm/settings/choices.ts';
import { CLAIM_SECONDS, REVOKE_SECONDS } from '../../provider-scripts/src/sign-in/cross-device/phase.ts';
import { COMPARISON_CODE_LENGTH } from '../../provider-scripts/src/sign-in/cross-device/typed-comparison-code.ts';
import { MAX_WAITING_TABS } from '../../provider-scripts/src/sign-in/tabs/waiting-tabs.ts';
import realm from '../../realm-config/realm.json' with { type: 'json' };
import { grouped } from '../cli/markdown.ts';
import { declaredNumber } from './sources.ts';

const SECONDS_PER_DAY = 86_400;

/** The limited values, and their limits. */
export async function sizes(): Promise<[what: string, limit: string][]> {
  const { default: lifetime, min, max } = LINK_LIFETIME_SECONDS;
  const { bodyBytes, bodyMillis } = DECLARATIONS.runtime;
  const days = (seconds: number) => seconds / SECONDS_PER_DAY;
  const characters = (count: number) => `${grouped(count)} characters`;
  const jsonBytes = await declaredNumber('http/request/json-text.ts', 'MAX_JSON_BYTES');
  const jsonDepth = await declaredNumber('platform/engine/json.ts', 'MAX_JSON_DEPTH');
  const csrfSeconds = await declaredNumber('endpoints/session/csrf.ts', 'CSRF_LIFETIME_SECONDS');
  const nonceSeconds = await declaredNumber(
    'endpoints/keycloak/oauth/dpop/nonce.ts',
    'DPOP_NONCE_LIFETIME_SECONDS',
  );
  const invitationDays = `${LIFETIME_DAYS.default} days (${LIFETIME_DAYS.min} to ${LIFETIME_DAYS.max})`;
  return [
    ['access token, ID token', `${realm.accessTokenLifespan} seconds`],
    ['authorization code', `${realm.accessCodeLifespan} seconds, once`],
    ['link', `${lifetime} seconds (${min} to ${grouped(max)}), once; its row ${LINK_RETENTION_SECONDS} more`],
    ['one-time code beside a link', `${CODES['beside-link'].length} digits, ${MAX_CODE_TRIES} attempts`],
    [
      'one-time code without a link',
      `${CODES.alone.length} digits; ${CODES.longer.length} letters and digits while there are many to guess at; ${MAX_CODE_TRIES} attempts`,
    ],
    ['comparison code', `${COMPARISON_CODE_LENGTH} digits, one attempt per link`],
    [
      'cross-device sign-in',
      `${CLAIM_SECONDS} seconds to continue, ${REVOKE_SECONDS} to revoke, where the link was opened`,
    ],
    ['recognised device', `${days(DEVICE_LIFETIME_SECONDS)} days, ${MAX_DEVICE_ACCOUNTS} accounts`],
    ['CSRF token', `${csrfSeconds} seconds`],
    ['proof of possession', `${DPOP_PROOF_LIFETIME_SECONDS} seconds, once; its nonce ${nonceSeconds}`],
    ['waiting tabs that can poll', `the newest ${MAX_WAITING_TABS} of a browser`],
    ['body', `${grouped(bodyBytes)} bytes, ${bodyMillis / 1000} seconds`],
    ['JSON body of a REST endpoint', `${grouped(jsonBytes)} bytes, ${jsonDepth} levels`],
    ['`state`, `nonce`', characters(MAX_STATE_LENGTH)],
    [
      '`id_token_hint`',
      `${characters(MAX_HINT_LENGTH)}, along with ${MAX_UNKNOWN_WITH_HINT} unknown parameters at most`,
    ],
    ['`prompt`, `claims`, `acr_values`, `kc_action`', characters(MAX_VALUE_LENGTH)],
    ['name of a parameter of `/auth`', characters(MAX_NAME_LENGTH)],
    ['any other field of `/request-magic-link`', characters(MAX_FIELD_LENGTH)],
    ['email address', `${characters(MAX_ADDRESS_LENGTH)}, ${MAX_LOCAL_LENGTH} before the \`@\``],
    ['uses of a referral code', grouped(MAX_USES_LIMIT)],
    [
      'invitation',
      `${invitationDays}, once; removed ${days(INVITATION_RETENTION_SECONDS)} days after its end`,
    ],
    [
      'invitations to an address in a realm',
      `1 email in ${EMAIL_EVERY_SECONDS} seconds, ${MAX_EMAILS} in all`,
    ],
    ['name, text of an invitation', `${MAX_USER_LENGTH}, ${characters(MAX_TEXT_LENGTH)}`],
    [
      'list of invitations',
      `${grouped(MAX_LINES)} lines of ${grouped(MAX_LINE_LENGTH)} characters, ${grouped(MAX_CSV_BYTES)} bytes`,
    ],
  ];
}
