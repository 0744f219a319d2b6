/** Linkgate's admin endpoints for the rules for sign-up, as called by the command. */
import type { Values } from '../../provider-scripts/src/platform/errors/text.ts';
import { ADMIN_RESOURCE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { Failure } from '../failure.ts';
import { callLinkgate, readResult } from './call.ts';
import type { RealmAdmin } from './connect.ts';

/** The lists that are changed by their entries. */
export const ENTRY_LISTS = ['denied', 'allowed'] as const;
export type EntryList = (typeof ENTRY_LISTS)[number];

/** The rules as the server describes them; `effect` only for a dry run. */
export interface SignUpRules extends Readonly<Record<EntryList, readonly string[]>> {
  readonly on: boolean;
  readonly unlisted: string;
  readonly include: readonly string[];
  readonly tell: readonly string[];
  readonly disposable: {
    readonly action: string;
    readonly list: string;
    readonly domains: number;
    readonly source: {
      readonly address: string;
      readonly fetched_at: number | null;
      readonly failed_at: number | null;
      readonly failure: { readonly id: string; readonly values: Values } | null;
    } | null;
  };
  readonly version: string;
  readonly effect?: {
    readonly days: number;
    readonly accounts: number;
    readonly complete: boolean;
    readonly rejected: number;
    readonly noted: number;
    readonly challenged: number;
  };
}

/** A change of lists that the caller saw in this version. */
export type RulesInput = Partial<Readonly<Record<EntryList, readonly string[]>>> & {
  readonly version: string;
};

const CONFLICT = 409;

export async function getSignUpRules(admin: RealmAdmin): Promise<SignUpRules> {
  return await resultOf(admin, await call(admin, 'GET', ''));
}

/**
 * Replaces lists; with `isDryRun` nothing changes.
 * @throws Failure that names each entry that the server rejects
 */
export async function setSignUpRules(
  admin: RealmAdmin,
  input: RulesInput,
  isDryRun: boolean,
): Promise<SignUpRules> {
  const response = await call(admin, 'PUT', '', { ...input, ...(isDryRun && { dry_run: true }) });
  if (response.status === CONFLICT)
    throw new Failure(`rules for sign-up of realm ${admin.realm}: changed meanwhile; run the command again`);
  return await resultOf(admin, response);
}

/** Replaces the built-in list of disposable domains; null returns to it. */
export async function setDisposableDomains(
  admin: RealmAdmin,
  domains: readonly string[] | null,
): Promise<SignUpRules> {
  const response =
    domains === null
      ? await call(admin, 'DELETE', '/disposable')
      : await call(admin, 'PUT', '/disposable', { domains });
  return await resultOf(admin, response);
}

async function call(admin: RealmAdmin, method: string, path: string, body?: object): Promise<Response> {
  return await callLinkgate(admin, method, `${ADMIN_RESOURCE}/sign-up-rules${path}`, body);
}

async function resultOf({ realm }: RealmAdmin, response: Response): Promise<SignUpRules> {
  return (await readResult(response, {
    what: `rules for sign-up of realm ${realm}`,
    lacks:
      'these credentials lack the role manage-realm, and view-users to see what a change would do (to list: view-realm)',
    missing: "the realm doesn't exist, or the server has no plugin",
  })) as SignUpRules;
}
