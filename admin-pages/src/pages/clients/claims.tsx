/** A client's metadata that is relevant for its approval, as text without scripts or links, in cards. */
import type { ComponentChildren } from 'preact';
import { UPLOADED } from '../../../../provider-scripts/src/realm/branding/branding.ts';
import type { Client } from '../../../generated/admin-api.d.ts';
import { moment, named, type TextKey, t } from '../../texts/texts.ts';
import { Fact, Facts, Section, State, UserText } from '../../ui/parts.tsx';
import { actualHost } from '../../ui/plain-text.ts';

/** A claim of the client; empty if the client has none of this kind. */
export interface Claim {
  name: string;
  /** Whether the name is an identifier. */
  named?: 'code';
  values: readonly string[];
  /** How a value is shown: as text, as a URL or another machine-readable value, with a swatch, or in a way of its own. */
  as: 'text' | 'code' | 'colour' | (() => ComponentChildren);
}

type Values = readonly (string | null)[];
type ClaimRow = readonly [text: TextKey, of: (client: Client) => Values, as?: 'text' | 'code'];

const GENERAL: readonly ClaimRow[] = [
  ['clients.name', ({ name }) => [name], 'text'],
  ['clients.id', ({ client_id }) => [client_id]],
  ['clients.kind', ({ kind }) => [named('client-kind', kind)], 'text'],
  ['clients.authenticator', (client) => [authentication(client)], 'text'],
  ['clients.consent', ({ consent_required: isRequired }) => [t(isRequired ? 'yes' : 'no')], 'text'],
  ['clients.dpop', ({ dpop_required: isRequired }) => [t(isRequired ? 'yes' : 'no')], 'text'],
  ['clients.description', ({ description }) => [description], 'text'],
  ['clients.logo', ({ logo_uri }) => [logo_uri]],
  ['clients.policy', ({ policy_uri }) => [policy_uri]],
  ['clients.terms', ({ tos_uri }) => [tos_uri]],
];

const ADDRESSES: readonly ClaimRow[] = [
  ['clients.redirects', ({ redirect_uris }) => redirect_uris],
  ['clients.root', ({ root_url }) => [root_url]],
  ['clients.web-origins', ({ web_origins }) => web_origins],
  ['clients.post-logout', ({ post_logout_redirect_uris }) => post_logout_redirect_uris],
  ['clients.backchannel-logout', ({ backchannel_logout_uri }) => [backchannel_logout_uri]],
  ['clients.frontchannel-logout', ({ frontchannel_logout_uri }) => [frontchannel_logout_uri]],
];

const ARRIVAL: readonly ClaimRow[] = [
  ['clients.home', ({ home_url, base_url }) => [home_url ?? base_url]],
  ['clients.initiate-login', ({ initiate_login_uri }) => [initiate_login_uri]],
];

const BRANDING = ['logo', 'primary_color', 'background_color', 'sender_name', 'subject', 'text'] as const;

/** Keycloak's most common method in words; any other by its name. A public client has one, too, and doesn't use it. */
function authentication({ kind, client_authenticator: method }: Client): string | null {
  if (kind === 'public') return null;
  return method === 'client-secret' ? t('clients.authenticator.secret') : method;
}

function claimsOf(client: Client, rows: readonly ClaimRow[]): Claim[] {
  return rows.map(([text, of, as = 'code']) => ({ name: t(text), values: present(of(client)), as }));
}

function present(values: Values): string[] {
  return values.filter((one): one is string => one !== null);
}

function brandingClaims({ branding }: Client): Claim[] {
  return [
    ...BRANDING.map((field) => ({
      name: named('branding-field', field),
      values: present([branding[field]]),
      as: field.endsWith('_color')
        ? ('colour' as const)
        : field === 'logo'
          ? ('code' as const)
          : ('text' as const),
    })),
    ...Object.entries(branding.translations).flatMap(([tag, texts]) =>
      (['subject', 'text'] as const).map((field) => ({
        name: `${named('branding-field', field)} (${languageName(tag)})`,
        values: present([texts[field]]),
        as: 'text' as const,
      })),
    ),
  ];
}

function languageName(tag: string): string {
  return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag;
}

interface CardsProperties {
  of: Client;
  /** The previous version, to mark changes; null for none. */
  before: Client | null;
  /** What follows the addresses at which users arrive: a form, or what is missing. */
  arrival: ComponentChildren;
  /** How long users stay signed in, with a form. */
  stay: ComponentChildren;
  /** Whether they need a second factor, with a form. */
  factor: ComponentChildren;
  /** What it may request of APIs, with a form. */
  api: ComponentChildren;
  /** The link to the branding's editor. */
  branding: ComponentChildren;
}

export function ClientCards({ of: client, before, arrival, stay, factor, api, branding }: CardsProperties) {
  const claims = (rows: readonly ClaimRow[]) => (
    <Claims now={claimsOf(client, rows)} before={before === null ? null : claimsOf(before, rows)} />
  );
  return (
    <div class="cards">
      <div>
        <Section title={t('clients.general')}>{claims(GENERAL)}</Section>
        <Section title={t('clients.addresses')}>{claims(ADDRESSES)}</Section>
        <Section title={t('clients.registration')}>
          <Registration of={client} />
        </Section>
        <Section title={t('branding')}>
          <Claims now={brandingClaims(client)} before={before === null ? null : brandingClaims(before)} />
          {branding}
        </Section>
      </div>
      <div>
        <Section title={t('clients.arrival')}>
          {claims(ARRIVAL)}
          {arrival}
        </Section>
        {client.kind !== 'machine' && <Section title={t('clients.refresh-tokens')}>{stay}</Section>}
        {client.kind !== 'machine' && <Section title={t('clients.factor')}>{factor}</Section>}
        <Section title={t('clients.api')}>{api}</Section>
      </div>
    </div>
  );
}

export function Claims({ now, before }: { now: readonly Claim[]; before: readonly Claim[] | null }) {
  const earlier = new Map((before ?? []).map(({ name, values }) => [name, values]));
  const shown = [
    ...now,
    ...(before ?? [])
      .filter(({ name }) => !now.some((one) => one.name === name))
      .map((one) => ({ ...one, values: [] })),
  ].map((claim) => ({ claim, previous: before === null ? claim.values : (earlier.get(claim.name) ?? []) }));
  const present = shown.filter(({ claim, previous }) => claim.values.length > 0 || previous.length > 0);
  if (present.length === 0) return <p class="empty">{t('clients.nothing-set')}</p>;
  return (
    <Facts>
      {present.map(({ claim, previous }) => {
        const isChanged = JSON.stringify(previous) !== JSON.stringify(claim.values);
        return (
          <Fact
            key={claim.name}
            name={claim.named === 'code' ? <UserText code>{claim.name}</UserText> : claim.name}
          >
            <ClaimValues of={claim} />
            {isChanged && (
              <div class="before">
                <State kind="pending">{t('clients.changed')}</State>
                <p>{t('clients.before')}</p>
                <ClaimValues of={{ ...claim, values: previous }} />
              </div>
            )}
          </Fact>
        );
      })}
    </Facts>
  );
}

function ClaimValues({ of: { values, as } }: { of: Claim }) {
  if (values.length === 0) return <p>{t('none')}</p>;
  if (typeof as === 'function') return <>{as()}</>;
  return (
    <>
      {values.map((value) => (
        <p key={value}>
          {as === 'colour' && <Swatch of={value} />}
          <UserText code={as !== 'text'}>
            {value.startsWith(UPLOADED) ? t('branding.uploaded') : value}
          </UserText>
          {as === 'code' && <ActualHost address={value} />}
        </p>
      ))}
    </>
  );
}

function Swatch({ of: colour }: { of: string }) {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
  return <span class="swatch small" style={{ backgroundColor: colour }} aria-hidden="true" />;
}

function Registration({ of: { registration } }: { of: Client }) {
  if (registration === null) return <p class="empty">{t('clients.not-registered')}</p>;
  const { at, by, username } = registration;
  return (
    <Facts>
      <Fact name={t('clients.registered-at')}>{moment(at)}</Fact>
      <Fact name={t('clients.registered-by')}>
        {by === 'document' ? (
          t('clients.registered-by.document')
        ) : by === 'initial-access-token' ? (
          t('clients.registered-by.token')
        ) : username === null ? (
          t('clients.registered-by.gone')
        ) : (
          <UserText>{username}</UserText>
        )}
      </Fact>
    </Facts>
  );
}

/** The actual host of a misleading URL. */
function ActualHost({ address }: { address: string }) {
  const host = actualHost(address);
  return host === null ? null : <span class="hint"> {t('clients.leads-to', { host })}</span>;
}
