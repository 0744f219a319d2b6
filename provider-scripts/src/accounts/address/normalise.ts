/** The normalised form of an email address, by which accounts, links and limits are distinguished (contract, section 3.4). */

/** The longest address and the longest local part, in characters (RFC 5321, section 4.5.3.1). */
export const MAX_ADDRESS_LENGTH = 254;
export const MAX_LOCAL_LENGTH = 64;

/** Characters that the local part must not contain: whitespace, controls, those that need quoting, and invisible ones. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is rejected by itself
  /[\s\u0000-\u001f\u007f-\u009f<>()[\],;:\\"@\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]/;

/**
 * Lower-cases an address and writes its domain as punycode; dots and plus parts are preserved.
 *
 * @param toAscii converts the domain to ASCII; throws if it can't
 * @returns null if email can't be sent to the address
 */
export function normaliseAddress(address: string, toAscii: (domain: string) => string): string | null {
  const text = address.trim();
  const at = text.lastIndexOf('@');
  if (text.length > MAX_ADDRESS_LENGTH || at < 1 || at === text.length - 1) return null;
  const local = text.slice(0, at).toLowerCase();
  if (local.length > MAX_LOCAL_LENGTH || FORBIDDEN.test(local) || /^\.|\.\.|\.$/.test(local)) return null;
  let domain: string;
  try {
    domain = toAscii(text.slice(at + 1)).toLowerCase();
  } catch {
    return null;
  }
  const normalised = `${local}@${domain}`;
  // At least two labels, the last with a letter: a local host name or an IP address is not an email domain.
  const labels = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
  return labels.test(domain) && normalised.length <= MAX_ADDRESS_LENGTH ? normalised : null;
}
