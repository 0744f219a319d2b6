/** The sample realms as a new user finds them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MAX_USES_LIMIT } from '../../../provider-scripts/src/endpoints/admin/referrals/body.ts';
import { ROOT } from '../../../scripts/build/root.ts';

test('trying the sample referral code doesn’t use it up: it has the maximum number of uses, and no expiry', async () => {
  const file = path.join(ROOT, 'realm-config', 'realms', 'linkgate-beta.json');
  const { referrals } = JSON.parse(await readFile(file, 'utf8')) as { referrals: unknown };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the placeholder.
  expect(referrals).toEqual([{ code: '${BETA_REFERRAL_CODE}', maxUses: MAX_USES_LIMIT }]);
});
