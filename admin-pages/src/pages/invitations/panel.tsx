/** A form that a button opens above a list; its heading receives the focus. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';

interface PanelProperties {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Panel({ title, onClose, children }: PanelProperties) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="section panel">
      <div class="panel-head">
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      {children}
    </section>
  );
}
