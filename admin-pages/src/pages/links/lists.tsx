/** Lists of users who get a link each, newest first: stopped, resumed, revoked. */
import { useState } from 'preact/hooks';
import type { LinkBatch } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, named, t, textOf } from '../../texts/texts.ts';
import { BatchState, Control, Created, Figures, Handled, Pause, useBatch } from '../../ui/batch.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useLoaded } from '../../ui/load.ts';
import { Done, Loading, UserText } from '../../ui/parts.tsx';
import { useListQuery } from '../../ui/route.ts';
import { PAGE_ROWS, Pager } from '../../ui/table.tsx';
import { hrefToLines } from './find.tsx';
import { RevokeAll } from './revoke-all.tsx';

const PATH = '/link-batches';

/** Reloads with each `round`. */
export function LinkLists({ round, onRevoked }: { round: number; onRevoked: () => void }) {
  const [{ first }, setQuery] = useListQuery();
  const list = useLoaded(
    (signal) =>
      call<{ batches: LinkBatch[]; next: number | null }>(PATH, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [first, round],
  );
  return (
    <Loading of={list}>
      {({ batches, next }) => (
        <>
          {batches.length === 0 && <p class="empty">{t('batches.none')}</p>}
          {batches.map((batch) => (
            <List
              key={batch.id}
              initial={batch}
              onRevoked={() => {
                list.reload();
                onRevoked();
              }}
            />
          ))}
          <Pager
            first={first}
            shown={batches.length}
            next={next}
            onFirst={(value) => setQuery({ first: value })}
          />
        </>
      )}
    </Loading>
  );
}

interface ListProperties {
  initial: LinkBatch;
  onRevoked: () => void;
}

function List({ initial, onRevoked }: ListProperties) {
  const { manage } = useAbout().rights.users;
  const { batch, action, control } = useBatch(`${PATH}/${encodeURIComponent(initial.id)}`, initial);
  const [done, setDone] = useState<string | null>(null);
  const { counts, users } = batch;
  const name = t('links.list', { count: users });
  const label = `${name}, ${moment(batch.created_at)}`;
  return (
    <article class="section batch" aria-label={label}>
      <h3>
        {name} <BatchState of={batch.state} />
      </h3>
      <Created of={batch} />
      <p class="hint">
        {t('links.by-list')}: <UserText code>{batch.id}</UserText>
      </p>
      <Handled handled={users - counts.waiting} of={users} />
      <Figures
        counts={counts}
        of={users}
        text={(state, count) => t('batches.count', { state: named('link-state', state), count })}
      />
      <Pause
        of={batch.pause}
        text={(reason, values) =>
          textOf('link-pause', reason, values) ?? t(`batches.pause.${reason}`, values)
        }
      />
      <Failure of={action.failure} />
      {done !== null && <Done>{done}</Done>}
      <div class="buttons">
        {manage && (
          <>
            <Control of={batch} action={action} start={() => control('start')} stop={() => control('stop')} />
            {counts.waiting + counts.issued > 0 && (
              <RevokeAll
                of={{ batch: batch.id }}
                label={`${t('links.revoke-list')}: ${label}`}
                onRevoked={(text) => {
                  setDone(text);
                  onRevoked();
                }}
              >
                {t('links.revoke-list')}
              </RevokeAll>
            )}
          </>
        )}
        <a class="button plain" href={hrefToLines(batch.id)}>
          {t('links.show')}
        </a>
      </div>
    </article>
  );
}
