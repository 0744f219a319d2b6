/** What lists of invitations and of links share: progress that follows the server, state, pause, and buttons to stop and resume. */
import { useEffect, useState } from 'preact/hooks';
import type { BatchPause, InvitationBatch, LinkBatch } from '../../generated/admin-api.d.ts';
import { call } from '../server/api.ts';
import { duration, moment, named, t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { figuresOf } from './figures.ts';
import { type Action, useAction } from './load.ts';
import { State, UserText } from './parts.tsx';

type AnyBatch = InvitationBatch | LinkBatch;

/** Polling interval of a running batch. */
const PROGRESS_MILLIS = 2000;

/** A batch as it is now, and what starts or stops it; `path` is its path in the API. A list that reloads gives it anew. */
export function useBatch<B extends AnyBatch>(path: string, initial: B) {
  const [batch, setBatch] = useState(initial);
  /** After a stop: the email that was being sent isn't counted yet. */
  const [stopping, setStopping] = useState(false);
  const action = useAction();
  useEffect(() => setBatch(initial), [initial]);
  useEffect(() => {
    if (batch.state !== 'running' && !stopping) return;
    const timer = setTimeout(async () => {
      const now = await call<B>(path).catch(() => batch);
      setStopping(false);
      setBatch({ ...now });
    }, PROGRESS_MILLIS);
    return () => clearTimeout(timer);
  }, [batch, stopping]);
  const control = (command: 'start' | 'stop', query: Readonly<Record<string, boolean>> = {}) =>
    action.run(async () => {
      const now = await call<B>(`${path}/${command}`, { method: 'POST', query });
      setStopping(command === 'stop');
      setBatch(now);
    });
  return { batch, action, control };
}

const STATE_KINDS = { draft: 'neutral', running: 'neutral', stopped: 'bad', done: 'good' } as const;

export function BatchState({ of }: { of: AnyBatch['state'] }) {
  return <State kind={STATE_KINDS[of]}>{named('batch-state', of)}</State>;
}

/** When it was created, and by whom. */
export function Created({ of: { created_at, created_by } }: { of: AnyBatch }) {
  return (
    <p class="hint">
      {moment(created_at)}
      {created_by !== null && (
        <>
          {' · '}
          <UserText>{created_by}</UserText>
        </>
      )}
    </p>
  );
}

export function Handled({ handled, of }: { handled: number; of: number }) {
  return (
    <p>
      <progress max={Math.max(1, of)} value={handled} aria-label={t('batches.progress')} />{' '}
      <span role="status">{t('batches.handled', { handled, good: of })}</span>
    </p>
  );
}

interface FiguresProperties {
  counts: Readonly<Record<string, number>>;
  of: number;
  text: (state: string, count: number) => string;
}

/** How many lines are in which state; with the lines that are no longer stored, they are all lines of the list. */
export function Figures({ counts, of, text }: FiguresProperties) {
  const { states, gone } = figuresOf(counts, of);
  const texts = states.map(([state, count]) => text(state, count));
  if (gone > 0) texts.push(t('batches.gone', { count: gone }));
  return texts.length === 0 ? null : <p class="hint">{texts.join(' · ')}</p>;
}

interface PauseProperties {
  of: BatchPause | null;
  text: (reason: BatchPause['reason'], values: Readonly<Record<string, string | number>>) => string;
}

/** Why it isn't being sent. */
export function Pause({ of, text }: PauseProperties) {
  if (of === null) return null;
  const { reason, until, limit } = of;
  return (
    <p class="notice warning" role="status">
      {text(reason, {
        time: until === null ? '' : moment(until),
        count: limit?.count ?? 0,
        window: duration(limit?.seconds ?? 0),
      })}
    </p>
  );
}

interface ControlProperties {
  of: AnyBatch;
  action: Action;
  start: () => void;
  stop: () => void;
}

/** Resumes a batch that was stopped, or stops one that is running. */
export function Control({ of: { state, counts }, action, start, stop }: ControlProperties) {
  if (state === 'stopped' && counts.waiting > 0)
    return (
      <Button busy={action.busy} onClick={start}>
        {t('batches.go-on')}
      </Button>
    );
  if (state !== 'running') return null;
  return (
    <Button busy={action.busy} onClick={stop}>
      {t('batches.stop')}
    </Button>
  );
}
