/** The response to a request for a link. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

export const MAGIC_LINK_RESPONSE: Check = {
  name: 'magic-link-response',
  proves: 'contract 4.8',
  needs: ['inbox'],
  fix: '503 means that email isn’t delivered: check mail-server, and the server’s log',
  run: async ({ signIns }) => {
    const { response, email } = await signIns.first();
    expectSame('fields', Object.keys(response.json ?? {}).sort(), ['email', 'message']);
    expectSame('email', response.json?.email, email);
    expectThat(typeof response.json?.message === 'string', 'message isn’t a string');
  },
};
