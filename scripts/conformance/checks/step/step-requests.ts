/** What backends and invitations may request finds a step, and a step that only they reach is reached; reports who may request. */
import { isLinksOnly } from '../../../../provider-scripts/src/realm/flow/step-ids.ts';
import { enabledSteps } from '../../../../provider-scripts/src/realm/flow/steps.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone, NotApplicable } from '../../probe/fault.ts';
import { defaultRolesForLinks, holdersOfLinkRoles } from '../../probe/link-roles.ts';
import { stepFlows } from '../../probe/step-flows.ts';
import { type Target, targetsOfLinks } from '../../probe/step-targets.ts';

const [LINKS, INVITATIONS] = [REALM.backendLinks.name, REALM.invitations.name];
/** How many clients are named. */
const MAX_NAMED = 5;

export const STEP_REQUESTS: Check = {
  name: 'step-requests',
  proves: 'contract 4.14, 4.16, 10',
  realms: 'step',
  needs: ['admin'],
  fix: `put the step into the flow of the clients that links or invitations are for (npx linkgate add-step), or switch ${LINKS} and ${INVITATIONS} off`,
  run: async ({ configuration }) => {
    expectNone(
      (await defaultRolesForLinks(configuration)).map(
        (role) => `every user of the realm has the role ${role}, by its default roles`,
      ),
      'Realm settings, User registration, Default roles: unassign it; assign it to service accounts of backends only',
    );
    const attributes = await configuration.attributes();
    const on = {
      links: readSetting(REALM.backendLinks, attributes[LINKS]),
      invitations: readSetting(REALM.invitations, attributes[INVITATIONS]),
    };
    const holders = await holdersOfLinkRoles(configuration);
    if (!on.links && !on.invitations) {
      expectNone(
        await unreached(configuration),
        `set the realm’s attribute ${LINKS} or ${INVITATIONS} to true, or disable the step`,
      );
      if (holders.length === 0) throw new NotApplicable(`${LINKS} and ${INVITATIONS} are off`);
      return [`${LINKS} is off`, ...holders].join('; ');
    }
    const targets = await targetsOfLinks(configuration);
    expectNone(problemsOf(targets, on));
    const without = targets.filter(({ hasStep }) => !hasStep);
    return [
      ...(without.length === 0 ? [] : [`not for ${named(without)}, whose flow has no step`]),
      ...codeOnlyNotes(targets, on.links),
      ...holders,
      ...(on.links ? [] : [`${LINKS} is off`]),
    ].join('; ');
  },
};

/** The steps for links only, while nothing can request one. */
async function unreached(configuration: Configuration): Promise<string[]> {
  return (await stepFlows(configuration))
    .filter(({ tree }) => enabledSteps(tree, 'stock').some(isLinksOnly))
    .map(
      ({ alias }) =>
        `flow ${alias}: nothing can complete the step for links only: ${LINKS} and ${INVITATIONS} are off`,
    );
}

function problemsOf(targets: readonly Target[], on: { links: boolean; invitations: boolean }): string[] {
  const isFor = (name: string, isOn: boolean) => (isOn ? [name] : []);
  const reached = targets.filter(({ hasStep }) => hasStep);
  if (reached.length === 0)
    return [...isFor(LINKS, on.links), ...isFor(INVITATIONS, on.invitations)].map(
      (name) => `${name} is on, but no client’s flow has a step that a sign-in can reach`,
    );
  return on.invitations && !reached.some(({ takesInvitations }) => takesInvitations)
    ? [
        `${INVITATIONS} is on, but nobody can be invited: no client of OpenID Connect with the step has a home URL, and “Cookie” in its flow`,
      ]
    : [];
}

/** Links by email are rejected where emails contain only a code. */
function codeOnlyNotes(targets: readonly Target[], isOn: boolean): string[] {
  const codeOnly = targets.filter(({ hasStep, sendsLinks }) => hasStep && !sendsLinks);
  return isOn && codeOnly.length > 0
    ? [`none is sent for ${named(codeOnly)}, whose emails contain only a code`]
    : [];
}

function named(targets: readonly Target[]): string {
  const names = targets.slice(0, MAX_NAMED).map(({ clientId }) => clientId);
  return `${names.join(', ')}${targets.length > MAX_NAMED ? ' and others' : ''}`;
}
