/** A mail program that previews the link doesn't use it up. */
import type { Check } from '../../probe/check.ts';
import { expectSame, expectThat } from '../../probe/fault.ts';
import { hasField } from '../../probe/sign-ins.ts';

export const LINK_PREVIEW: Check = {
  name: 'link-preview',
  proves: 'contract 2.6',
  needs: ['inbox'],
  fix: 'a proxy in front must pass on the method HEAD and the header Sec-Purpose',
  run: async (probe) => {
    const { link } = await probe.signIns.requestLink();
    await probe.send(link, { method: 'HEAD' });
    await probe.send(link, { headers: { 'sec-purpose': 'prefetch' } });
    const page = await probe.signIns.follow(probe.signIns.newAgent(), link);
    expectSame('status after a preview', page.status, 200);
    expectThat(hasField(page, 'accept'), 'the link no longer leads to the consent page');
  },
};
