/** A used link stays used. */
import type { Check } from '../../probe/check.ts';
import { expectSame } from '../../probe/fault.ts';
import { readResponse } from '../../probe/http.ts';

export const LINK_ONCE: Check = {
  name: 'link-once',
  proves: 'contract 3.1',
  needs: ['inbox'],
  fix: 'this is a fault in the plugin: check plugin-tables, and the server’s log',
  run: async (probe) => {
    const { link } = await probe.signIns.first();
    const init = { headers: { accept: 'application/json' } };
    const { status, json } = await readResponse(await probe.send(link, init));
    expectSame('the second use', [status, json?.error], [401, 'invalid_token']);
  },
};
