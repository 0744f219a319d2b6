/** Lists of invitations: drafts to send or discard, lists that are being sent, stopped or done. */
import { useState } from 'preact/hooks';
import type { InvitationBatch } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, named, t } from '../../texts/texts.ts';
import { BatchState, Control, Created, Figures, Handled, Pause, useBatch } from '../../ui/batch.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Switch } from '../../ui/field.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Done, Loading, UserText } from '../../ui/parts.tsx';
import { useListQuery } from '../../ui/route.ts';
import { PAGE_ROWS, Pager } from '../../ui/table.tsx';
import { InvalidLines } from './invalid-lines.tsx';

const PATH = '/invitation-batches';

export function Batches() {
  const [{ first }, setQuery] = useListQuery();
  const [done, setDone] = useState<string | null>(null);
  const list = useLoaded(
    (signal) =>
      call<{ batches: InvitationBatch[]; next: number | null }>(PATH, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [first],
  );
  return (
    <Loading of={list}>
      {({ batches, next }) => {
        const newestDraft = first === 0 ? batches.find(({ state }) => state === 'draft') : undefined;
        return (
          <>
            {done !== null && <Done>{done}</Done>}
            {batches.length === 0 && <p class="empty">{t('batches.none')}</p>}
            {batches.map((batch) => (
              <Batch
                key={batch.id}
                initial={batch}
                isNewestDraft={batch.id === newestDraft?.id}
                onDiscarded={(name) => {
                  setDone(t('batches.discarded', { name }));
                  list.reload();
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
        );
      }}
    </Loading>
  );
}

interface BatchProperties {
  initial: InvitationBatch;
  isNewestDraft: boolean;
  onDiscarded: (name: string) => void;
}

function Batch({ initial, isNewestDraft, onDiscarded }: BatchProperties) {
  const { manage } = useAbout().rights.users;
  const path = `${PATH}/${encodeURIComponent(initial.id)}`;
  const { batch, action, control } = useBatch(path, initial);
  const [problems, setProblems] = useState(false);
  const [notifies, setNotifies] = useState(initial.notify_accounts);
  const [discarding, setDiscarding] = useState(false);
  const discard = useAction();
  const isDraft = batch.state === 'draft';
  const start = () => control('start', isDraft ? { notify_accounts: notifies } : {});
  const good = batch.lines - batch.wrong;
  const handled = good - batch.counts.waiting;
  const sendable = notifies ? good : good - batch.accounts;
  const name = batch.file_name ?? t('batches.pasted');
  return (
    <article class="section batch" aria-label={`${name}, ${moment(batch.created_at)}`}>
      <h3>
        <UserText>{name}</UserText> <BatchState of={batch.state} />
      </h3>
      <Created of={batch} />
      <p>
        {t('batches.valid', { count: good })}
        {batch.wrong > 0 && ` ${t('batches.invalid', { count: batch.wrong })}`}
      </p>
      {batch.ignored_columns.length > 0 && (
        <p class="notice warning">
          {t('batches.ignored')} <UserText>{batch.ignored_columns.join(', ')}</UserText>
        </p>
      )}
      {manage && isDraft && batch.accounts > 0 && (
        <Switch
          label={t('batches.accounts', { count: batch.accounts })}
          value={String(notifies)}
          onChange={(value) => setNotifies(value === 'true')}
          options={[
            { value: 'false', label: t('batches.accounts.skip') },
            { value: 'true', label: t('batches.accounts.notify') },
          ]}
        />
      )}
      {!isDraft && (
        <>
          <Handled handled={handled} of={good} />
          <Figures
            counts={batch.counts}
            of={good}
            text={(state, count) =>
              state === 'skipped'
                ? t('batches.skipped', { count })
                : t('batches.count', { state: named('invitation-state', state), count })
            }
          />
        </>
      )}
      <Pause of={batch.pause} text={(reason, values) => t(`batches.pause.${reason}`, values)} />
      <Failure of={action.failure} />
      <div class="buttons">
        {manage && isDraft && sendable > 0 && (
          <Button kind={isNewestDraft ? 'primary' : 'plain'} busy={action.busy} onClick={start}>
            {t('batches.start', { count: sendable })}
          </Button>
        )}
        {manage && <Control of={batch} action={action} start={start} stop={() => control('stop')} />}
        {batch.wrong > 0 && (
          <Button onClick={() => setProblems(!problems)}>
            {t(problems ? 'batches.problems.hide' : 'batches.problems.show')}
          </Button>
        )}
        {manage && isDraft && <Button onClick={() => setDiscarding(true)}>{t('batches.discard')}</Button>}
      </div>
      {problems && <InvalidLines path={path} heading={batch.heading} />}
      {discarding && (
        <Confirm
          title={t('batches.discard')}
          text={t('batches.discard.text', { name })}
          confirmLabel={t('batches.discard')}
          action={discard}
          work={async () => {
            await call(path, { method: 'DELETE' });
            onDiscarded(name);
          }}
          onClose={() => {
            discard.reset();
            setDiscarding(false);
          }}
        />
      )}
    </article>
  );
}
