/** Sets whether a client's users need a second factor, and shows what isn't covered by it. */

import { SECOND_FACTOR_MODES, type SecondFactor } from '../../provider-scripts/src/realm/settings/choices.ts';
import { fetchClient, fetchSecondFactor, setSecondFactor } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { findClient, type Outcome } from './find.ts';

/**
 * Sets it; without a mode it only shows the setting.
 * @throws Failure that names what would be overwritten; nothing is changed then
 */
export async function updateSecondFactor(
  admin: RealmAdmin,
  clientId: string,
  word: string | undefined,
): Promise<Outcome> {
  const mode = word === undefined ? undefined : modeOf(word);
  const found = await findClient(admin, clientId);
  const before = await fetchClient(admin, found);
  const client = mode === undefined ? before : await setSecondFactor(admin, found, mode, before.version);
  const { flow, flow_state, providers_without } = await fetchSecondFactor(admin);
  const setting = client.second_factor as SecondFactor;
  const uncovered = setting === 'none' ? [] : providers_without;
  return {
    result: { client_id: clientId, second_factor: setting, flow, flow_state, providers_without: uncovered },
    text: [
      `client ${clientId}: second factor ${setting}`,
      ...(flow_state === 'changed' || flow_state === 'unsafe'
        ? [`the flow "${flow}" was changed by hand (${flow_state}); it is never overwritten or deleted`]
        : []),
      ...uncovered.map(
        (alias) =>
          `identity provider ${alias}: has no post login flow of Linkgate's; its users can't sign in here, unless its own one asks for the second factor`,
      ),
    ].join('\n'),
  };
}

function modeOf(word: string): SecondFactor {
  const mode = SECOND_FACTOR_MODES.find((one) => one === word);
  if (mode === undefined) throw new WrongUsage(`${word}: use one of ${SECOND_FACTOR_MODES.join(', ')}`);
  return mode;
}
