/** The address that a `login_hint` names (OpenID Connect Core, section 3.1.2.1). */

/** Returns the hint with spaces replaced by `+`: addresses have no spaces, so a space was an unescaped `+`. */
export function addressInHint(hint: string): string {
  const text = hint.trim();
  return text.includes('@') ? text.replace(/ /g, '+') : text;
}
