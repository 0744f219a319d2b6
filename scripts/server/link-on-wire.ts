/** Reads the sign-in link out of an email as a mail server gets it, without parsing all of it. */

/** The link in a message as it is on the wire, quoted-printable; empty where there is none. */
export function linkOnWire(message: string): string {
  const text = message
    // RFC 5321, section 4.5.2: a dot at the beginning of a line travels as two.
    .replace(/\r\n\.\./g, '\r\n.')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /https?:\S+\/verify-email\?token=[\w.-]+/.exec(text)?.[0] ?? '';
}
