/** Copying: a text with its button, such as a code or a link, or the button alone. */
import { useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

export function Copy({ label, text }: { label: string; text: string }) {
  return (
    <div class="copy">
      <span class="label">{label}</span>
      <code dir="ltr">{text}</code>
      <CopyButton label={`${t('copy')}: ${label}`} text={text}>
        {t('copy')}
      </CopyButton>
    </div>
  );
}

/** Copies a text, and says whether it could. */
export function CopyButton({ label, text, children }: { label: string; text: string; children: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'rejected'>('ready');
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(done ? 'copied' : 'rejected');
  };
  return (
    <>
      <Button label={label} onClick={() => void copy()}>
        {children}
      </Button>
      <span role="status">
        {state === 'copied' && t('copied')}
        {state === 'rejected' && t('copy.rejected')}
      </span>
    </>
  );
}
