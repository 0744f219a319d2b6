/** A user's name and language on the page, as the realm's user profile permits. */
import type { KeycloakSession, UserModel } from 'keycloak';
import { formField } from '../../http/request/form-field.ts';
import { newEvent } from '../../observability/events/event.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { LOCALE_ATTRIBUTE, languagesOf } from '../../realm/language/selector.ts';

const Details = Java.type('org.keycloak.events.Details');
const EventAuditingAttributeChangeListener = Java.type(
  'org.keycloak.userprofile.EventAuditingAttributeChangeListener',
);
const EventType = Java.type('org.keycloak.events.EventType');
const LocaleUpdaterProvider = Java.type('org.keycloak.locale.LocaleUpdaterProvider');
const ReadOnlyException = Java.type('org.keycloak.storage.ReadOnlyException');
const UserProfileContext = Java.type('org.keycloak.userprofile.UserProfileContext');
const UserProfileProvider = Java.type('org.keycloak.userprofile.UserProfileProvider');
const ValidationException = Java.type('org.keycloak.userprofile.ValidationException');

/** The form's fields, by the attributes' names. */
const PROFILE_FIELDS = ['firstName', 'lastName', LOCALE_ATTRIBUTE] as const;
type ProfileField = (typeof PROFILE_FIELDS)[number];
export type OwnProfile = Partial<Record<ProfileField, string>>;

/** The attributes that the user may change, with their values; a language only where the realm has several. */
export function editableProfile(session: KeycloakSession, user: UserModel): OwnProfile {
  const attributes = session
    .getProvider(UserProfileProvider.class)
    .create(UserProfileContext.ACCOUNT, user)
    .getAttributes();
  const profile: OwnProfile = {};
  for (const name of PROFILE_FIELDS)
    if (attributes.contains(name) && !attributes.isReadOnly(name))
      profile[name] = attributes.getFirst(name) ?? '';
  return profile;
}

/** The form's fields as they were typed. */
export function givenProfile(session: KeycloakSession): OwnProfile {
  const given: OwnProfile = {};
  for (const name of PROFILE_FIELDS) {
    const value = formField(session, name);
    if (value !== null) given[name] = value;
  }
  return given;
}

/** Stores what the realm's user profile accepts, with Keycloak's event; false if it doesn't. */
export function saveProfile(session: KeycloakSession, user: UserModel, given: OwnProfile): boolean {
  const editable = editableProfile(session, user);
  const attributes: Record<string, string[]> = {};
  const current = user.getAttributes();
  for (const name of current.keySet().toArray()) {
    const values: string[] = [];
    const stored = current.get(name);
    if (stored !== null) for (const one of stored) values.push(one);
    attributes[name] = values;
  }
  for (const name of PROFILE_FIELDS) {
    const value = given[name];
    if (value !== undefined && editable[name] !== undefined) attributes[name] = [value.trim()];
  }
  const locale = given[LOCALE_ATTRIBUTE];
  if (locale !== undefined && !isSupported(session, locale)) return false;
  const event = newEvent(session)
    .event(EventType.UPDATE_PROFILE)
    .user(user)
    .detail(Details.CONTEXT, UserProfileContext.ACCOUNT.name());
  try {
    const profile = session
      .getProvider(UserProfileProvider.class)
      .create(UserProfileContext.ACCOUNT, toJava(attributes) as never, user);
    profile.update(false, new EventAuditingAttributeChangeListener(profile, event) as never);
  } catch (failure) {
    if (failure instanceof ValidationException || failure instanceof ReadOnlyException) return false;
    throw failure;
  }
  event.success();
  // The language that was chosen on a page would stay in front of the account's.
  if (locale !== undefined) session.getProvider(LocaleUpdaterProvider.class).expireLocaleCookie();
  return true;
}

function isSupported(session: KeycloakSession, locale: string): boolean {
  return languagesOf(requireRealm(session)).includes(locale);
}
