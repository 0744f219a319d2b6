/** Tokens that nobody can guess. */

const SecretGenerator = Java.type('org.keycloak.common.util.SecretGenerator');

/** Returns random letters and digits, 5.95 bits each. */
export function randomToken(length: number): string {
  return String(SecretGenerator.getInstance().randomString(length));
}
