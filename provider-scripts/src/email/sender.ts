/** Whom an email comes from, whom replies go to, and which headers it has besides its own: the realm's, or what a client of a Linkgate realm sets. */
import type { Headers } from '../realm/settings/email-headers.ts';
import { hasDomainOf } from '../realm/settings/sender-domains.ts';
import type { Mailbox } from './api/service.ts';
import type { SmtpSettings } from './smtp-properties.ts';

export interface Sender {
  readonly from: Mailbox;
  readonly replyTo: Mailbox;
  readonly headers: Headers;
}

/** What a client sets; empty texts for nothing. */
export interface OwnSender {
  readonly from: string;
  readonly replyTo: string;
  readonly headers: Headers;
}

/** What the realm sets for it. */
interface RealmSender {
  readonly domains: readonly string[];
  readonly headers: Headers;
}

/**
 * The sender of an email.
 *
 * @param name the branding's; the realm's if left out
 */
export function senderFor(
  smtp: SmtpSettings,
  name: string | undefined,
  own: OwnSender,
  realm: RealmSender,
): Sender {
  const from = {
    email: hasDomainOf(own.from, realm.domains) ? own.from : (smtp.from ?? ''),
    name: name ?? smtp.fromDisplayName ?? '',
  };
  const ofRealm = smtp.replyTo ? { email: smtp.replyTo, name: smtp.replyToDisplayName ?? '' } : from;
  return {
    from,
    replyTo: own.replyTo === '' ? ofRealm : { email: own.replyTo, name: '' },
    headers: Object.keys(own.headers).length === 0 ? realm.headers : own.headers,
  };
}
