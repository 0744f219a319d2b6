/** A branding of a client or the realm: get, update, upload a logo, preview, and a test email to the caller (contract, section 6.2). */
import type { ClientModel, KeycloakSession, RealmModel, Response } from 'keycloak';
import { addressOf } from '../../../accounts/address/account-address.ts';
import { deliver, reserveAndStore } from '../../../email/delivery/deliver.ts';
import { toldOfSuppression } from '../../../email/outcome.ts';
import { emailRoutes } from '../../../email/route.ts';
import { byRoute, transportOf } from '../../../email/transport.ts';
import { type AdminCall, queryValue, withObject } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
} from '../../../http/response/responses.ts';
import { type LinkEmail, renderLinkEmail, sendLinkEmail } from '../../../links/magic-link/email.ts';
import { writtenCode } from '../../../links/magic-link/one-time-code.ts';
import { randomCode } from '../../../links/magic-link/one-time-code-rows.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { inRetriedTransaction } from '../../../platform/database/sql.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { toJava } from '../../../platform/engine/to-java.ts';
import { FINDINGS, type SendCause } from '../../../platform/errors/catalogue/findings.ts';
import { fieldProblem, invalidFields, problem } from '../../../platform/errors/problem.ts';
import { baseUrl, hasFixedHostname } from '../../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { setAttributes } from '../../../platform/keycloak/stored.ts';
import { readBranding, THEME_COLOURS, UPLOADED } from '../../../realm/branding/branding.ts';
import {
  clientName,
  logoUrl,
  realmBranding,
  shownBranding,
} from '../../../realm/branding/client-branding.ts';
import { measureContrast } from '../../../realm/branding/contrast.ts';
import { retainLogo, storeLogo } from '../../../realm/branding/logo-rows.ts';
import {
  type BrandingAttributes,
  brandingVersion,
  clientAttributes,
  realmAttributes,
  storedBranding,
} from '../../../realm/branding/stored.ts';
import { hasCode, hasLink } from '../../../realm/flow/parse.ts';
import { readSettings } from '../../../realm/flow/read.ts';
import { applyRequestLocale, languageFor, REQUESTED_LOCALES_NOTE } from '../../../realm/language/selector.ts';
import { limitKeyOf, recordLimitStatuses } from '../../../realm/limits/count.ts';
import { BRANDING_PREFIX, type BrandingAttribute } from '../../../realm/settings/table.ts';
import { changeRealm } from '../changed-realm.ts';
import { changeVersioned, emitUpdate, writeAttributes } from '../clients/versioned.ts';
import {
  attributesOf,
  BRANDING_FIELDS,
  PREVIEW_FIELDS,
  type PreviewInput,
  readBrandingInput,
  readPreviewInput,
  uploadedLogo,
} from './body.ts';
import {
  attributesOfOwner,
  type BrandingOwner,
  inheriting,
  logoOwner,
  ofClient,
  ofRealm,
  shownFor,
} from './owner.ts';
import { MAX_UPLOAD_BYTES, readLogo } from './upload.ts';

const LoginFormsProvider = Java.type('org.keycloak.forms.login.LoginFormsProvider');
const URI = Java.type('java.net.URI');

/** The recipient of a preview if the caller has no email address. */
const PREVIEW_RECIPIENT = 'somebody@example.com';

/** The operations, by owner. */
export const CLIENT_BRANDING = {
  get: ofClient('view', get),
  update: ofClient('manage', update),
  upload: ofClient('manage', upload),
  preview: ofClient('view', preview),
  sendTest: ofClient('manage', sendTest),
};
export const REALM_BRANDING = {
  get: ofRealm('view', get),
  update: ofRealm('manage', update),
  upload: ofRealm('manage', upload),
  preview: ofRealm('view', preview),
  sendTest: ofRealm('manage', sendTest),
};

function get(call: AdminCall, owner: BrandingOwner): Response {
  return jsonResponse(200, shown(call.session, owner)).build();
}

/** Updates the branding that the caller saw. */
function update(call: AdminCall, owner: BrandingOwner): Response {
  return withObject(call, BRANDING_FIELDS, (object) => {
    const { version } = object;
    const read = readBrandingInput(object);
    const details = 'details' in read ? [...read.details] : [];
    if (typeof version !== 'string') details.push(fieldProblem('version', 'version_required'));
    if ('details' in read || details.length > 0) return invalidFieldsResponse(details);
    const attributes = prefixed(attributesOf(read.input));
    const change: Change = { version: String(version), logo: uploadedLogo(read.input), attributes };
    return owner === null ? updateRealm(call, change) : updateClient(call, owner, change);
  });
}

const LOGO_UNKNOWN = invalidFields([fieldProblem('logo', 'logo_unknown')]);

/** A validated change; an empty text removes an attribute. */
interface Change {
  version: string;
  /** The uploaded logo that the branding has from now on. */
  logo: string | null;
  attributes: Record<string, string>;
}

function prefixed(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [BRANDING_PREFIX + name, value]),
  );
}

function updateClient(call: AdminCall, client: ClientModel, { version, logo, attributes }: Change): Response {
  const emitted = withoutEmpty(attributes, clientAttributes(client));
  return changeVersioned(call, client, {
    hasChanged: (_, stored) => version !== brandingVersion(clientAttributes(stored)),
    write: (own, written) => {
      if (!retainLogo(own, logoOwner(own, written), logo, currentTime())) return LOGO_UNKNOWN;
      writeAttributes(written, attributes);
      return null;
    },
    respond: shown,
    emit: () => emitUpdate(call, client, { attributes: emitted }),
    conflict: 'branding_changed',
  });
}

/** The attributes that a change sets or removes, for its event. */
function withoutEmpty(
  attributes: Record<string, string>,
  before: BrandingAttributes,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) =>
        value !== '' || before(name.slice(BRANDING_PREFIX.length) as BrandingAttribute) !== null,
    ),
  );
}

function updateRealm(call: AdminCall, { version, logo, attributes }: Change): Response {
  const { session } = call;
  const before = realmAttributes(requireRealm(session));
  const emitted = withoutEmpty(attributes, before);
  const isOutdated = (stored: RealmModel) => version !== brandingVersion(realmAttributes(stored));
  const changed = changeRealm(session, isOutdated, (own, realm) => {
    if (!retainLogo(own, logoOwner(own, null), logo, currentTime())) return LOGO_UNKNOWN;
    setAttributes(realm, attributes);
    return shown(own, null);
  });
  if (changed === null) return adminProblemResponse(problem('branding_changed'));
  if (changed === LOGO_UNKNOWN) return adminProblemResponse(LOGO_UNKNOWN);
  emitAdminEvent(call, 'UPDATE', 'REALM', `${ADMIN_RESOURCE}/branding`, { attributes: emitted });
  return jsonResponse(200, changed).build();
}

/** The branding with its version, what it inherits, and its logo's URL. */
function shown(session: KeycloakSession, owner: BrandingOwner) {
  const attributes = attributesOfOwner(session, owner);
  const { branding } = readBranding(attributes);
  const inherited = owner === null ? {} : realmBranding(session);
  const all = inheriting(session, owner, branding);
  const url = (logo: string | undefined) => (logo === undefined ? null : logoUrl(session, logo));
  return {
    branding: storedBranding(attributes),
    version: brandingVersion(attributes),
    logo_url: url(branding.logo),
    defaults: {
      logo_url: url(inherited.logo),
      primary_color: inherited.primaryColor ?? THEME_COLOURS.primaryColor,
      background_color: inherited.backgroundColor ?? THEME_COLOURS.backgroundColor,
      text: inherited.text ?? null,
      subject: inherited.subject ?? null,
      sender_name: inherited.senderName ?? null,
    },
    contrast: measureContrast(all),
  };
}

/** Stores an uploaded logo, which is served at once and stays if it is saved with the branding within a day. */
function upload(call: AdminCall, owner: BrandingOwner): Response {
  return withObject(
    call,
    ['content'],
    ({ content }) => {
      const read = readLogo(content);
      if ('wrong' in read) return invalidFieldsResponse([read.wrong]);
      const at = logoOwner(call.session, owner);
      const id = inRetriedTransaction(call.session, (own) => storeLogo(own, at, read.logo, currentTime()));
      const logo = UPLOADED + id;
      return jsonResponse(201, { logo, logo_url: logoUrl(call.session, logo) }).build();
    },
    MAX_UPLOAD_BYTES,
  );
}

/** Renders previews of the email and the sign-in page. */
function preview(call: AdminCall, owner: BrandingOwner): Response {
  return withObject(call, PREVIEW_FIELDS, (object) => {
    const read = readPreviewInput(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { session } = call;
    const to = callersAddress(call) ?? PREVIEW_RECIPIENT;
    const email = sampleEmail(session, owner, read.input, to);
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

/** Sends a test email to the caller, with the branding in the body. */
function sendTest(call: AdminCall, owner: BrandingOwner): Response {
  return withObject(call, PREVIEW_FIELDS, (object) => {
    const read = readPreviewInput(object);
    return 'details' in read ? invalidFieldsResponse(read.details) : sendToCaller(call, owner, read.input);
  });
}

/** The same as users get it, of a realm of either kind: by the route that the query names, if it names one. */
export function sendEmailOfRealm(call: AdminCall): Response {
  call.auth.realm().requireManageRealm();
  const { session } = call;
  const route = queryValue(session, 'route');
  const names = emailRoutes(session).map(({ name }) => name);
  if (route !== null && !names.includes(route))
    return invalidFieldsResponse([fieldProblem('route', 'not_one_of', { choices: names.join(', ') })]);
  return sendToCaller(call, null, { branding: null, locale: null }, route);
}

/** It counts as a link to that address, unless it certainly wasn't sent. */
function sendToCaller(
  call: AdminCall,
  owner: BrandingOwner,
  input: PreviewInput,
  route: string | null = null,
): Response {
  const { session } = call;
  const email = callersAddress(call);
  if (email === null) return invalidFieldsResponse([fieldProblem('email', 'own_address_missing')]);
  if (!hasFixedHostname(session)) return adminProblemResponse(problem('test_email_without_hostname'));
  const limitKey = limitKeyOf(session, 'link-email', email);
  const reserved = inRetriedTransaction(session, (own) => reserveAndStore(own, [limitKey], NO_ROW));
  const excess = recordLimitStatuses(session, reserved.statuses);
  if (excess !== null) return adminProblemResponse(excess);
  const usual = transportOf(session, readSettings(session, shownFor(session, owner)));
  const transport = route === null ? usual : byRoute(usual, route);
  let why: SendCause = 'email-failed';
  const outcome = deliver(session, {
    reserved,
    transport,
    send: () =>
      toldOfSuppression(sendLinkEmail(session, sampleEmail(session, owner, input, email), transport)),
    report: (_, cause) => {
      why = cause;
    },
    compensate: () => true,
  });
  if (outcome === 'sent') return jsonResponse(200, { email }).build();
  return adminProblemResponse(problem('test_email_not_sent', { cause: why, reason: FINDINGS[why] }));
}

/** A test email has no row: its link is invalid. */
const NO_ROW = () => {};

function callersAddress({ auth }: AdminCall): string | null {
  return addressOf(auth.adminAuth().getUser());
}

/** An email as a sign-in sends it, with an invalid link. */
function sampleEmail(
  session: KeycloakSession,
  owner: BrandingOwner,
  { branding, locale }: PreviewInput,
  to: string,
): LinkEmail {
  const client = shownFor(session, owner);
  session.getContext().setClient(client);
  if (locale !== null) applyRequestLocale(session, { [REQUESTED_LOCALES_NOTE]: locale });
  const settings = readSettings(session, client);
  const kind = hasLink(settings) ? 'beside-link' : 'alone';
  return {
    to,
    accountLanguage: null,
    client,
    branding: inheriting(
      session,
      owner,
      branding ?? readBranding(attributesOfOwner(session, owner)).branding,
    ),
    link: hasLink(settings) ? `${baseUrl(session)}/verify-email` : null,
    code: hasCode(settings) ? writtenCode(kind, randomCode(kind)) : null,
    crossDevice: settings.crossDevice,
    lifetimeSeconds: settings.linkLifetimeSeconds,
    expiresAt: currentTime() + settings.linkLifetimeSeconds,
    withheld: false,
  };
}

/** The sign-in page; its form has no target. */
function signInPage(session: KeycloakSession, { client, branding, link }: LinkEmail): string {
  const language = languageFor(session, null);
  const forms = session
    .getProvider(LoginFormsProvider.class)
    .setActionUri(URI.create('#'))
    .setAttribute('isFormResponse', true)
    .setAttribute('clientName', clientName(session, client))
    .setAttribute('branding', toJava({ ...shownBranding(session, branding, language) }))
    .setAttribute('referralField', readSettings(session, client).signUp === 'closed')
    .setAttribute('referralCode', '')
    .setAttribute('codeOnly', link === null);
  return String(forms.createForm('linkgate-email.ftl').getEntity());
}
