/** Sign-in flows with levels of authentication (Keycloak's step-up authentication), and accounts with a one-time password. */
import { createHmac, randomBytes } from 'node:crypto';
import { admin } from './admin.ts';
import type { Page } from './agent.ts';
import { type AddedPolicy, addClientPolicy } from './client-policy.ts';

const REALM = 'linkgate';
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

/** A flow in the sample realm. */
export interface LevelFlow {
  id: string;
  alias: string;
  remove(): Promise<void>;
}

/** Creates a flow of these parts, in their order. */
export async function makeLevelFlow(parts: readonly FlowPart[]): Promise<LevelFlow> {
  const management = (await admin()).authenticationManagement;
  const flow = `levels ${randomBytes(4).toString('hex')}`;
  const add = async (
    to: string,
    provider: string,
    config: Record<string, string> | undefined = provider === LINK
      ? { signUp: 'open', code: 'true' }
      : undefined,
    requirement = 'REQUIRED',
  ) => {
    const { id } = await management.addExecutionToFlow({ realm: REALM, flow: to, provider });
    const executions = await management.getExecutions({ realm: REALM, flow: to });
    const made = executions.find((execution) => execution.id === id);
    await management.updateExecution({ realm: REALM, flow: to }, { ...made, requirement });
    if (config !== undefined)
      await management.createConfig({ realm: REALM, id: id ?? '', alias: `${to} ${provider}`, config });
  };
  const base = { realm: REALM, providerId: 'basic-flow', topLevel: true, builtIn: false };
  await management.createFlow({ ...base, alias: flow });
  for (const part of parts) {
    if ('provider' in part) {
      await add(flow, part.provider, undefined, part.requirement);
      continue;
    }
    const alias = 'way' in part ? `${flow} way` : `${flow} level ${part.level}`;
    const type = { type: 'basic-flow', provider: 'registration-page-form', description: '' };
    await management.addFlowToFlow({ realm: REALM, flow, alias, ...type });
    if ('level' in part)
      await add(alias, CONDITION, {
        'loa-condition-level': String(part.level),
        'loa-max-age': String(part.maxAge),
      });
    for (const provider of 'way' in part ? part.way : part.providers) await add(alias, provider);
    const executions = await management.getExecutions({ realm: REALM, flow });
    const subFlow = executions.find(({ displayName }) => displayName === alias);
    await management.updateExecution(
      { realm: REALM, flow },
      { ...subFlow, requirement: requirementOf(part) },
    );
  }
  const id = (await management.getFlows({ realm: REALM })).find(({ alias }) => alias === flow)?.id ?? '';
  return {
    id,
    alias: flow,
    remove: async () => {
      await (await admin()).authenticationManagement.deleteFlow({ realm: REALM, flowId: id });
    },
  };
}

function requirementOf(part: FlowPart): string {
  if ('way' in part) return 'ALTERNATIVE';
  return 'level' in part && part.disabled ? 'DISABLED' : 'CONDITIONAL';
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
      const change = { attributes: { ...client?.attributes, ...values } };
      const bound = { ...client, ...change, authenticationFlowBindingOverrides: { browser } };
      await api.clients.update({ realm: REALM, id: client?.id ?? '' }, bound);
    }
  };
  await put(flowId, attributes);
  const none = Object.fromEntries(Object.keys(attributes).map((name) => [name, '']));
  return async () => await put('', none);
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
  await (await admin()).users.create({
    realm: REALM,
    username: email,
    email,
    emailVerified: true,
    enabled: true,
    credentials: [otpCredential(secret)],
  });
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
