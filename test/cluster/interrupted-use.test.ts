/** A link that was used by a node that has ended since: open again only if nothing came of its use. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { onDatabase } from '../support/cluster.ts';
import type { SiteClient } from '../support/site.ts';
import {
  codesIn,
  LINK,
  makeStepRealm,
  openAndConfirm,
  requestByStep,
  type StepRealm,
  type StepUser,
} from '../support/step-realm.ts';

let realm: StepRealm;
let direct: SiteClient;
let withPassword: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  direct = await realm.makeClient([{ provider: LINK }]);
  withPassword = await realm.makeClient([{ provider: LINK }, { provider: 'auth-password-form' }]);
});
afterAll(async () => await realm?.remove());

const set = async ({ email }: StepUser, assignment: string) =>
  await onDatabase(async (database) => {
    const { rowCount } = await database.query(
      `UPDATE LINKGATE_LINK SET ${assignment} WHERE EMAIL = $1 AND STATE = 'used'`,
      [email],
    );
    expect(rowCount).toBe(1);
  });

/** Uses a link of a new user, up to what the flow asks next. */
async function used(client: SiteClient) {
  const user = await realm.makeUser();
  const { agent, link } = await requestByStep(realm, client, user);
  const end = await openAndConfirm(link, agent);
  return { user, link, end };
}

/** Ends their session alone: "not before" would end the link, too. */
async function signOut({ id }: StepUser): Promise<void> {
  const { realms, users } = await admin();
  const [session] = await users.listSessions({ realm: realm.name, id });
  await realms.deleteSession({ realm: realm.name, session: session?.id ?? '', isOffline: false });
}

async function openLate(link: string) {
  return await new Agent().open(link);
}

const GONE = "USED_BY = 'a-node-that-has-ended'";

test('signs in once more if the session was never stored', async () => {
  const { user, link, end } = await used(direct);
  expect(codesIn([end])).toBe(1);
  await set(user, GONE);
  await signOut(user);
  const again = await openAndConfirm(link);
  expect(codesIn([again])).toBe(1);
  expect((await openLate(link)).status).toBe(401);
});

test.each([
  ['the session is stored', async (user: StepUser) => await set(user, GONE)],
  ['its node runs', signOut],
  [
    'that was long ago',
    async (user: StepUser) => {
      await set(user, `${GONE}, USED_AT = USED_AT - 301`);
      await signOut(user);
    },
  ],
  [
    'no step used it',
    async (user: StepUser) => {
      await set(user, `${GONE}, USED_IN = NULL`);
      await signOut(user);
    },
  ],
])('stays used if %s', async (_, prepare) => {
  const { user, link } = await used(direct);
  await prepare(user);
  expect((await openLate(link)).status).toBe(401);
});

test('stays used while its tab goes on to the next step', async () => {
  const { user, link, end } = await used(withPassword);
  expect(codesIn([end])).toBe(0);
  await set(user, GONE);
  expect((await openLate(link)).status).toBe(401);
});
