/** An email service of a test's own, by which the sample realm sends and which reports the fate of emails. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject, vi } from 'vitest';
import type { Suppression, User } from '../../admin-pages/generated/admin-api.d.ts';
import type { ApiKind } from '../../provider-scripts/src/realm/settings/email-routes.ts';
import { setRealmAttributes } from './admin.ts';
import { callAdminApi } from './admin-api.ts';
import { linkOf } from './email.ts';
import { acceptAt } from './email-protocols.ts';
import { newSigners, reportOf, type SignedReport } from './email-reports.ts';
import { onTestEnd, requestForEmail } from './mail-stubs.ts';
import { PATIENT } from './patience.ts';
import { storeSecret } from './vault.ts';

const REALM = 'linkgate';

export const SIGNERS = newSigners();

/** The service. */
export interface ReportingService {
  /** Emails that it got, the latest last: their IDs, without what some services put around them. */
  readonly sent: string[];
  /** Their requests. */
  readonly bodies: string[];
  /** What it has at paths of Amazon's, and which were requested. */
  files: Record<string, string>;
  readonly requested: string[];
  /** The option of a route that leads to it. */
  readonly at: string;
  /** What it waits for before it answers. */
  hold: Promise<unknown>;
}

let ids = 0;

/** Starts the service for the duration of the test. */
export async function startService(): Promise<ReportingService> {
  const found = {
    sent: [] as string[],
    bodies: [] as string[],
    files: {},
    requested: [] as string[],
    at: '',
    hold: Promise.resolve() as Promise<unknown>,
  };
  const state: typeof found & { files: Record<string, string> } = found;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      if (request.method === 'GET') {
        state.requested.push(path);
        const file = state.files[path];
        response.writeHead(file === undefined ? 404 : 200).end(file);
        return;
      }
      const id = `id-${Date.now()}-${ids++}`;
      state.sent.push(id);
      state.bodies.push(body);
      void state.hold.then(() => acceptAt(path, response, id));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.at = `at=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestEnd(() => server.close());
  return state;
}

/** The link in the latest email that the service got. */
export function lastLink({ bodies }: ReportingService): string {
  return linkOf(bodies.at(-1) ?? '');
}

let names = 0;

/** A name that no other route has. */
export function newRouteName(name = 'main'): string {
  return `${name}-${names++}`;
}

/** Lets the service send all emails, and report; other routes may follow. Returns the route's name. */
export async function reportingRoute(kind: ApiKind, { at }: ReportingService, others = ''): Promise<string> {
  const name = newRouteName();
  onTestEnd(await storeSecret(REALM, 'mail', 'key'));
  onTestEnd(await storeSecret(REALM, 'hook', SIGNERS[kind].secret));
  const domain = kind === 'mailgun' ? ' domain=mg.acme.example' : '';
  await setRoutes(`${name} ${kind}${domain} secret=\${vault.mail} feedback=\${vault.hook} ${at}${others}`);
  return name;
}

export async function setRoutes(text: string): Promise<void> {
  const exempt = { 'linkgate.limit.exempt': '127.0.0.1 ::1' };
  onTestEnd(await setRealmAttributes({ ...exempt, 'linkgate.email-routes': text }));
}

/** Reports; returns the status. */
export async function report(
  route: string,
  { headers, body }: SignedReport,
  realm?: string,
): Promise<number> {
  const url = `${realm ?? inject('site').baseUrl}/email-events/${route}`;
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

export const lookUp = async (email: string) =>
  (await callAdminApi<User>('POST', '/users/lookup', { body: { email } })).json;

/** The states of the emails to an address, the latest first. */
export const statesOf = async (email: string) => (await lookUp(email)).emails.map(({ state }) => state);

export async function untilStates(email: string, states: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await statesOf(email)).toEqual(states), PATIENT);
}

/** Sends an email; returns its ID at the service. */
export async function sendBy({ sent }: ReportingService, email: string): Promise<string> {
  const count = sent.length;
  expect(await requestForEmail(email)).toBe(200);
  expect(sent).toHaveLength(count + 1);
  return sent[count] ?? '';
}

/** Sends an email that bounces for good; returns what then is known of its address. */
export async function bounceBy(
  service: ReportingService,
  route: string,
  kind: ApiKind,
  email: string,
): Promise<Suppression> {
  const id = await sendBy(service, email);
  expect(await report(route, SIGNERS[kind].sign(reportOf(kind, 'bounced', { id, to: email })))).toBe(200);
  await vi.waitFor(async () => expect((await lookUp(email)).suppression).not.toBeNull(), PATIENT);
  return (await lookUp(email)).suppression as Suppression;
}
