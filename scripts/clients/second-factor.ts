/** Sets whether a client's users need a second factor, and shows what isn't covered by it. */
import { SECOND_FACTOR_MODES, type SecondFactor } from '../../provider-scripts/src/realm/settings/choices.ts';
import { fetchClient, fetchSecondFactor, type SecondFactorState, setSecondFactor } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { fieldChanges } from '../seed/change.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import { findClient } from './find.ts';

/**
 * Sets it; without a mode it only shows the setting.
 * @throws Failure that names what would be overwritten; nothing is changed then
 */
export async function updateSecondFactor(
  admin: RealmAdmin,
  clientId: string,
  word: string | undefined,
): Promise<Outcome | Plan> {
  const mode = word === undefined ? undefined : modeOf(word);
  const found = await findClient(admin, clientId);
  const before = await fetchClient(admin, found);
  const present = before.second_factor as SecondFactor;
  if (mode === undefined) return await showSecondFactor(admin, clientId, present);
  const difference = { field: 'second factor', before: present, after: mode };
  return {
    preview: async () => ({
      // Setting the present mode again repairs the flows.
      changes: fieldChanges(admin.realm, `client ${clientId}`, [difference]),
      notes: uncovered(await fetchSecondFactor(admin), mode),
    }),
    apply: async () => {
      const { second_factor } = await setSecondFactor(admin, found, mode, before.version);
      return await showSecondFactor(admin, clientId, second_factor as SecondFactor);
    },
  };
}

async function showSecondFactor(
  admin: RealmAdmin,
  clientId: string,
  setting: SecondFactor,
): Promise<Outcome> {
  const state = await fetchSecondFactor(admin);
  const { flow, flow_state, providers_without } = state;
  return {
    result: {
      client_id: clientId,
      second_factor: setting,
      flow,
      flow_state,
      providers_without: setting === 'none' ? [] : providers_without,
    },
    text: [`client ${clientId}: second factor ${setting}`, ...uncovered(state, setting)].join('\n'),
  };
}

/** What isn't covered by the setting, one line each. */
function uncovered(
  { flow, flow_state, providers_without }: SecondFactorState,
  setting: SecondFactor,
): string[] {
  return [
    ...(flow_state === 'changed' || flow_state === 'unsafe'
      ? [`the flow "${flow}" was changed by hand (${flow_state}); it is never overwritten or deleted`]
      : []),
    ...(setting === 'none' ? [] : providers_without).map(
      (alias) =>
        `identity provider ${alias}: has no post login flow of Linkgate's; its users can't sign in here, unless its own one asks for the second factor`,
    ),
  ];
}

function modeOf(word: string): SecondFactor {
  const mode = SECOND_FACTOR_MODES.find((one) => one === word);
  if (mode === undefined) throw new WrongUsage(`${word}: use one of ${SECOND_FACTOR_MODES.join(', ')}`);
  return mode;
}
