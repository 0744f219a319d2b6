/** A mail program that looks at the link ahead doesn't use it up. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { hasField } from '../../probe/sign-ins.ts';

export const LINK_PREVIEW: Check = {
  name: 'link-preview',
  proves: 'contract 2.6',
  needs: ['inbox'],
  fix: 'a proxy in front must hand on the method HEAD and the header Sec-Purpose',
  run: async (probe) => {
    const { link } = await probe.signIns.order();
    await probe.send(link, { method: 'HEAD' });
    await probe.send(link, { headers: { 'sec-purpose': 'prefetch' } });
    const page = await probe.signIns.follow(probe.signIns.newAgent(), link);
    expectSame('status after a preview', page.status, 200);
    expectThat(hasField(page, 'accept'), 'the link does not lead to the consent page any more');
  },
};
