/** The certification plans of the OpenID Foundation's conformance suite that are run against a Linkgate realm. */
import type { ClientName, RealmKind } from './realm.ts';

/** How the user proves control of the mailbox. */
export type Proof = 'link' | 'code';

/** A plan and how it is run. */
export interface Plan {
  /** Its name here and for `--plan`. */
  name: string;
  /** Its name in the suite. */
  planName: string;
  /** The variants chosen where the plan has alternatives. */
  variant: Readonly<Record<string, string>>;
  /** The modules that are run, if not all. */
  only?: readonly string[];
  realm: RealmKind;
  /** The suite's client, by its name in the realm. */
  client: ClientName;
  by: Proof;
}

const DISCOVERED = { server_metadata: 'discovery', client_registration: 'static_client' };
const REGISTERED = { response_type: 'code', client_registration: 'static_client' };

/** The plans, in the order in which they run. */
export const PLANS: readonly Plan[] = [
  plan('config', 'oidcc-config-certification-test-plan', {}),
  plan('basic', 'oidcc-basic-certification-test-plan', DISCOVERED),
  plan('formpost', 'oidcc-formpost-basic-certification-test-plan', DISCOVERED),
  plan('formpost-by-code', 'oidcc-formpost-basic-certification-test-plan', DISCOVERED, { by: 'code' }),
  plan('staying', 'oidcc-basic-certification-test-plan', DISCOVERED, {
    realm: 'staying',
    only: ['oidcc-server', 'oidcc-refresh-token'],
  }),
  plan('logout', 'oidcc-rp-initiated-logout-certification-test-plan', REGISTERED),
  plan('backchannel', 'oidcc-backchannel-rp-initiated-logout-certification-test-plan', REGISTERED, {
    client: 'back-channel',
  }),
  plan('frontchannel', 'oidcc-frontchannel-rp-initiated-logout-certification-test-plan', REGISTERED, {
    client: 'front-channel',
  }),
];

function plan(
  name: string,
  planName: string,
  variant: Plan['variant'],
  {
    by = 'link',
    client = 'first',
    realm = 'contract',
    only,
  }: Partial<Pick<Plan, 'by' | 'client' | 'realm' | 'only'>> = {},
): Plan {
  return { name, planName, variant, realm, client, by, ...(only && { only }) };
}
