/** Shows why a request failed, and a way to retry it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiFailure, type FailureKind } from '../server/api.ts';
import { CONFIG } from '../server/config.ts';
import { SignedOut } from '../server/sign-in.ts';
import { named, t, waitingTime } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { ErrorText } from './error-text.tsx';

/** Labels of a page's fields, by their names in the API. */
export type Labels = Readonly<Record<string, string>>;

interface FailureProperties {
  of: unknown;
  /** The page's fields. Those of a form show their errors themselves, which aren't repeated here; after a load, they are listed by label. */
  labels?: Labels | undefined;
  retry?: () => void;
}

/** Renders nothing if nothing failed. */
export function Failure({ of, labels = {}, retry }: FailureProperties) {
  if (of === null || of === undefined) return null;
  if (of instanceof SignedOut)
    return (
      <Alert of={of} scrolls={retry === undefined}>
        <p>{t('failure.signed-out')}</p>
        <div class="buttons">
          <a class="button plain" href={CONFIG.page} target="_blank" rel="noopener">
            {t('sign-in.again')}
          </a>
          {retry && <Button onClick={retry}>{t('failure.retry')}</Button>}
        </div>
      </Alert>
    );
  const failure = of instanceof ApiFailure ? of : null;
  return (
    <Alert of={of} scrolls={retry === undefined}>
      <p>{failure === null ? t('failure.page') : failureText(failure)}</p>
      <Detail of={of} labels={labels} isForm={retry === undefined} />
      {retry && <Button onClick={retry}>{t('failure.retry')}</Button>}
    </Alert>
  );
}

interface AlertProperties {
  of: unknown;
  /**
   * Whether to focus the first invalid field, or else to scroll the alert into view: the pressed button may be at the end of a long page. Not for
   * automatic loads.
   */
  scrolls: boolean;
  children: ComponentChildren;
}

function Alert({ of, scrolls, children }: AlertProperties) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!scrolls || box.current === null) return;
    const form = box.current.closest('form') ?? box.current.parentElement;
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null;
    if (invalid === null) box.current.scrollIntoView({ block: 'nearest' });
    else invalid.focus();
  }, [of, scrolls]);
  return (
    <div class="notice error" role="alert" ref={box}>
      {children}
    </div>
  );
}

function failureText({ kind, waitSeconds }: ApiFailure): string {
  if (kind === 'limit' && waitSeconds !== null)
    return t('failure.limit-wait', { time: waitingTime(waitSeconds) });
  return t(`failure.${kind}`, { address: new URL(CONFIG.api).origin, client: CONFIG.client });
}

/** Kinds for which Keycloak's own message adds no information. */
const SELF_EXPLANATORY: readonly FailureKind[] = ['forbidden', 'gone', 'limit', 'unavailable'];

/** Names a field of a line of a list, as the server does; null for any other field. */
function lineLabel(field: string): string | null {
  const [, line, name = ''] = /^lines\[(\d+)\]\.(.+)$/.exec(field) ?? [];
  return line === undefined ? null : t('batches.line-field', { line, field: named('batch-field', name) });
}

/** The server's errors for fields or for the whole request; for other failures, their English message. */
function Detail({ of, labels, isForm }: { of: unknown; labels: Labels; isForm: boolean }) {
  const failure = of instanceof ApiFailure ? of : null;
  const fields = Object.entries(failure?.fields ?? {});
  if (fields.length > 0) {
    const others = fields.filter(([field]) => !isForm || !Object.hasOwn(labels, field));
    if (others.length === 0) return null;
    return (
      <ul class="detail">
        {others.map(([field, why]) => (
          <li key={field}>
            <bdi>{labels[field] ?? lineLabel(field) ?? field}</bdi>: <ErrorText of={why} />
          </li>
        ))}
      </ul>
    );
  }
  if (failure !== null && failure.rejection === null && SELF_EXPLANATORY.includes(failure.kind)) return null;
  const message = of instanceof Error ? of.message : String(of);
  return (
    <ul class="detail">
      <li>
        <ErrorText of={failure?.rejection ?? { id: null, values: {}, message }} />
      </li>
    </ul>
  );
}
