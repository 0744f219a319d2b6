/** Batches of invitations: lists of users that are typed or uploaded, validated line by line, sent, stopped and resumed. */
import { useEffect, useState } from 'preact/hooks';
import type { InvitationBatch, LineProblem } from '../../../generated/admin-api.d.ts';
import { call, fieldErrors } from '../../server/api.ts';
import { useAbout } from '../../server/rights.ts';
import { moment, named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ClientField } from '../../ui/client-field.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Loading, State } from '../../ui/parts.tsx';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { LanguageField } from './language.tsx';
import { DEFAULT_WORDING, Wording, wordingLabels } from './wording.tsx';

const PATH = '/invitation-batches';

export function Batches({ onProgress }: { onProgress: () => void }) {
  const { manage } = useAbout().rights.users;
  const [first, setFirst] = useState(0);
  const list = useLoaded(
    (signal) =>
      call<{ batches: InvitationBatch[]; next: number | null }>(PATH, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [first],
  );
  return (
    <>
      {manage && <NewBatch onChecked={() => (first === 0 ? list.reload() : setFirst(0))} />}
      <Loading of={list}>
        {({ batches, next }) => (
          <>
            {batches.map((batch) => (
              <Batch key={batch.id} initial={batch} onProgress={onProgress} />
            ))}
            <Pager first={first} shown={batches.length} next={next} onFirst={setFirst} />
          </>
        )}
      </Loading>
    </>
  );
}

function NewBatch({ onChecked }: { onChecked: () => void }) {
  const [csv, setCsv] = useState('');
  const [client, setClient] = useState('');
  const [language, setLanguage] = useState('');
  const [wording, setWording] = useState(DEFAULT_WORDING);
  const draft = JSON.stringify([csv, client, language, wording]);
  const [savedDraft, setSavedDraft] = useState(draft);
  useUnsaved(draft !== savedDraft);
  const action = useAction();
  const errors = fieldErrors(action.failure);
  const check = () =>
    action.run(async () => {
      const query = {
        client_id: client.trim(),
        language,
        text: wording.text.trim(),
        lifetime_days: wording.days,
      };
      await call<InvitationBatch>(PATH, { method: 'POST', query, csv });
      setCsv('');
      setSavedDraft(JSON.stringify(['', client, language, wording]));
      onChecked();
    });
  return (
    <Form
      onSubmit={() => {
        check();
      }}
    >
      <AreaField
        label={t('batches.csv')}
        hint={t('batches.csv.hint')}
        error={errors.body}
        value={csv}
        onInput={setCsv}
        rows={6}
        leftToRight
      />
      <label class="upload">
        {t('batches.upload')}{' '}
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file === undefined) return;
            action.run(async () => {
              setCsv(await file.text());
              // Allows the same file to be chosen again after it was corrected.
              currentTarget.value = '';
            });
          }}
        />
      </label>
      <div class="row">
        <ClientField
          label={t('batches.client')}
          error={errors.client_id}
          value={client}
          onInput={setClient}
        />
        <LanguageField
          label={t('batches.language')}
          error={errors.language}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <Wording value={wording} onInput={setWording} errors={errors} />
      <Failure
        of={action.failure}
        labels={{
          body: t('batches.csv'),
          client_id: t('batches.client'),
          language: t('batches.language'),
          ...wordingLabels(),
        }}
      />
      <Button type="submit" busy={action.busy} disabled={csv.trim() === ''}>
        {t('batches.check')}
      </Button>
    </Form>
  );
}

/** Polling interval of a running batch. */
const PROGRESS_MILLIS = 2000;
const STATE_KINDS = { checked: 'pending', running: 'pending', stopped: 'inactive', done: 'good' } as const;

function Batch({ initial, onProgress }: { initial: InvitationBatch; onProgress: () => void }) {
  const { manage } = useAbout().rights.users;
  const [batch, setBatch] = useState(initial);
  const [problems, setProblems] = useState(false);
  /** After a stop: the email that was being sent isn't counted yet. */
  const [stopping, setStopping] = useState(false);
  const action = useAction();
  const path = `${PATH}/${encodeURIComponent(batch.id)}`;
  useEffect(() => {
    if (batch.state !== 'running' && !stopping) return;
    const timer = setTimeout(async () => {
      const now = await call<InvitationBatch>(path).catch(() => batch);
      setStopping(false);
      setBatch({ ...now });
      if (now.state !== 'running') onProgress();
    }, PROGRESS_MILLIS);
    return () => clearTimeout(timer);
  }, [batch, stopping]);
  const control = (command: 'start' | 'stop') =>
    action.run(async () => {
      const now = await call<InvitationBatch>(`${path}/${command}`, { method: 'POST' });
      setStopping(command === 'stop');
      setBatch(now);
    });
  const good = batch.lines - batch.wrong;
  const handled = good - batch.counts.waiting;
  return (
    <article class="batch" aria-label={moment(batch.created_at)}>
      <p>
        <strong>{moment(batch.created_at)}</strong>{' '}
        <State kind={STATE_KINDS[batch.state]}>{named('batch-state', batch.state)}</State>
      </p>
      <p>{t('batches.lines', { good, wrong: batch.wrong })}</p>
      {batch.state !== 'checked' && (
        <p>
          <progress max={Math.max(1, good)} value={handled} aria-label={t('batches.progress')} />{' '}
          <span role="status">{t('batches.handled', { handled, good })}</span>
        </p>
      )}
      {batch.state !== 'checked' && (
        <p class="hint">
          {Object.entries(batch.counts)
            .filter(([, count]) => count > 0)
            .map(([state, count]) => t('batches.count', { state: named('invitation-state', state), count }))
            .join(' · ')}
        </p>
      )}
      <Failure of={action.failure} />
      <div class="buttons">
        {manage && batch.state === 'checked' && good > 0 && (
          <Button kind="primary" busy={action.busy} onClick={() => control('start')}>
            {t('batches.start', { count: good })}
          </Button>
        )}
        {manage && batch.state === 'stopped' && batch.counts.waiting > 0 && (
          <Button busy={action.busy} onClick={() => control('start')}>
            {t('batches.go-on')}
          </Button>
        )}
        {manage && batch.state === 'running' && (
          <Button busy={action.busy} onClick={() => control('stop')}>
            {t('batches.stop')}
          </Button>
        )}
        {batch.wrong > 0 && <Button onClick={() => setProblems(!problems)}>{t('batches.problems')}</Button>}
      </div>
      {problems && <Problems path={path} />}
    </article>
  );
}

function Problems({ path }: { path: string }) {
  const [first, setFirst] = useState(0);
  const list = useLoaded(
    (signal) =>
      call<{ problems: LineProblem[]; next: number | null }>(`${path}/problems`, {
        query: { first, max: PAGE_ROWS },
        signal,
      }),
    [path, first],
  );
  return (
    <Loading of={list}>
      {({ problems, next }) => (
        <>
          <Table
            caption={t('batches.problems')}
            rows={problems}
            keyOf={({ line, field }) => `${line} ${field}`}
            empty={t('none')}
            columns={[
              { title: t('batches.line'), cell: ({ line }) => String(line) },
              { title: t('batches.field'), cell: ({ field }) => named('batch-field', field) },
              { title: t('batches.wrong'), cell: (why) => <ErrorText of={why} /> },
            ]}
          />
          <Pager first={first} shown={problems.length} next={next} onFirst={setFirst} />
        </>
      )}
    </Loading>
  );
}
