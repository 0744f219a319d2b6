/** A text with a button that copies it: a code or a link. */
import { useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

export function Copy({ label, text }: { label: string; text: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'rejected'>('ready');
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(done ? 'copied' : 'rejected');
  };
  return (
    <div class="copy">
      <span class="label">{label}</span>
      <code dir="ltr">{text}</code>
      <Button label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
        {t('copy')}
      </Button>
      <span role="status">
        {state === 'copied' && t('copied')}
        {state === 'rejected' && t('copy.rejected')}
      </span>
    </div>
  );
}
