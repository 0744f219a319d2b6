/** The settings of the sign-in step, as the admin console shows them (authenticator settings). */
import { SETTINGS, type Setting } from '../settings/table.ts';
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

/** What a help text says of where a setting acts: the console shows all of them in every realm. */
const REALMS = {
  linkgate: 'Only in Linkgate realms. ',
  stock: 'Not in Linkgate realms. ',
  any: '',
} as const;

/** The settings that the provider declares; a name is the key in the flow's configuration. */
export const OWN_SETTINGS: readonly DeclaredSetting[] = SETTINGS.step.map((setting) => {
  const { label, text } = textOf(setting);
  return {
    name: setting.name,
    label,
    helpText: REALMS[setting.realms ?? 'any'] + text,
    defaultValue: setting.absent,
    ...typeOf(setting.kind),
  };
});

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

/** Every setting. */
export const STEP_SETTINGS: readonly DeclaredSetting[] = [...OWN_SETTINGS, ...KEYCLOAK_SETTINGS];
