/** The mailbox of an address in the browser, at the realm's emails where its provider can show these. */
import type { KeycloakSession } from 'keycloak';
import { type Webmail, webmailOf } from '../accounts/address/webmail.ts';
import { senderOf } from './client-sender.ts';
import { smtpSettings } from './smtp.ts';

/** Returns it; null where it isn't known. */
export function webmailFor(session: KeycloakSession, address: string): Webmail | null {
  const { from } = senderOf(session, smtpSettings(session), session.getContext().getClient(), undefined);
  return webmailOf(address, from.email);
}
