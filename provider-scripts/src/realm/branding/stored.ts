/** A stored branding as JSON, with invalid values, which pages and emails omit. */

import type { ClientModel, RealmModel } from 'keycloak';
import { versionOfState } from '../../platform/engine/bytes.ts';
import { LANGUAGES } from '../language/languages.ts';
import {
  ALL_BRANDING_ATTRIBUTES,
  BRANDING_ATTRIBUTES,
  BRANDING_PREFIX,
  type BrandingAttribute,
  TRANSLATED_TEXTS,
} from '../settings/table.ts';
import { fieldOf } from './branding.ts';

/** Returns a branding's attribute; null if it isn't set. */
export type BrandingAttributes = (name: BrandingAttribute) => string | null;

export function clientAttributes(client: ClientModel): BrandingAttributes {
  return (name) => client.getAttribute(BRANDING_PREFIX + name) || null;
}

export function realmAttributes(realm: RealmModel): BrandingAttributes {
  return (name) => realm.getAttribute(BRANDING_PREFIX + name) || null;
}

/** The branding; null for parts that aren't set, and no entry for a language without texts. */
export function storedBranding(attributes: BrandingAttributes) {
  const translations: Record<string, { text: string | null; subject: string | null }> = {};
  for (const { tag } of LANGUAGES) {
    const [text = null, subject = null] = TRANSLATED_TEXTS.map((name) => attributes(`${name}.${tag}`));
    if (text !== null || subject !== null) translations[tag] = { text, subject };
  }
  const values = Object.fromEntries(BRANDING_ATTRIBUTES.map((name) => [fieldOf(name), attributes(name)]));
  return { ...values, translations };
}

/** By which a change names the branding that the caller saw. */
export function brandingVersion(attributes: BrandingAttributes): string {
  const values = ALL_BRANDING_ATTRIBUTES.map((name) => [name, attributes(name)]);
  return versionOfState(JSON.stringify(values));
}
