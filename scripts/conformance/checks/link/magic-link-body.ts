/** A request for a link gets an error for each invalid field. */
import type { Check } from '../../probe/check.ts';
import { expectRestError } from '../../probe/expectations.ts';
import { expectSame } from '../../probe/fault.ts';

export const MAGIC_LINK_BODY: Check = {
  name: 'magic-link-body',
  proves: 'contract 4.8, 7.1',
  fix: 'the realm needs linkgate.enabled=true and the server the plugin',
  run: async (probe) => {
    const empty = await probe.postJson('/request-magic-link', {});
    expectRestError('an empty body', empty, 400, 'ValidationError');
    const details = (empty.json?.details ?? []) as { field?: string }[];
    expectSame('fields', details.map(({ field }) => field).sort(), ['client_id', 'email', 'redirect_uri']);
    const unknown = {
      email: 'a@example.com',
      client_id: 'conformance-nobody',
      redirect_uri: 'https://conformance.invalid/',
    };
    const response = await probe.postJson('/request-magic-link', unknown);
    expectRestError('an unknown client', response, 401, 'invalid_client');
  },
};
