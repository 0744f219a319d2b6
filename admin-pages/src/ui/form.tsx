/** A form that is submitted by script, and buttons in a row of its fields. */
import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** Calls `onSubmit` instead of the browser's default action. */
export function Form({
  class: name,
  onSubmit,
  children,
}: {
  class?: 'filters' | 'row' | 'section' | 'settings';
  onSubmit: () => void;
  children: ComponentChildren;
}) {
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Buttons beside fields, in a form of the class `filters` or `row`: aligned with the fields' controls. */
export function AtControl({ children }: { children: ComponentChildren }) {
  return (
    <div class="at-control">
      <div class="control">{children}</div>
    </div>
  );
}

/** The buttons of a form that edits what a card shows. */
export function SaveOrCancel({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <div class="buttons">
      <Button kind="primary" type="submit" busy={busy}>
        {t('save')}
      </Button>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </div>
  );
}
