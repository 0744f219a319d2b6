/** A client's metadata that is relevant for its approval, as text without scripts or links. */
import type { Client } from '../../../generated/admin-api.d.ts';
import { named, type TextKey, t } from '../../texts/texts.ts';
import { Fact, Facts, State, UserText } from '../../ui/parts.tsx';
import { actualHost } from '../../ui/plain-text.ts';
import { ClientState } from './client-state.tsx';

/** A claim of the client; empty if the client has none of this kind. */
interface Claim {
  name: string;
  values: readonly string[];
  /** A URL or another machine-readable value. */
  code: boolean;
}

const ADDRESSES: readonly { text: TextKey; of: (client: Client) => readonly (string | null)[] }[] = [
  { text: 'clients.redirects', of: ({ redirect_uris }) => redirect_uris },
  { text: 'clients.home', of: ({ home_url, base_url }) => [home_url ?? base_url] },
  { text: 'clients.root', of: ({ root_url }) => [root_url] },
  { text: 'clients.web-origins', of: ({ web_origins }) => web_origins },
  { text: 'clients.post-logout', of: ({ post_logout_redirect_uris }) => post_logout_redirect_uris },
  { text: 'clients.backchannel-logout', of: ({ backchannel_logout_uri }) => [backchannel_logout_uri] },
  { text: 'clients.frontchannel-logout', of: ({ frontchannel_logout_uri }) => [frontchannel_logout_uri] },
  { text: 'clients.initiate-login', of: ({ initiate_login_uri }) => [initiate_login_uri] },
  { text: 'clients.logo', of: ({ logo_uri }) => [logo_uri] },
  { text: 'clients.policy', of: ({ policy_uri }) => [policy_uri] },
  { text: 'clients.terms', of: ({ tos_uri }) => [tos_uri] },
  { text: 'clients.authenticator', of: ({ client_authenticator }) => [client_authenticator] },
];

const BRANDING = ['logo', 'primary_color', 'background_color', 'subject', 'sender_name', 'text'] as const;

function claimsOf(client: Client): Claim[] {
  const values = (all: readonly (string | null)[]) => all.filter((one): one is string => one !== null);
  return [
    { name: t('clients.name'), values: [client.name], code: false },
    { name: t('clients.description'), values: values([client.description]), code: false },
    ...ADDRESSES.map(({ text, of }) => ({ name: t(text), values: values(of(client)), code: true })),
    ...BRANDING.map((field) => ({
      name: `${t('branding')}: ${named('branding-field', field)}`,
      values: values([client.branding[field]]),
      code: field === 'logo',
    })),
  ];
}

/** `before`: the previous version, to mark changes; null for none. */
export function Claims({ of: client, before }: { of: Client; before: Client | null }) {
  const earlier = before === null ? null : claimsOf(before);
  return (
    <Facts>
      <Fact name={t('clients.id')}>
        <UserText code>{client.client_id}</UserText>
      </Fact>
      <Fact name={t('state')}>
        <ClientState of={client} />
      </Fact>
      <Fact name={t('clients.kind')}>
        <p>{named('client-kind', client.kind)}</p>
        <ChangedMark shown={before !== null && before.kind !== client.kind} />
      </Fact>
      {claimsOf(client).map((claim, index) => {
        const previous = earlier?.[index]?.values ?? claim.values;
        if (claim.values.length === 0 && previous.length === 0) return null;
        return (
          <Fact key={claim.name} name={claim.name}>
            {claim.values.length === 0 && <p>{t('none')}</p>}
            {claim.values.map((value) => (
              <p key={value}>
                <UserText code={claim.code}>{value}</UserText>
                {claim.code && <ActualHost address={value} />}
              </p>
            ))}
            <ChangedMark shown={JSON.stringify(previous) !== JSON.stringify(claim.values)} />
          </Fact>
        );
      })}
    </Facts>
  );
}

function ChangedMark({ shown }: { shown: boolean }) {
  return shown ? <State kind="pending">{t('clients.changed')}</State> : null;
}

/** The actual host of a misleading URL. */
function ActualHost({ address }: { address: string }) {
  const host = actualHost(address);
  return host === null ? null : <span class="hint"> {t('clients.leads-to', { host })}</span>;
}
