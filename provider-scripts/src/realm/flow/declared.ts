/** The settings of the sign-in step, as the admin console shows them (authenticator settings). */
import { actsIn, type RealmKind, SETTINGS, type Setting } from '../settings/table.ts';
import { textOf } from '../settings/words.ts';

/** A setting as Keycloak's provider properties have it. */
export interface DeclaredSetting {
  name: string;
  label: string;
  helpText: string;
  type: 'Number' | 'String' | 'boolean' | 'List';
  defaultValue: string;
  options?: readonly string[];
}

/** The names of the settings that act in the step without a page. */
export const LINKS_ONLY_SETTINGS: readonly string[] = ['lifetime', 'signUp', 'unverified', 'emailSender'];

/** The settings that act in one kind of realm, as its step declares them; a name is the key in the flow's configuration. */
export function ownSettings(kind: RealmKind): readonly DeclaredSetting[] {
  return SETTINGS.step.filter((one) => actsIn(one, kind)).map(declared);
}

function declared(setting: Setting): DeclaredSetting {
  const { label, text } = textOf(setting);
  return {
    name: setting.name,
    label,
    helpText: text,
    defaultValue: setting.absent,
    ...typeOf(setting.kind),
  };
}

function typeOf({ choices, bounds }: Setting['kind']): Pick<DeclaredSetting, 'type' | 'options'> {
  if (choices === undefined) return { type: bounds === undefined ? 'String' : 'Number' };
  return choices.includes('true') ? { type: 'boolean' } : { type: 'List', options: choices };
}

/** Keycloak's own settings of every step, which its admin console shows by itself. */
const KEYCLOAK_SETTINGS: readonly DeclaredSetting[] = [
  {
    name: 'default.reference.value',
    label: 'Authenticator Reference',
    helpText: 'The value of this step in the claim amr (RFC 8176) of clients with Keycloak’s mapper for it.',
    type: 'String',
    defaultValue: '',
  },
  {
    name: 'default.reference.maxAge',
    label: 'Authenticator Reference Max Age',
    helpText: 'How long, in seconds, a completed step counts for the claim amr.',
    type: 'Number',
    defaultValue: '',
  },
];

/** Every setting, of both kinds of realms. */
export const STEP_SETTINGS: readonly DeclaredSetting[] = [
  ...SETTINGS.step.map(declared),
  ...KEYCLOAK_SETTINGS,
];
