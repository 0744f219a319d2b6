/** A client's branding: get, update, preview, and a test email to the caller (contract, section 6.2). */
import type { ClientModel, KeycloakSession, Response } from 'keycloak';
import { addressOf } from '../../../address/account-address.ts';
import { BRANDING_ATTRIBUTES } from '../../../branding/branding.ts';
import { clientBranding, clientName } from '../../../branding/client-branding.ts';
import { measureContrast } from '../../../branding/contrast.ts';
import { inRetriedTransaction } from '../../../database/sql.ts';
import { deliver, reserveAndStore } from '../../../delivery/deliver.ts';
import { transportOf } from '../../../email/transport.ts';
import { toJava } from '../../../engine/to-java.ts';
import { fieldProblem, problem } from '../../../errors/problem.ts';
import { baseUrl, hasFixedHostname } from '../../../keycloak/base-url.ts';
import { applyRequestLocale, REQUESTED_LOCALES_NOTE } from '../../../language/selector.ts';
import { type LinkEmail, renderLinkEmail, sendLinkEmail } from '../../../magic-link/email.ts';
import { randomCode } from '../../../magic-link/one-time-code/rows.ts';
import { limitKeyOf, recordLimitStatuses } from '../../../rate-limit/count.ts';
import { type AdminCall, withObject } from '../../../request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../response/responses.ts';
import { readSettings } from '../../../settings/read.ts';
import { setClientAttributes } from './attributes.ts';
import { type PreviewInput, readBrandingInput, readPreviewInput } from './branding-body.ts';
import { managedClient, viewedClient } from './find.ts';
import { shownBranding } from './shown.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const Time = Java.type('org.keycloak.common.util.Time');
const URI = Java.type('java.net.URI');

/** The recipient of a preview if the caller has no email address. */
const PREVIEW_RECIPIENT = 'somebody@example.com';

/** Returns the branding. */
export function getBranding(call: AdminCall): Response {
  const client = viewedClient(call);
  return client === null ? notFoundResponse() : brandingResponse(client);
}

/** Updates the branding. */
export function updateBranding(call: AdminCall): Response {
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readBrandingInput(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { attributes } = read.input;
    setClientAttributes(
      call,
      client,
      Object.fromEntries(BRANDING_ATTRIBUTES.map((name) => [`linkgate.branding.${name}`, attributes[name]])),
    );
    return brandingResponse(client);
  });
}

function brandingResponse(client: ClientModel): Response {
  return jsonResponse(200, {
    branding: shownBranding(client),
    contrast: measureContrast(clientBranding(client)),
  }).build();
}

/** Renders previews of the email and the sign-in page. */
export function previewBranding(call: AdminCall): Response {
  const client = viewedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readPreviewInput(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { session } = call;
    const to = callersAddress(call) ?? PREVIEW_RECIPIENT;
    const email = sampleEmail(session, client, read.input, to);
    const { senderName, subject, html, text } = renderLinkEmail(session, email);
    return jsonResponse(200, {
      sender_name: senderName ?? null,
      subject,
      html,
      text,
      page: signInPage(session, email),
      contrast: measureContrast(email.branding),
    }).build();
  });
}

/** Sends a test email to the caller; it counts as a link to that address, unless it certainly wasn't sent. */
export function sendTestEmail(call: AdminCall): Response {
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readPreviewInput(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { session } = call;
    const email = callersAddress(call);
    if (email === null) return invalidFieldsResponse([fieldProblem('email', 'own_address_missing')]);
    if (!hasFixedHostname(session)) return adminProblemResponse(problem('test_email_without_hostname'));
    const limitKey = limitKeyOf(session, 'link-email', email);
    const reserved = inRetriedTransaction(session, (own) => reserveAndStore(own, [limitKey], NO_ROW));
    const excess = recordLimitStatuses(session, reserved.statuses);
    if (excess !== null) return adminProblemResponse(excess);
    const transport = transportOf(session, readSettings(session, client));
    const outcome = deliver(session, {
      reserved,
      transport,
      send: () => sendLinkEmail(session, sampleEmail(session, client, read.input, email), transport),
      report: () => {},
      compensate: () => true,
    });
    if (outcome === 'sent') return jsonResponse(200, { email }).build();
    return adminProblemResponse(problem('test_email_not_sent', { outcome }));
  });
}

/** A test email has no row: its link is invalid. */
const NO_ROW = () => {};

function callersAddress({ auth }: AdminCall): string | null {
  return addressOf(auth.adminAuth().getUser());
}

/** An email as a sign-in sends it, with an invalid link. */
function sampleEmail(
  session: KeycloakSession,
  client: ClientModel,
  { branding, locale }: PreviewInput,
  to: string,
): LinkEmail {
  session.getContext().setClient(client);
  if (locale !== null) applyRequestLocale(session, { [REQUESTED_LOCALES_NOTE]: locale });
  const { linkLifetimeSeconds, code, crossDevice } = readSettings(session, client);
  return {
    to,
    accountLanguage: null,
    client,
    branding: branding ?? clientBranding(client),
    link: `${baseUrl(session)}/verify-email`,
    code: code ? randomCode() : null,
    crossDevice: crossDevice === 'on',
    lifetimeSeconds: linkLifetimeSeconds,
    expiresAt: Time.currentTime() + linkLifetimeSeconds,
    withheld: false,
  };
}

/** The sign-in page; its form has no target. */
function signInPage(session: KeycloakSession, { client, branding }: LinkEmail): string {
  const forms = session
    .getProvider(LoginFormsProvider.class)
    .setActionUri(URI.create('#'))
    .setAttribute('isFormResponse', true)
    .setAttribute('clientName', clientName(session, client))
    .setAttribute('branding', toJava({ ...branding }))
    .setAttribute('referralField', readSettings(session, client).signUp === 'closed')
    .setAttribute('referralCode', '');
  return String(forms.createForm('linkgate-email.ftl').getEntity());
}
