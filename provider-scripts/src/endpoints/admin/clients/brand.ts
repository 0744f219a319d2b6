/** A client's look: shown, set, tried as a preview and as a mail to whoever requests it (contract, section 6.2). */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { addressOf } from '../../../address/of-account.ts';
import { BRAND_ATTRIBUTES } from '../../../branding/brand.ts';
import { clientBrand, clientName } from '../../../branding/client-brand.ts';
import { measureContrast } from '../../../branding/contrast.ts';
import { inRepeatedTransaction } from '../../../database/sql.ts';
import { deliver, reserveAndStore } from '../../../delivery/deliver.ts';
import { toJava } from '../../../engine/to-java.ts';
import { fieldProblem, problem } from '../../../errors/problem.ts';
import { baseUrl, hasFixedHostname } from '../../../keycloak/base-url.ts';
import { REQUESTED_NOTE, speakFor } from '../../../language/selector.ts';
import { type LinkMail, renderLinkMail, sendLinkMail } from '../../../magic-link/mail.ts';
import { randomCode } from '../../../magic-link/one-time-code/rows.ts';
import { transportOf } from '../../../mail/transport.ts';
import { demandOf, note } from '../../../rate-limit/count.ts';
import { type AdminCall, withObject } from '../../../request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../response/responses.ts';
import { readSettings } from '../../../settings/read.ts';
import { setClientAttributes } from './attributes.ts';
import { readBrandOrder, readShowOrder, type ShowOrder } from './brand-body.ts';
import { managedClient, viewedClient } from './find.ts';
import { shownBrand } from './shown.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const Time = Java.type('org.keycloak.common.util.Time');
const URI = Java.type('java.net.URI');

/** Whom a preview is addressed to if whoever requests it has no address. */
const SOMEBODY = 'somebody@example.com';

/** Shows the look. */
export function answerBrand(call: AdminCall): Response {
  const client = viewedClient(call);
  return client === null ? notFoundResponse() : brandAnswer(client);
}

/** Sets the look. */
export function setBrand(call: AdminCall): Response {
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readBrandOrder(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { attributes } = read.order;
    setClientAttributes(
      call,
      client,
      Object.fromEntries(BRAND_ATTRIBUTES.map((name) => [`linkgate.brand.${name}`, attributes[name]])),
    );
    return brandAnswer(client);
  });
}

function brandAnswer(client: ClientModel): Response {
  return jsonResponse(200, {
    brand: shownBrand(client),
    contrast: measureContrast(clientBrand(client)),
  }).build();
}

/** Gives mail and sign-in page as they would look. */
export function previewBrand(call: AdminCall): Response {
  const client = viewedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readShowOrder(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { session } = call;
    const to = callersAddress(call) ?? SOMEBODY;
    const mail = sampleMail(session, client, read.order, to);
    const { senderName, subject, html, text } = renderLinkMail(session, mail);
    return jsonResponse(200, {
      sender_name: senderName ?? null,
      subject,
      html,
      text,
      page: signInPage(session, mail),
      contrast: measureContrast(mail.brand),
    }).build();
  });
}

/** Sends the email to its requester; it counts as a link to that address, unless it surely wasn't sent. */
export function sendTestMail(call: AdminCall): Response {
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readShowOrder(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { session } = call;
    const email = callersAddress(call);
    if (email === null) return invalidFieldsResponse([fieldProblem('email', 'own_address_missing')]);
    if (!hasFixedHostname(session)) return adminProblemResponse(problem('test_email_without_hostname'));
    const demand = demandOf(session, 'link-email', email);
    const reserved = inRepeatedTransaction(session, (own) => reserveAndStore(own, [demand], NO_ROW));
    const excess = note(session, reserved.standings);
    if (excess !== null) return adminProblemResponse(excess);
    const transport = transportOf(session, readSettings(session, client));
    const outcome = deliver(session, {
      reserved,
      transport,
      send: () => sendLinkMail(session, sampleMail(session, client, read.order, email), transport),
      report: () => {},
      compensate: () => true,
    });
    if (outcome === 'sent') return jsonResponse(200, { email }).build();
    return adminProblemResponse(problem('test_email_not_sent', { outcome }));
  });
}

/** A test email has no row: its link signs nobody in. */
const NO_ROW = () => {};

function callersAddress({ auth }: AdminCall): string | null {
  return addressOf(auth.adminAuth().getUser());
}

/** A mail as a sign-in sends it, with a link that signs nobody in. */
function sampleMail(
  session: KeycloakSession,
  client: ClientModel,
  { brand, locale }: ShowOrder,
  to: string,
): LinkMail {
  session.getContext().setClient(client);
  if (locale !== null) speakFor(session, { [REQUESTED_NOTE]: locale });
  const { linkLifetimeSeconds, code, handOff } = readSettings(session, client);
  return {
    to,
    accountsLanguage: null,
    client,
    brand: brand ?? clientBrand(client),
    link: `${baseUrl(session)}/verify-email`,
    code: code ? randomCode() : null,
    handOff: handOff === 'on',
    lifetimeSeconds: linkLifetimeSeconds,
    expiresAt: Time.currentTime() + linkLifetimeSeconds,
    withheld: false,
  };
}

/** The page that asks for an address; its form leads nowhere. */
function signInPage(session: KeycloakSession, { client, brand }: LinkMail): string {
  const forms = session
    .getProvider(LoginFormsProvider.class)
    .setActionUri(URI.create('#'))
    .setAttribute('answersForm', true)
    .setAttribute('clientName', clientName(session, client))
    .setAttribute('brand', toJava({ ...brand }))
    .setAttribute('referralField', readSettings(session, client).signUp === 'closed')
    .setAttribute('referralCode', '');
  return String(forms.createForm('linkgate-email.ftl').getEntity());
}
