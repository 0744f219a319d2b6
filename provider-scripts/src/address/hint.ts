/** The address that a `login_hint` names (OpenID Connect Core, section 3.1.2.1). */

/** As it is written; a blank in it was a `+` that nobody escaped: no address has a blank. */
export function addressInHint(hint: string): string {
  const text = hint.trim();
  return text.includes('@') ? text.replace(/ /g, '+') : text;
}
