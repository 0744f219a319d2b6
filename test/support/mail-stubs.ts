/** A test's own mail servers, which the sample realm uses while the test runs. */
import { afterEach, inject, vi } from 'vitest';
import { setMailServer } from './admin.ts';
import { newAddress } from './email.ts';
import { PATIENT } from './patience.ts';
import { requestLink } from './sign-in.ts';
import { type SmtpStub, startSmtpStub } from './smtp-stub.ts';

/** The commands that deliver an email on an open connection. */
export const MAIL = ['MAIL', 'RCPT', 'DATA', 'MESSAGE'];

const undo: (() => unknown)[] = [];

/** Registers a cleanup step for the end of the test; the last one runs first. */
export function onTestEnd(step: () => unknown): void {
  undo.push(step);
}

/** Runs the cleanup steps after each test. */
export function undoAfterEach(): void {
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
}

/** Starts a mail server for the duration of the test. */
export async function mailServer(...args: Parameters<typeof startSmtpStub>): Promise<SmtpStub> {
  const stub = await startSmtpStub(...args);
  onTestEnd(() => stub.close());
  return stub;
}

/** Sends the realm's emails to the stub, with these settings besides its port. */
export async function use(stub: SmtpStub, settings: Record<string, string> = {}): Promise<void> {
  onTestEnd(await setMailServer({ port: String(stub.port), ...settings }));
}

/** Requests an email; returns the status. */
export async function requestForEmail(email = newAddress()): Promise<number> {
  const { client_id, redirect_uri } = inject('site').clients.web;
  return (await requestLink({ email, client_id, redirect_uri })).status;
}

/** Waits until all connections are closed. */
export async function untilConnectionsClosed(stub: SmtpStub): Promise<void> {
  await vi.waitUntil(() => stub.open() === 0, PATIENT);
}
