/** Lists of users to invite: typed or uploaded, validated line by line, sent, stopped, resumed. */
import { useEffect, useState } from 'preact/hooks';
import type { InvitationBatch, LineProblem } from '../../../generated/admin-api.d.ts';
import { call, wrongFields } from '../../server/api.ts';
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
import { UNWORDED, Wording, wordingLabels } from './wording.tsx';

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
              <Batch key={batch.id} begun={batch} onProgress={onProgress} />
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
  const [worded, setWorded] = useState(UNWORDED);
  const typed = JSON.stringify([csv, client, language, worded]);
  const [kept, setKept] = useState(typed);
  useUnsaved(typed !== kept);
  const action = useAction();
  const wrong = wrongFields(action.failure);
  const check = () =>
    action.run(async () => {
      const query = {
        client_id: client.trim(),
        language,
        text: worded.text.trim(),
        lifetime_days: worded.days,
      };
      await call<InvitationBatch>(PATH, { method: 'POST', query, csv });
      setCsv('');
      setKept(JSON.stringify(['', client, language, worded]));
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
        wrong={wrong.body}
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
              // Lets the user choose the same file again once it is corrected.
              currentTarget.value = '';
            });
          }}
        />
      </label>
      <div class="row">
        <ClientField label={t('batches.client')} wrong={wrong.client_id} value={client} onInput={setClient} />
        <LanguageField
          label={t('batches.language')}
          wrong={wrong.language}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <Wording value={worded} onInput={setWorded} wrong={wrong} />
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

/** How often a running list is polled. */
const PROGRESS_MILLIS = 2000;
const DONE_KINDS = { checked: 'waits', running: 'waits', stopped: 'over', done: 'good' } as const;

function Batch({ begun, onProgress }: { begun: InvitationBatch; onProgress: () => void }) {
  const { manage } = useAbout().rights.users;
  const [batch, setBatch] = useState(begun);
  const [problems, setProblems] = useState(false);
  /** The email that was being sent when the batch was stopped hasn't been reported yet. */
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
  const say = (word: 'start' | 'stop') =>
    action.run(async () => {
      const now = await call<InvitationBatch>(`${path}/${word}`, { method: 'POST' });
      setStopping(word === 'stop');
      setBatch(now);
    });
  const good = batch.lines - batch.wrong;
  const handled = good - batch.counts.waiting;
  return (
    <article class="batch" aria-label={moment(batch.created_at)}>
      <p>
        <strong>{moment(batch.created_at)}</strong>{' '}
        <State kind={DONE_KINDS[batch.state]}>{named('batch-state', batch.state)}</State>
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
          <Button kind="primary" busy={action.busy} onClick={() => say('start')}>
            {t('batches.start', { count: good })}
          </Button>
        )}
        {manage && batch.state === 'stopped' && batch.counts.waiting > 0 && (
          <Button busy={action.busy} onClick={() => say('start')}>
            {t('batches.go-on')}
          </Button>
        )}
        {manage && batch.state === 'running' && (
          <Button busy={action.busy} onClick={() => say('stop')}>
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
