/** What email services report, on a running server: whose reports count, the fate of emails, and which addresses get no more of them. */
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Problem, Suppression, User } from '../../admin-pages/generated/admin-api.d.ts';
import { REPORT_BYTES } from '../../provider-scripts/src/email/feedback/batch-limits.ts';
import { API_KINDS, type ApiKind } from '../../provider-scripts/src/realm/settings/email-routes.ts';
import { admin, setRealmAttributes } from '../support/admin.ts';
import { callAdminApi } from '../support/admin-api.ts';
import { Agent, type Page } from '../support/agent.ts';
import { authUrl } from '../support/authorization.ts';
import { requestOnPage, textOf } from '../support/check-email-page.ts';
import { chooseSignedInAccount } from '../support/chooser.ts';
import { emailTo, linkIn, newAddress } from '../support/email.ts';
import { newSigners, reportOf, type SignedReport, signNotification } from '../support/email-reports.ts';
import { eventsSince, storeEvents } from '../support/events.ts';
import { newCaller, requestFrom } from '../support/from-address.ts';
import { onTestEnd, requestForEmail, undoAfterEach } from '../support/mail-stubs.ts';
import { turnPasskeysOn } from '../support/passkeys.ts';
import { PATIENT } from '../support/patience.ts';
import { makeProviderRealm } from '../support/provider-realm.ts';
import {
  bounceBy,
  lastLink,
  lookUp,
  newRouteName,
  type ReportingService,
  report,
  reportingRoute,
  SIGNERS,
  sendBy,
  setRoutes,
  startService,
  statesOf,
  untilStates,
} from '../support/reporting-service.ts';
import { follow, submitConsent } from '../support/sign-in.ts';
import { newSigningCertificate } from '../support/signing-certificate.ts';
import { makeAccountWithSoftwarePasskey } from '../support/software-passkey.ts';
import { makeStepProvider } from '../support/step-provider.ts';
import { LINK, makeStepRealm, signedInAs, startSignIn } from '../support/step-realm.ts';
import { storeSecret } from '../support/vault.ts';

const REALM = 'linkgate';
const { clients, baseUrl, betaUrl } = inject('site');
const { web } = clients;

undoAfterEach();
beforeAll(async () => {
  await storeEvents(REALM);
});

let service: ReportingService;
let ids = 0;

beforeEach(async () => {
  service = await startService();
});

const send = async (email: string) => await sendBy(service, email);
const bounce = async (route: string, kind: ApiKind, email: string) =>
  await bounceBy(service, route, kind, email);

/** How large a report is at most, where its service says so; others report one event. */
const DOCUMENTED_BYTES: Partial<Record<ApiKind, number>> = { sendgrid: 768 * 1024 };

/** A report of a size. */
function padded(kind: ApiKind, body: string, bytes: number): SignedReport {
  // Mailgun's signature is in the body, and not of it.
  if (kind !== 'mailgun') return SIGNERS[kind].sign(body.padEnd(bytes));
  const signed = SIGNERS[kind].sign(body);
  return { ...signed, body: signed.body.padEnd(bytes) };
}

/** A batch of a size: events of emails that others have sent, and among them, at the beginning, in the middle and at the end, these. */
function signedBatch(events: readonly object[], bytes: number): SignedReport {
  const other = (index: number) => ({
    ...events[0],
    sg_message_id: `other-${index}.recvd-1`,
    sg_event_id: 'ZGVsaXZlcmVkLTAtMTIzNDU2Nzg',
    'smtp-id': '<14c5d75ce93.dfd.64b469@acme.example>',
    response: '250 2.0.0 OK',
  });
  const length = (list: readonly object[]) => JSON.stringify(list).length;
  const count = Math.floor((bytes - length(events)) / (length([other(1000)]) + 1));
  const all: object[] = Array.from({ length: count }, (_, index) => other(1000 + index));
  events.forEach((event, index) => {
    all.splice(Math.round((index * all.length) / Math.max(1, events.length - 1)), 0, event);
  });
  return SIGNERS.sendgrid.sign(JSON.stringify(all).padEnd(bytes));
}

/** How many the problem of an ID counts. */
async function countOf(id: string): Promise<number> {
  const { problems } = (await callAdminApi<{ problems: Problem[] }>('GET', '/problems')).json;
  return Number(problems.find((one) => one.id === id)?.values.count ?? 0);
}

describe.each(API_KINDS)('%s', (kind) => {
  test('reports the fate of an email', async () => {
    const route = await reportingRoute(kind, service);
    const email = newAddress();
    const id = await send(email);
    const [stored] = (await lookUp(email)).emails;
    expect(stored).toMatchObject({
      kind: 'magic-link',
      route,
      service_id: id,
      state: 'accepted',
      words: null,
    });
    expect(stored?.link).toBe((await lookUp(email)).links[0]?.id);
    expect(await report(route, SIGNERS[kind].sign(reportOf(kind, 'delivered', { id, to: email })))).toBe(200);
    await untilStates(email, ['delivered']);
    expect((await lookUp(email)).suppression).toBeNull();
  });

  test('is not believed without its signature, which the overview tells', async () => {
    const route = await reportingRoute(kind, service);
    const email = newAddress();
    const id = await send(email);
    const { headers, body } = SIGNERS[kind].sign(reportOf(kind, 'bounced', { id, to: email }));
    const others = newSigners()[kind].sign(reportOf(kind, 'bounced', { id, to: email }));
    const type = { 'Content-Type': 'application/json' };
    const forged: SignedReport[] = [
      others,
      { headers: type, body: reportOf(kind, 'bounced', { id, to: email }) },
    ];
    if (kind === 'sendgrid' || kind === 'resend') forged.push({ headers, body: body.replace(id, `${id}0`) });
    for (const one of forged) expect(await report(route, one)).toBe(401);
    const { problems } = (await callAdminApi<{ problems: Problem[] }>('GET', '/problems')).json;
    expect(problems).toContainEqual(expect.objectContaining({ id: 'unsigned-reports' }));
    expect(await statesOf(email)).toEqual(['accepted']);
  });

  test('may report as much at once as it documents, and what is larger is told', async () => {
    const route = await reportingRoute(kind, service);
    const emails = Array.from({ length: kind === 'sendgrid' ? 3 : 1 }, () => newAddress());
    const ids: string[] = [];
    for (const email of emails) ids.push(await send(email));
    const reports = emails.map((to, index) => reportOf(kind, 'delivered', { id: ids[index] ?? '', to }));
    const ofSize = (bytes: number) =>
      kind === 'sendgrid'
        ? signedBatch(
            reports.map((one) => JSON.parse(one)[0]),
            bytes,
          )
        : padded(kind, reports[0] ?? '', bytes);
    const largest = ofSize(DOCUMENTED_BYTES[kind] ?? REPORT_BYTES[kind]);
    expect(Buffer.byteLength(largest.body)).toBe(DOCUMENTED_BYTES[kind] ?? REPORT_BYTES[kind]);
    expect(await report(route, largest)).toBe(200);
    for (const email of emails) await untilStates(email, ['delivered']);
    const before = await countOf('rejected-reports');
    expect(await report(route, padded(kind, largest.body, REPORT_BYTES[kind] + 1))).toBe(413);
    expect(await countOf('rejected-reports')).toBe(before + 1);
  });

  test('suppresses an address that bounced for good: it gets no email, and the response is the same', async () => {
    const route = await reportingRoute(kind, service);
    const email = newAddress();
    const suppression = await bounce(route, kind, email);
    expect(suppression).toMatchObject({ email, reason: 'hard', route, expires_at: null });
    expect(suppression.words).toMatch(/^550 \S+ unknown$/);
    expect(suppression.words).not.toContain('@');
    const since = Date.now();
    expect(await requestForEmail(email)).toBe(200);
    expect(service.sent).toHaveLength(1);
    expect(await statesOf(email)).toEqual(['suppressed', 'bounced']);
    const [failed] = await eventsSince(REALM, since, 'link_send_failed');
    expect(failed?.error).toBe('address_suppressed');
    expect((await lookUp(email)).email_reasons.map(({ id }) => id)).toContain('address-suppressed');
  });
});

describe('a report', () => {
  test('counts once, whatever the order', async () => {
    const route = await reportingRoute('resend', service);
    const email = newAddress();
    const id = await send(email);
    const delivered = SIGNERS.resend.sign(reportOf('resend', 'delivered', { id, to: email }));
    const sentToo = reportOf('resend', 'delivered', { id, to: email }).replace(
      'email.delivered',
      'email.sent',
    );
    for (const one of [delivered, delivered, SIGNERS.resend.sign(sentToo), delivered])
      expect(await report(route, one)).toBe(200);
    await untilStates(email, ['delivered']);
  });

  test('of an email that another route sent, of another recipient, or of none that is known changes nothing', async () => {
    const email = newAddress();
    const first = await reportingRoute('postmark', service);
    const id = await send(email);
    const other = await reportingRoute('postmark', service);
    const later = await send(email);
    const bounced = (of: { id: string; to: string }) =>
      SIGNERS.postmark.sign(reportOf('postmark', 'bounced', of));
    expect(await report(first, bounced({ id, to: email }))).toBe(404);
    expect(await report(other, bounced({ id, to: email }))).toBe(200);
    expect(await report(other, bounced({ id: later, to: newAddress() }))).toBe(200);
    expect(await report(other, bounced({ id: 'unknown', to: email }))).toBe(200);
    const delivered = SIGNERS.postmark.sign(reportOf('postmark', 'delivered', { id: later, to: email }));
    expect(await report(other, delivered)).toBe(200);
    await untilStates(email, ['delivered', 'accepted']);
    expect((await lookUp(email)).suppression).toBeNull();
  });

  test('of another realm has nothing to report to', async () => {
    const route = await reportingRoute('postmark', service);
    const one = SIGNERS.postmark.sign(reportOf('postmark', 'bounced', { id: 'id', to: newAddress() }));
    expect(await report(route, one, betaUrl)).toBe(404);
  });

  test('is not taken by other methods, or by routes that do not report', async () => {
    const route = await reportingRoute('postmark', service);
    expect((await fetch(`${baseUrl}/email-events/${route}`)).status).toBe(405);
    for (const path of ['', '/', '/none', `/${route}/more`])
      expect((await fetch(`${baseUrl}/email-events${path}`, { method: 'POST' })).status).toBe(404);
  });

  test('of three soft bounces in a week suppresses the address for a month', async () => {
    const route = await reportingRoute('postmark', service);
    const email = newAddress();
    for (let soft = 1; soft <= 3; soft++) {
      expect((await lookUp(email)).suppression).toBeNull();
      const id = await send(email);
      const body = reportOf('postmark', 'bounced', { id, to: email }).replace('HardBounce', 'SoftBounce');
      // The same bounce again is no other one.
      for (let again = 0; again < 3; again++)
        expect(await report(route, SIGNERS.postmark.sign(`${' '.repeat(again)}${body}`))).toBe(200);
      await vi.waitFor(async () => expect((await statesOf(email))[0]).toBe('bounced'), PATIENT);
    }
    await vi.waitFor(async () => expect((await lookUp(email)).suppression?.reason).toBe('soft'), PATIENT);
    const until = (await lookUp(email)).suppression?.expires_at ?? 0;
    expect(until * 1000 - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });
});

describe('of what isn’t taken', () => {
  const LIMIT = 3;
  const { secret, sign } = SIGNERS.postmark;
  const signed = () => sign(reportOf('postmark', 'delivered', { id: `none-${ids++}`, to: newAddress() }));
  const unsigned = () => newSigners().postmark.sign('{}');

  /** Each request beyond the limit is 429; what is signed is taken from the same sender afterwards, unless it had sent what wasn't. */
  test.each([
    [
      'what isn’t signed counts as that, and speaks against its sender',
      401,
      unsigned,
      'main',
      LIMIT + 1,
      429,
    ],
    ['what can’t be verified now doesn’t', 503, signed, 'later', 0, 200],
    ['what is for no route doesn’t', 404, unsigned, 'none', 0, 200],
  ] as const)('%s', async (_, status, one, name, counted, then) => {
    onTestEnd(await storeSecret(REALM, 'mail', 'key'));
    onTestEnd(await storeSecret(REALM, 'hook', secret));
    const route = (own: string, hook: string) =>
      `${own} postmark secret=\${vault.mail} feedback=\${vault.${hook}} ${service.at}`;
    await setRoutes(`${route('main', 'hook')}; ${route('later', `later${ids++}`)}`);
    onTestEnd(await setRealmAttributes({ 'linkgate.limit.general': `${LIMIT}/60` }));
    const before = await countOf('unsigned-reports');
    const caller = newCaller();
    const statusOf = async (path: string, { headers, body }: SignedReport) =>
      (await requestFrom(caller, `${baseUrl}/email-events/${path}`, { method: 'POST', headers, body }))
        .status;
    const all: number[] = [];
    for (let request = 0; request <= LIMIT; request++) all.push(await statusOf(name, one()));
    expect(all).toEqual([...Array.from({ length: LIMIT }, () => status), 429]);
    expect(await countOf('unsigned-reports')).toBe(before + counted);
    expect(await statusOf('main', signed())).toBe(then);
  });
});

describe('a suppressed address', () => {
  test('gets emails again once an administrator has lifted it, with a reason', async () => {
    const route = await reportingRoute('postmark', service);
    const email = newAddress();
    const { id } = await bounce(route, 'postmark', email);
    const listed = await callAdminApi<{ suppressions: Suppression[] }>('GET', '/email-suppressions');
    expect(listed.json.suppressions[0]).toMatchObject({ id, email });
    const lift = (reason: unknown, one = id) =>
      callAdminApi('POST', `/email-suppressions/${one}/lift`, { body: { reason } });
    for (const wrong of ['', ' ', 'x'.repeat(201), 'a\nb', 1]) expect((await lift(wrong)).status).toBe(400);
    expect((await lift('none', 'other')).status).toBe(404);
    expect((await lift('The mailbox exists again')).status).toBe(204);
    expect((await lift('Again')).status).toBe(404);
    expect((await lookUp(email)).suppression).toBeNull();
    // What was sent before doesn't bring it back.
    const late = reportOf('postmark', 'bounced', { id: service.sent[0] ?? '', to: email });
    expect(await report(route, SIGNERS.postmark.sign(` ${late}`))).toBe(200);
    await send(email);
    await bounce(route, 'postmark', email);
  });

  /** Sign-ins without an email. */
  const PROOFS: Readonly<
    Record<string, (email: string) => Promise<(agent: Agent, page: Page) => Promise<Page>>>
  > = {
    passkey: async (email) => {
      onTestEnd(await turnPasskeysOn());
      return (await makeAccountWithSoftwarePasskey(email)).signIn;
    },
    provider: async (email) => {
      const provider = await makeProviderRealm();
      onTestEnd(provider.remove);
      await provider.makeUser({ email, isVerified: true });
      return async (agent, page) =>
        await agent.open(
          await provider.signIn(await provider.leave(agent, page), { email, isVerified: true }),
        );
    },
  };

  test.each(Object.keys(PROOFS))('gets emails again once its user has signed in by a %s', async (method) => {
    const email = newAddress();
    const signIn = await PROOFS[method]?.(email);
    const route = await reportingRoute('postmark', service);
    // Who has the mailbox needs no proof that it takes emails.
    await send(email);
    const link = lastLink(service);
    await bounce(route, 'postmark', email);
    const bounced = service.sent.at(-1) ?? '';
    await follow(link);
    expect((await lookUp(email)).suppression).not.toBeNull();
    const since = Date.now();
    const agent = new Agent();
    const page = await agent.open(authUrl(web));
    const end = await submitConsent(agent, (await signIn?.(agent, page)) ?? page);
    expect(end.searchParams.get('code'), end.href).toBeTruthy();
    expect((await lookUp(email)).suppression).toBeNull();
    const [lifted] = await eventsSince(REALM, since, 'email_suppression_lifted');
    expect(lifted?.details).toMatchObject({ method });
    // What was sent before doesn't bring it back; what is sent from now on does.
    const late = reportOf('postmark', 'bounced', { id: bounced, to: email });
    expect(await report(route, SIGNERS.postmark.sign(` ${late}`))).toBe(200);
    await bounce(route, 'postmark', email);
    // A session proves nothing anew.
    await submitConsent(agent, await chooseSignedInAccount(agent, await agent.open(authUrl(web))));
    expect((await lookUp(email)).suppression).not.toBeNull();
  });

  test('gets emails again in a stock realm, too, once its user has signed in through a provider', async () => {
    const realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
    onTestEnd(async () => await realm.remove());
    onTestEnd(await storeSecret(realm.name, 'mail', 'key'));
    onTestEnd(await storeSecret(realm.name, 'hook', SIGNERS.postmark.secret));
    const routes = `main postmark secret=\${vault.mail} feedback=\${vault.hook} ${service.at}`;
    await realm.update({ attributes: { 'linkgate.email-routes': routes } });
    const client = await realm.makeClient([{ provider: LINK }]);
    const user = await realm.makeUser({ emailVerified: true });
    const agent = new Agent();
    await agent.submit(await startSignIn(realm, client, agent), { email: user.email, action: 'send' });
    const email = { id: service.sent[0] ?? '', to: user.email };
    const bounced = SIGNERS.postmark.sign(reportOf('postmark', 'bounced', email));
    expect(await report('main', bounced, realm.baseUrl)).toBe(200);
    const reasonOf = async () => {
      const body = { email: user.email };
      const { json } = await callAdminApi<User>('POST', '/users/lookup', { body, realm: realm.name });
      return json.suppression?.reason ?? null;
    };
    await vi.waitFor(async () => expect(await reasonOf()).toBe('hard'), PATIENT);
    const provider = await makeStepProvider(realm);
    onTestEnd(async () => await provider.close());
    await provider.linkTo(user);
    const withPassword = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
    const byPassword = new Agent();
    const form = await startSignIn(realm, withPassword, byPassword);
    await byPassword.submit(form, { username: user.username, password: user.password });
    expect(await reasonOf()).toBe('hard');
    const end = await provider.signIn(new Agent(), withPassword, user.email);
    expect(await signedInAs(realm, withPassword, end)).toBe(user.id);
    expect(await reasonOf()).toBeNull();
  });

  test('is told only in a browser that remembers the account', async () => {
    const [agent, email] = [new Agent(), newAddress()];
    await requestOnPage(agent, email, web);
    await submitConsent(agent, await agent.open(linkIn(await emailTo(email))));
    const route = await reportingRoute('postmark', service);
    await bounce(route, 'postmark', email);
    const again = { prompt: 'login' };
    const known = textOf(await requestOnPage(agent, email, web, again));
    expect(known).toContain('We sent no email');
    expect(known).toMatch(/rejected the last one/);
    const unknown = textOf(await requestOnPage(new Agent(), email, web, again));
    expect(unknown).toContain('We sent a sign-in link');
    expect(unknown).not.toContain('rejected the last');
  });

  test('is forgotten with its account', async () => {
    const route = await reportingRoute('postmark', service);
    const email = newAddress();
    const { users } = await admin();
    const { id } = await users.create({ realm: REALM, username: email, email, enabled: true });
    await bounce(route, 'postmark', email);
    await users.del({ realm: REALM, id });
    expect(await lookUp(email)).toMatchObject({ emails: [], suppression: null });
  });
});

describe('Amazon SES reports by a topic', () => {
  const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:mail';
  const HOST = 'https://sns.eu-central-1.amazonaws.com';
  const { certificate, key } = newSigningCertificate();
  const path = `/SimpleNotificationService-${Date.now().toString(16).padStart(32, '0')}.pem`;
  const notification = (more = {}) => ({
    Type: 'Notification',
    MessageId: `m-${ids++}`,
    TopicArn: TOPIC,
    Message: '{"eventType":"Send"}',
    Timestamp: new Date().toISOString(),
    SigningCertURL: `${HOST}${path}`,
    ...more,
  });
  const asText = (body: string): SignedReport => ({
    headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
    body,
  });

  async function topicRoute(): Promise<string> {
    const name = newRouteName('aws');
    await setRoutes(
      `smtp; ${name} ses region=eu-central-1 user=AKIAIOSFODNN7EXAMPLE secret=\${vault.mail} topic=${TOPIC} ${service.at}`,
    );
    return name;
  }

  test('signed by either version, whose certificate is fetched once and not by the request', async () => {
    const route = await topicRoute();
    service.files = { [path]: certificate };
    const first = asText(signNotification(notification(), key));
    // The node doesn't have the certificate yet: Amazon sends it again.
    expect(await report(route, first)).toBe(503);
    await vi.waitFor(async () => expect(await report(route, first)).toBe(200), PATIENT);
    expect(await report(route, asText(signNotification(notification(), key, '1')))).toBe(200);
    expect(service.requested).toEqual([path]);
    const wrong = [
      signNotification(notification(), newSigningCertificate().key),
      signNotification(notification({ TopicArn: `${TOPIC}x` }), key),
      signNotification(notification({ SigningCertURL: `https://10.0.0.1${path}` }), key),
      signNotification(notification({ Timestamp: '2020-01-01T00:00:00Z' }), key),
      signNotification(notification(), key).replace('eventType', 'eventtype'),
    ];
    for (const body of wrong) expect(await report(route, asText(body))).toBe(401);
    expect(service.requested).toEqual([path]);
  });

  test('may be as large as its message is at most, however it is written', async () => {
    const route = await topicRoute();
    service.files = { [path]: certificate };
    const text = '{"eventType":"Send"}';
    const ofSize = (bytes: number, character: string) =>
      asText(signNotification(notification({ Message: text + character.repeat(bytes - text.length) }), key));
    await vi.waitFor(async () => expect(await report(route, ofSize(text.length, ' '))).toBe(200), PATIENT);
    const before = await countOf('rejected-reports');
    for (const character of [' ', '"', '\\', 'é'])
      expect(await report(route, ofSize(character === 'é' ? 131_072 : 262_144, character))).toBe(200);
    expect(await report(route, ofSize(REPORT_BYTES.ses, ' '))).toBe(413);
    expect(await countOf('rejected-reports')).toBe(before + 1);
  });

  test('after the subscription of this topic was confirmed', async () => {
    const route = await topicRoute();
    const query = `/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=a1b2c3`;
    service.files = { [path]: certificate, [query]: '<ConfirmSubscriptionResponse/>' };
    const confirmation = notification({
      Type: 'SubscriptionConfirmation',
      Token: 'a1b2c3',
      SubscribeURL: `${HOST}${query}`,
    });
    const body = signNotification(confirmation, key);
    expect(await report(route, asText(body.replace('a1b2c3', 'a1b2c4')))).not.toBe(200);
    await vi.waitFor(async () => expect(await report(route, asText(body))).toBe(200), PATIENT);
    await vi.waitFor(() => expect(service.requested).toContain(query), PATIENT);
  });
});
