/** Extracts the sign-in link from the raw source of an email, without parsing all of it. */

/** The link in a raw message, to sign in or of an invitation, encoded as quoted-printable; empty if there is none. */
export function linkOnWire(message: string): string {
  const text = message
    // RFC 5321, section 4.5.2: a dot at the beginning of a line is doubled.
    .replace(/\r\n\.\./g, '\r\n.')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /https?:\S+\/(?:verify-email|invitation)\?token=[\w.-]+/.exec(text)?.[0] ?? '';
}
