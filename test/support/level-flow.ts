/** Sign-in flows with levels of authentication (Keycloak's step-up authentication), and accounts with a one-time password. */

import { createHmac, randomBytes } from 'node:crypto';
import { makeAccount } from './accounts.ts';
import { admin, REALM } from './admin.ts';
import type { Page } from './agent.ts';
import { type AddedPolicy, addClientPolicy } from './client-policy.ts';
import { makeFlow, type OwnFlow, type Part } from './flows.ts';
import { changeClient } from './plant.ts';

const CONDITION = 'conditional-level-of-authentication';

/**
 * A part of a flow: an execution that is required unless it says otherwise, a sub-flow that is one of several alternatives, or
 * one that leads to a level: its executions, after the condition.
 */
export type FlowPart =
  | { provider: string; requirement?: 'ALTERNATIVE' | 'DISABLED' }
  | { way: readonly string[] }
  | { level: number; maxAge: number; providers: readonly string[]; disabled?: boolean };

/** The execution that sends a link; it also signs up new users. */
export const LINK = 'linkgate-email';

/** The execution that prompts for a one-time password. */
export const OTP = 'auth-otp-form';
/** The field of its page. */
export const OTP_FIELD = 'input[name=otp]';
/** The maximum lifetime of a session, in seconds. */
export const MAX_AGE = 172_800;
/** A level that requires a one-time password once per session: as documented for administrators. */
export const OTP_IS_2 = { level: 2, maxAge: MAX_AGE, providers: [OTP] } as const satisfies FlowPart;

/** Whether a page prompts for one. */
export function promptsForOneTimePassword(page: Page): boolean {
  return page.status === 200 && /name="otp"/.test(page.text);
}

/** Creates a flow of these parts, in their order. */
export async function makeLevelFlow(parts: readonly FlowPart[]): Promise<OwnFlow> {
  return await makeFlow(REALM, parts.map(partOf), `levels ${randomBytes(4).toString('hex')}`);
}

function executionOf(provider: string): Part {
  return provider === LINK
    ? { provider, config: { signUp: 'open', emailContains: 'link-and-code' } }
    : { provider };
}

function partOf(part: FlowPart): Part {
  if ('provider' in part)
    return { ...executionOf(part.provider), requirement: part.requirement ?? 'REQUIRED' };
  if ('way' in part) return { parts: part.way.map(executionOf), requirement: 'ALTERNATIVE' };
  const config = { 'loa-condition-level': String(part.level), 'loa-max-age': String(part.maxAge) };
  return {
    parts: [{ provider: CONDITION, config }, ...part.providers.map(executionOf)],
    requirement: part.disabled ? 'DISABLED' : 'CONDITIONAL',
  };
}

/** Binds a flow for clients and sets these attributes; the returned function restores both. */
export async function bindFlow(
  clientIds: readonly string[],
  flowId: string,
  attributes: Record<string, string>,
): Promise<() => Promise<void>> {
  const put = async (browser: string, values: Record<string, string>) => {
    const api = await admin();
    for (const clientId of clientIds) {
      const [client] = await api.clients.find({ realm: REALM, clientId });
      const change = { attributes: values, authenticationFlowBindingOverrides: { browser } };
      await changeClient(api, REALM, client?.id ?? '', change);
    }
  };
  await put(flowId, attributes);
  const none = Object.fromEntries(Object.keys(attributes).map((name) => [name, '']));
  return async () => await put('', none);
}

/** Binds a flow to one client that requires a one-time password after the link; the returned function removes it. */
export async function bindOtpFlow(clientId: string): Promise<() => Promise<void>> {
  const flow = await makeLevelFlow([{ provider: LINK }, { provider: OTP }]);
  const unbind = await bindFlow([clientId], flow.id, {});
  return async () => {
    await unbind();
    await flow.remove();
  };
}

/** Adds a client policy that chooses a flow at `/auth`. */
export async function chooseFlowByPolicy(alias: string): Promise<AddedPolicy> {
  return await addClientPolicy('auth-flow-enforcer', { 'auth-flow-alias': alias });
}

const STEP_SECONDS = 30;

/** The time step of an authenticator app (RFC 6238, with Keycloak's defaults). */
export function stepNow(): number {
  return Math.floor(Date.now() / 1000 / STEP_SECONDS);
}

/** The code that an authenticator app shows at a time step: now by default. */
export function oneTimePassword(secret: string, step = stepNow()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Creates an account with an authenticator app; returns the app's secret. */
export async function makeWithOneTimePassword(email: string): Promise<string> {
  const secret = randomBytes(10).toString('hex');
  await makeAccount(email, { credentials: [otpCredential(secret)] });
  return secret;
}

/** The credential of an authenticator app with a secret. */
export function otpCredential(secret: string) {
  const totp = { subType: 'totp', digits: 6, counter: 0, period: STEP_SECONDS, algorithm: 'HmacSHA1' };
  return {
    type: 'otp',
    secretData: JSON.stringify({ value: secret }),
    credentialData: JSON.stringify(totp),
  };
}
