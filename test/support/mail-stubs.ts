/** Mail servers of a test's own, which the sample realm uses while the test runs. */
import { afterEach, inject, vi } from 'vitest';
import { setMailServer } from './admin.ts';
import { newAddress } from './email.ts';
import { PATIENT } from './patience.ts';
import { requestLink } from './sign-in.ts';
import { type SmtpStub, startSmtpStub } from './smtp-stub.ts';

/** What an email takes on a connection that is open. */
export const EMAIL = ['EMAIL', 'RCPT', 'DATA', 'MESSAGE'];

const undo: (() => unknown)[] = [];

/** Has something done when the test is over, before what was said earlier. */
export function onTestEnd(step: () => unknown): void {
  undo.push(step);
}

/** Undoes after each test what it has used. */
export function undoAfterEach(): void {
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
}

/** Starts one, until the test is over. */
export async function mailServer(...args: Parameters<typeof startSmtpStub>): Promise<SmtpStub> {
  const stub = await startSmtpStub(...args);
  onTestEnd(() => stub.close());
  return stub;
}

/** The realm's emails go to the stub, with these settings beside its port. */
export async function use(stub: SmtpStub, settings: Record<string, string> = {}): Promise<void> {
  onTestEnd(await setMailServer({ port: String(stub.port), ...settings }));
}

/** Asks for an email: the status. */
export async function requestForEmail(email = newAddress()): Promise<number> {
  const { client_id, redirect_uri } = inject('site').clients.web;
  return (await requestLink({ email, client_id, redirect_uri })).status;
}

/** No connection is open any more. */
export async function untilConnectionsClosed(stub: SmtpStub): Promise<void> {
  await vi.waitUntil(() => stub.open() === 0, PATIENT);
}
