/** Tokens, and the endpoints that issue, describe and revoke them. */
import type { Check } from '../../probe/check.ts';
import { ACCESS_TOKEN } from './access-token.ts';
import { CLIENT_CREDENTIALS } from './client-credentials.ts';
import { CODE_BINDING } from './code-binding.ts';
import { CODE_ONCE } from './code-once.ts';
import { ID_TOKEN } from './id-token.ts';
import { INTROSPECT_UNKNOWN } from './introspect-unknown.ts';
import { INTROSPECTION } from './introspection.ts';
import { PKCE } from './pkce.ts';
import { REVOCATION } from './revocation.ts';
import { REVOKE_UNKNOWN } from './revoke-unknown.ts';
import { TOKEN_CLIENT } from './token-client.ts';
import { TOKEN_GRANTS } from './token-grants.ts';
import { TOKEN_REQUEST } from './token-request.ts';
import { TOKEN_RESPONSE } from './token-response.ts';
import { USERINFO } from './userinfo.ts';
import { USERINFO_REJECTED } from './userinfo-rejected.ts';

export const TOKEN_CHECKS: readonly Check[] = [
  TOKEN_CLIENT,
  TOKEN_REQUEST,
  TOKEN_GRANTS,
  CLIENT_CREDENTIALS,
  INTROSPECT_UNKNOWN,
  REVOKE_UNKNOWN,
  USERINFO_REJECTED,
  TOKEN_RESPONSE,
  ACCESS_TOKEN,
  ID_TOKEN,
  USERINFO,
  INTROSPECTION,
  CODE_BINDING,
  PKCE,
  REVOCATION,
  CODE_ONCE,
];
