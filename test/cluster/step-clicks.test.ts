/** On PostgreSQL: two clicks at once on the button of a step's link, in the tab that requested it, whose flow then goes on (contract, section 10). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Agent, type Page } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { onDatabase, waitingForLocks } from '../support/cluster.ts';
import { PATIENT } from '../support/patience.ts';
import type { SiteClient } from '../support/site.ts';
import {
  confirmIn,
  LINK,
  makeStepRealm,
  requestByStep,
  type StepRealm,
  signedInAs,
} from '../support/step-realm.ts';

let realm: StepRealm;
let client: SiteClient;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'keycloak' });
  client = await realm.makeClient([{ provider: LINK }, { provider: 'auth-password-form' }]);
});
afterAll(async () => realm.remove());

test('use the link once, and the tab goes on with the next step', async () => {
  const user = await realm.makeUser();
  const { agent, link } = await requestByStep(realm, client, user);
  const page = await agent.open(link);
  const confirm = confirmIn(page);
  const ends: Page[] = await onDatabase(async (database) => {
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM LINKGATE_LINK WHERE EMAIL = $1 FOR UPDATE', [user.email]);
    const clicks: Promise<Page>[] = [];
    for (let click = 1; click <= 2; click++) {
      clicks.push(Agent.withCookies(agent.cookies).submit(page, { confirm }));
      await vi.waitUntil(async () => (await waitingForLocks()) === click, PATIENT);
    }
    await database.query('COMMIT');
    return await Promise.all(clicks);
  });
  const isNext = ({ text }: Page) => text.includes('type="password"');
  expect(ends.filter(isNext), ends.map(textOf).join('\n')).toHaveLength(1);
  const next = ends.find(isNext) as Page;
  // The other click may have been the last one to say where the tab is.
  let end = await agent.submit(next, { password: user.password });
  const expired = /href="([^"]+)"[^>]*id="loginContinueLink"|id="loginContinueLink"[^>]*href="([^"]+)"/.exec(
    end.text,
  );
  if (expired !== null) {
    end = await agent.open(new URL((expired[1] ?? expired[2] ?? '').replace(/&amp;/g, '&'), end.url).href);
    end = await agent.submit(end, { password: user.password });
  }
  expect(await signedInAs(realm, client, end)).toBe(user.id);
});
