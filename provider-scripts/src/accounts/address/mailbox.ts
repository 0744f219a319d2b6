/** Extracts addresses from text that users typed or pasted. Browsers use this as well. */

/** An address, not yet validated, and the name in front of it. */
interface Mailbox {
  email: string;
  name: string | null;
}

/** Parses a mailbox as typed, or copied from a mail program: `Ada <ada@example.com>` (RFC 5322, section 3.4), or an address alone. */
export function mailboxIn(typed: string): Mailbox {
  const text = withoutSeparator(typed.trim());
  const [, before = '', email = text] = /^([^<>]*)<\s*([^<>\s]+)\s*>$/.exec(text) ?? [];
  const name = withoutQuotes(before.trim());
  return { email, name: name === '' || name === email ? null : name };
}

/** Removes a trailing separator. A regular expression for the spaces before it would take quadratic time. */
function withoutSeparator(text: string): string {
  return text.endsWith(';') || text.endsWith(',') ? text.slice(0, -1).trim() : text;
}

function withoutQuotes(name: string): string {
  const [, quoted] = /^"(.*)"$/.exec(name) ?? /^'(.*)'$/.exec(name) ?? [];
  return quoted === undefined ? name : quoted.replace(/\\(.)/g, '$1').trim();
}

/** The address that a `login_hint` names (OpenID Connect Core, section 3.1.2.1): it has no spaces, so a space was an unescaped `+`. */
export function addressInHint(hint: string): string {
  const text = hint.trim();
  return text.includes('@') ? text.replace(/ /g, '+') : text;
}
