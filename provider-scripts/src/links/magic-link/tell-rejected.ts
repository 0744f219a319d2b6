/**
 * Tells an address why the rules for sign-up reject it, if the realm says so: at most once a day, however often it is typed. The request neither waits for
 * the email nor does anything for it that it doesn't for an accepted address: a background thread counts and sends it.
 */
import type { KeycloakSession } from 'keycloak';
import type { KnownAccount } from '../../accounts/account.ts';
import { type EmailRequester, isEmailBusy, sendBrandedEmail } from '../../email/branded-email.ts';
import { deliver, reserveAndStore } from '../../email/delivery/deliver.ts';
import { smtpSettings } from '../../email/smtp.ts';
import { transportOf } from '../../email/transport.ts';
import { browserOf } from '../../http/request/browser.ts';
import { inBackground } from '../../platform/database/background.ts';
import { inOwnTransaction, inRetriedTransaction } from '../../platform/database/sql.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { shortAddress } from '../../platform/limits/addresses.ts';
import { clientBranding, clientName } from '../../realm/branding/client-branding.ts';
import { languageFor, tagForTimes } from '../../realm/language/selector.ts';
import { timeOfDay } from '../../realm/language/times.ts';
import { limitKeyOf } from '../../realm/limits/count.ts';
import type { SignUpRule } from '../../realm/settings/choices.ts';
import { namesOf } from '../../realm/sign-up-rules/candidates.ts';
import { ruleSettingsOf } from '../../realm/sign-up-rules/rules.ts';
import type { NewLink } from './store.ts';

/** What the email tells, found out while the request is served. */
interface Told {
  to: string;
  userId: string | null;
  clientUuid: string;
  settings: NewLink['settings'];
  /** Of a stock realm, clients may have set the branding's attributes themselves. */
  isBranded: boolean;
  rule: SignUpRule;
  language: string;
  requester: EmailRequester | null;
  requestedFrom: string | null;
}

/** Has the address told, if the realm says so for this rule. */
export function tellRejected(
  session: KeycloakSession,
  { email, client, settings, request }: NewLink,
  rule: SignUpRule,
  account: KnownAccount | null,
): void {
  const realm = requireRealm(session);
  if (!ruleSettingsOf(realm).tell.includes(rule)) return;
  const language = languageFor(session, account === null ? null : account.language);
  const agent = browserOf(session);
  const told: Told = {
    to: email,
    userId: account === null ? null : account.id,
    clientUuid: client.getId(),
    settings,
    isBranded: request.ofStep === undefined,
    rule,
    language,
    requester:
      agent.browser === null
        ? null
        : { agent, time: timeOfDay(tagForTimes(session, language), currentTime()) },
    requestedFrom: shortAddress(session.getContext().getConnection().getRemoteAddr()),
  };
  const realmId = realm.getId();
  inBackground(session.getKeycloakSessionFactory(), 'telling a rejected address', (later) =>
    inOwnTransaction(later, (own) => {
      const now = own.realms().getRealm(realmId);
      if (now === null) return;
      own.getContext().setRealm(now);
      send(own, told);
    }),
  );
}

function send(session: KeycloakSession, told: Told): void {
  const { to, rule, language, requester, requestedFrom, settings } = told;
  const realm = requireRealm(session);
  const client = realm.getClientById(told.clientUuid);
  if (client === null) return;
  session.getContext().setClient(client);
  const transport = transportOf(session, settings, smtpSettings(session));
  if (isEmailBusy(transport)) return;
  // Sub-addresses lead to one mailbox, which is told once.
  const limitKey = limitKeyOf(session, 'sign-up-told', namesOf(to).mailbox);
  const reserved = inRetriedTransaction(session, (own) => reserveAndStore(own, [limitKey], NO_ROW));
  if (!reserved.granted) return;
  deliver(session, {
    reserved,
    transport,
    send: () =>
      sendBrandedEmail(
        session,
        {
          to,
          client,
          branding: told.isBranded ? clientBranding(session, client) : {},
          language,
          template: 'sign-up-rejected',
          plainTemplate: 'linkgate-sign-up-rejected',
          attributes: { rule, requestedFrom },
          requester,
          subject: { key: 'linkgateSignUpRejectedSubject', value: clientName(session, client) },
          about: { userId: told.userId, linkId: null },
          withheld: false,
        },
        transport,
      ),
    report: (outcome) =>
      log.warn(`realm "${realm.getName()}": a rejected address was not told so (${outcome})`),
    compensate: () => true,
  });
}

/** It has no row. */
const NO_ROW = () => {};
