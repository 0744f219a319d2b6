/** The longest list of invitations (contract, section 4.16). */
import { expect, test, vi } from 'vitest';
import { MAX_LINES } from '../../../provider-scripts/src/links/invitation/list.ts';
import { newAddress } from '../../support/email.ts';
import { type Batch, callAdmin, useHomeClient } from '../../support/invitations.ts';
import { PATIENT } from '../../support/patience.ts';

const home = useHomeClient();

test('a list of ten thousand lines is validated, and discarded, in one request', async () => {
  const csv = Array.from({ length: MAX_LINES }, () => newAddress('list')).join('\n');
  // A machine that is busy with something else may exceed the transaction's time limit: 503, and nothing is stored.
  const response = await vi.waitFor(async () => {
    const sent = await callAdmin('POST', `invitation-batches?client_id=${home().client_id}`, csv);
    expect(sent.status).not.toBe(503);
    return sent;
  }, PATIENT);
  expect(response.status, await response.clone().text()).toBe(201);
  const list = (await response.json()) as Batch;
  expect(list).toMatchObject({ state: 'draft', lines: MAX_LINES, wrong: 0 });
  expect((await callAdmin('DELETE', `invitation-batches/${list.id}`)).status).toBe(204);
});
