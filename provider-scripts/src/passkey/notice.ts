/** The email that tells an account's address that a passkey is added: nobody adds one by the mailbox, or a session, without a word to its owner. */
import type { RequiredActionContext } from 'keycloak';
import { shownAddress } from '../address/account-address.ts';
import { clientBranding, clientName } from '../branding/client-branding.ts';
import { sendBrandedEmail } from '../email/branded-email.ts';
import { transportOf } from '../email/transport.ts';
import { log } from '../engine/log.ts';
import { baseUrl } from '../keycloak/base-url.ts';
import { LOCALE_ATTRIBUTE, languageFor } from '../language/selector.ts';
import { count } from '../metrics/count.ts';
import { readSettings } from '../settings/read.ts';

/** The page of Keycloak's account console where users remove passkeys. */
const SIGNING_IN_PAGE = '/account/account-security/signing-in';

/**
 * Sends it, before the passkey is stored: one whose notice wasn't sent isn't stored at all.
 *
 * @param device the browser and system; null if they aren't known
 * @returns whether it was sent
 */
export function sendPasskeyNotice(context: RequiredActionContext, device: string | null): boolean {
  const session = context.getSession();
  const realm = context.getRealm();
  const user = context.getUser();
  const client = context.getAuthenticationSession().getClient();
  const to = shownAddress(user);
  if (to === null) return false;
  const outcome = sendBrandedEmail(
    session,
    {
      to,
      client,
      branding: clientBranding(session, client),
      language: languageFor(session, realm, user.getFirstAttribute(LOCALE_ATTRIBUTE)),
      template: 'passkey-added',
      plainTemplate: 'linkgate-passkey-added',
      attributes: {
        link: `${baseUrl(session)}${SIGNING_IN_PAGE}`,
        device,
        addedFrom: session.getContext().getConnection().getRemoteAddr(),
      },
      subject: { key: 'linkgatePasskeyAddedSubject', value: clientName(session, client) },
      withheld: false,
    },
    transportOf(session, readSettings(session, client)),
  );
  if (outcome === 'sent') return true;
  count(session, 'emailFailed', outcome);
  log.warn(`realm "${realm.getName()}": a passkey was not added, as its email was not sent (${outcome})`);
  return false;
}
