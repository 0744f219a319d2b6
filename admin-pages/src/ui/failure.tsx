/** Says why something didn't work, and what to do about it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiFailure } from '../server/api.ts';
import { CONFIG } from '../server/config.ts';
import { begin, SignedOut } from '../server/sign-in.ts';
import { duration, t } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** Nothing where nothing failed. */
export function Failure({ of, retry }: { of: unknown; retry?: () => void }) {
  if (of === null || of === undefined) return null;
  if (of instanceof SignedOut)
    return (
      <Alert of={of} comes={retry === undefined}>
        <p>{t('failure.signed-out')}</p>
        <Button onClick={() => void begin()}>{t('sign-in.again')}</Button>
      </Alert>
    );
  const failure = of instanceof ApiFailure ? of : null;
  return (
    <Alert of={of} comes={retry === undefined}>
      <p>{failure === null ? t('failure.page') : words(failure)}</p>
      <Detail of={of} />
      {retry && <Button onClick={retry}>{t('failure.retry')}</Button>}
    </Alert>
  );
}

interface AlertProperties {
  of: unknown;
  /** Into sight: the button that was pressed may be at the end of a long list. What loads by itself doesn't. */
  comes: boolean;
  children: ComponentChildren;
}

function Alert({ of, comes, children }: AlertProperties) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (comes) box.current?.scrollIntoView({ block: 'nearest' });
  }, [of, comes]);
  return (
    <div class="notice error" role="alert" ref={box}>
      {children}
    </div>
  );
}

function words({ kind, waitSeconds }: ApiFailure): string {
  if (kind === 'limit' && waitSeconds !== null)
    return t('failure.limit-wait', { time: duration(waitSeconds) });
  return t(`failure.${kind}`, { address: new URL(CONFIG.api).origin, client: CONFIG.client });
}

/** What the server or the browser says, in English. */
function Detail({ of }: { of: unknown }) {
  const lines =
    of instanceof ApiFailure && Object.keys(of.fields).length > 0
      ? Object.entries(of.fields).map(([field, message]) => `${field}: ${message}`)
      : [of instanceof Error ? of.message : String(of)];
  return (
    <ul class="detail" lang="en" dir="ltr">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
