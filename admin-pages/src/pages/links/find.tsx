/** Finds open links for a client, all lines of a list, or one link, and revokes one or all of them. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { LinksToRevoke, OpenLink } from '../../../generated/admin-api.d.ts';
import { ApiFailure, call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { AtControl, Form } from '../../ui/form.tsx';
import { LinkState } from '../../ui/link-state.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Done, UserText } from '../../ui/parts.tsx';
import { hrefWith, useListQuery } from '../../ui/route.ts';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';
import { RevokeAll } from './revoke-all.tsx';

/** By what links are found, as the API names it; the first one unless the address of the page says another. */
const WAYS = ['client_id', 'batch', 'id'] as const;
type Way = (typeof WAYS)[number];

/** Names what this form has in the page's address. */
const PREFIX = 'found-';

/** The address of this page with the lines of a list. */
export function hrefToLines(batch: string): string {
  return hrefWith({ [`${PREFIX}state`]: 'batch', [`${PREFIX}search`]: batch }, 'links');
}

interface Found {
  links: OpenLink[];
  next: number | null;
  /** As a request to revoke all of them names them; null for a single link. */
  owner: LinksToRevoke | null;
}

async function find(way: Way, search: string, first: number, signal: AbortSignal): Promise<Found> {
  if (way !== 'id') {
    const owner = { [way]: search };
    const query = { ...owner, first, max: PAGE_ROWS };
    return { ...(await call<Omit<Found, 'owner'>>('/links', { query, signal })), owner };
  }
  try {
    return { links: [await call<OpenLink>(pathOf(search), { signal })], next: null, owner: null };
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.kind === 'gone')
      return { links: [], next: null, owner: null };
    throw failure;
  }
}

function pathOf(id: string): string {
  return `/links/${encodeURIComponent(id)}`;
}

/** Reloads with each `round`. */
export function FindLinks({ round, onRevoked }: { round: number; onRevoked: () => void }) {
  const { manage } = useAbout().rights.users;
  const [{ search, state, first }, setQuery] = useListQuery(PREFIX);
  const way = WAYS.find((one) => one === state) ?? WAYS[0];
  const [typed, setTyped] = useState({ way, search });
  // Before anything can be typed.
  useLayoutEffect(() => setTyped({ way, search }), [way, search]);
  const [confirming, setConfirming] = useState<OpenLink | null>(null);
  const revocation = useAction();
  const [done, setDone] = useState<string | null>(null);
  const found = useLoaded(
    async (signal) => (search === '' ? null : await find(way, search, first, signal)),
    [way, search, first, round],
  );
  const names = {
    client_id: t('clients.id'),
    batch: t('links.by-list'),
    id: t('links.by-link'),
  };
  const tell = (text: string) => {
    setDone(text);
    found.reload();
    onRevoked();
  };
  return (
    <>
      <Form
        class="filters"
        onSubmit={() => {
          setDone(null);
          setQuery({ state: typed.way, search: typed.search.trim() });
          found.reload();
        }}
      >
        <ChoiceField
          label={t('links.by')}
          value={typed.way}
          onChange={(value) => setTyped({ way: value as Way, search: '' })}
          options={WAYS.map((value) => ({ value, label: names[value] }))}
        />
        <TextField
          label={names[typed.way]}
          leftToRight
          required
          maxLength={255}
          error={fieldErrors(found.failure)[typed.way]}
          value={typed.search}
          onInput={(value) => setTyped({ ...typed, search: value })}
        />
        <AtControl>
          <Button type="submit" busy={found.busy && search !== ''}>
            {t('search')}
          </Button>
        </AtControl>
      </Form>
      {done !== null && <Done>{done}</Done>}
      <Failure of={found.failure} labels={names} />
      {found.data !== null && found.failure === null && (
        <>
          <Table
            caption={t('links')}
            rows={found.data.links}
            keyOf={({ id }) => id}
            empty={t('links.none')}
            columns={[
              { title: t('links.user'), cell: (link) => <UserText>{userOf(link)}</UserText> },
              { title: t('clients.id'), cell: ({ client_id }) => <UserText code>{client_id}</UserText> },
              {
                title: t('state'),
                cell: ({ state: its, failure }) => (
                  <>
                    <LinkState of={its} />
                    {failure !== null && <p class="hint">{named('link-failure', failure)}</p>}
                  </>
                ),
              },
              { title: t('users.asked'), short: true, cell: ({ requested_at }) => moment(requested_at) },
              { title: t('users.good-until'), short: true, cell: ({ expires_at }) => moment(expires_at) },
              { title: t('links.delivery'), cell: ({ delivery }) => named('link-delivery', delivery) },
              {
                title: t('actions'),
                cell: (link) =>
                  manage && (link.state === 'issued' || link.state === 'waiting') ? (
                    <Button
                      label={`${t('users.revoke-link')}: ${userOf(link)}`}
                      onClick={() => setConfirming(link)}
                    >
                      {t('users.revoke-link')}
                    </Button>
                  ) : (
                    t('none')
                  ),
              },
            ]}
          />
          <Pager
            first={first}
            shown={found.data.links.length}
            next={found.data.next}
            onFirst={(value) => setQuery({ first: value })}
          />
          {manage && found.data.owner !== null && found.data.links.length > 0 && (
            <div class="buttons">
              <RevokeAll key={`${way} ${search}`} of={found.data.owner} onRevoked={tell}>
                {t('links.revoke-all')}
              </RevokeAll>
            </div>
          )}
        </>
      )}
      {confirming !== null && (
        <Confirm
          title={t('users.revoke-link')}
          text={t('users.revoke-link.text', { client: confirming.client_id })}
          confirmLabel={t('users.revoke-link')}
          action={revocation}
          work={async () => {
            await call(`${pathOf(confirming.id)}/revoke`, { method: 'POST' });
            tell(t('users.link-revoked'));
          }}
          onClose={() => {
            revocation.reset();
            setConfirming(null);
          }}
        />
      )}
    </>
  );
}

/** The address, or the account's ID without one. */
function userOf({ email, user_id }: OpenLink): string {
  return email ?? user_id ?? t('none');
}
