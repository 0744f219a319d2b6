/** A form that a button opens above a list; its heading receives the focus. Closing it asks before unsaved edits are lost. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { ConfirmLeaving } from './leave.tsx';
import { hasUnsaved } from './unsaved.ts';

interface PanelProperties {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Panel({ title, onClose, children }: PanelProperties) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [confirming, setConfirming] = useState(false);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="section panel">
      <div class="panel-head">
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <Button onClick={() => (hasUnsaved() ? setConfirming(true) : onClose())}>{t('close')}</Button>
      </div>
      {children}
      {confirming && <ConfirmLeaving onLeave={onClose} onStay={() => setConfirming(false)} />}
    </section>
  );
}
