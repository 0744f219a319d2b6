/** Validates a token request before Keycloak does (RFC 6749, sections 4.1.3 and 4.4.2; contract, section 4.4). */
import { checkScope } from '../../../../clients/scope.ts';
import { checkRepeated, type Parameters, single } from '../../../../http/request/parameters.ts';
import { hasControlCharacters } from '../../../../platform/engine/control-characters.ts';
import { type Identifier, type Problem, problem } from '../../../../platform/errors/problem.ts';

/** The grants that every realm supports; the second isn't advertised. */
export const GRANT_TYPES = ['authorization_code', 'client_credentials'] as const;

/** The grant of clients whose users stay signed in (RFC 6749, section 6). */
export const REFRESH_GRANT = 'refresh_token';

/**
 * The grants that Keycloak's own consoles use. Its commands' password grant isn't among them: users have no passwords, and Keycloak rejects an
 * address with an account sooner than one without (timing).
 */
const BUILT_IN_GRANT_TYPES: readonly string[] = [...GRANT_TYPES, REFRESH_GRANT];

/**
 * Validates a request in the name of one of Keycloak's own clients. For some other grants (UMA), Keycloak issues a token to the client of another
 * token, regardless of the named client. The comparison is exact: Keycloak removes control characters, escaped ones too, before it compares.
 */
export function checkBuiltInGrant(parameters: Parameters): Problem | null {
  const requested = parameters.grant_type ?? [];
  const isAllowed = requested.every((grant) => BUILT_IN_GRANT_TYPES.includes(grant));
  return isAllowed ? null : problem('unsupported_grant_type');
}

const NAMES = [
  'grant_type',
  'code',
  'redirect_uri',
  'client_id',
  'client_secret',
  'code_verifier',
  'scope',
] as const;

/** Parameters that repeat values of the authorization request; those have no control characters, so a value with one is invalid. */
const ISSUED = ['code', 'redirect_uri', 'code_verifier'] as const;

/** Validates a request regardless of its client. */
export function checkTokenRequest(parameters: Parameters): Problem | null {
  const repeated = checkRepeated(parameters, NAMES);
  if (repeated) return repeated;
  return single(parameters, 'grant_type') === undefined
    ? problem('required', { parameter: 'grant_type' })
    : null;
}

/** Validates a request of this authenticated client. */
export function checkGrant(
  parameters: Parameters,
  client: {
    signsUsersIn: boolean;
    hasServiceAccount: boolean;
    hasRefreshTokens: boolean;
    /** What it can request for itself. */
    scopes: readonly string[];
  },
): Problem | null {
  const grant = single(parameters, 'grant_type');
  if (grant === 'authorization_code') {
    if (!client.signsUsersIn) return problem('not_configured_for_client', { parameter: 'grant_type' });
    for (const name of ['code', 'redirect_uri'] as const) {
      if (single(parameters, name) === undefined) return problem('required', { parameter: name });
    }
    // Keycloak logs parts of a code before it validates it.
    const impossible = ISSUED.some((name) => hasControlCharacters(single(parameters, name) ?? ''));
    return impossible ? problem('invalid_grant') : null;
  }
  if (grant === 'client_credentials') {
    if (!client.hasServiceAccount) return problem('not_configured_for_client', { parameter: 'grant_type' });
    const scope = single(parameters, 'scope');
    return scope === undefined ? null : checkScope(scope, client.scopes);
  }
  if (grant === REFRESH_GRANT && client.hasRefreshTokens) return checkRefresh(parameters);
  return problem('unsupported_grant_type');
}

/** RFC 6749, section 6; which scopes can be requested depends on the token (`checkRefreshToken`). */
function checkRefresh(parameters: Parameters): Problem | null {
  const repeated = checkRepeated(parameters, [REFRESH_GRANT]);
  if (repeated) return repeated;
  const token = single(parameters, REFRESH_GRANT);
  if (token === undefined) return problem('required', { parameter: REFRESH_GRANT });
  return hasControlCharacters(token) ? problem('refresh_token_not_valid') : null;
}

/** The identifiers of the contract's troubleshooting list, by the start of Keycloak's message. */
const IDENTIFIERS: readonly [beginning: string, identifier: Identifier][] = [
  ['PKCE', 'code_verifier_invalid'],
  ['Incorrect redirect_uri', 'redirect_uri_mismatch'],
  ['Code is expired', 'token_expired'],
];

/** Keycloak's description of a rejected code, with the identifier that the contract names it by. */
export function explainGrantError(description: string): string {
  const found = IDENTIFIERS.find(([beginning]) => description.startsWith(beginning));
  return found ? `${found[1]}: ${description}` : description;
}
