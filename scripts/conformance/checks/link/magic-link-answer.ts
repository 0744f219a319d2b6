/** The response to a request for a link. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';

export const MAGIC_LINK_RESPONSE: Check = {
  name: 'magic-link-answer',
  proves: 'contract 4.8',
  needs: ['inbox'],
  fix: '503 means that email isn’t delivered: check mail-server, and the server’s log',
  run: async ({ signIns }) => {
    const { answer, email } = await signIns.first();
    expectSame('fields', Object.keys(answer.json ?? {}).sort(), ['email', 'message']);
    expectSame('email', answer.json?.email, email);
    expectThat(typeof answer.json?.message === 'string', 'message isn’t a string');
  },
};
