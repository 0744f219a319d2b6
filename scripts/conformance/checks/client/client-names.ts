/** No client has the name of an API, of a document or of another client as its ID. */

import { findingsOfClientId, takenNames } from '../../../../provider-scripts/src/clients/api-names.ts';
import { UNKNOWN_STATES } from '../../../../provider-scripts/src/clients/approval.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { audiencesOfScopes, namedClients } from '../../../admin/client-names.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

export const CLIENT_NAMES: Check = {
  name: 'client-names',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'reject the named client on the page Clients; or give the API another audience (Client scopes, the scope, Mappers) or resource_url',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const all = await configuration.allClients();
    const names = takenNames(audiencesOfScopes(await client.clientScopes.find({ realm })), namedClients(all));
    const usable = all.filter(
      ({ attributes }) =>
        !UNKNOWN_STATES.includes(readSetting(CLIENT.approval, attributes?.[CLIENT.approval.name])),
    );
    expectNone(
      namedClients(usable).flatMap((one) => findingsOfClientId(one, names).map(({ message }) => message)),
    );
  },
};
