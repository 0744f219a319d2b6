/** Modal dialogs: confirm an irreversible action, or show a value once. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import type { Action } from './load.ts';

interface DialogProperties {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
  buttons: ComponentChildren;
}

/** Open while it is rendered; Escape closes it, and the focus returns to the previous element. */
function Dialog({ title, children, onClose, buttons }: DialogProperties) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const focused = document.activeElement;
    dialog.current?.showModal();
    // Browsers restore the focus when a dialog is closed, not when its element is removed.
    return () => focused instanceof HTMLElement && focused.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} aria-describedby={`${id}-text`} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <div class="buttons">{buttons}</div>
    </dialog>
  );
}

interface ConfirmProperties {
  title: string;
  text: ComponentChildren;
  confirmLabel: string;
  /** Whether it can be undone later. */
  reversible?: boolean;
  action: Action;
  work: () => Promise<void>;
  onClose: () => void;
}

/** Confirms an action; closes when it succeeds. */
export function Confirm({
  title,
  text,
  confirmLabel,
  reversible = false,
  action,
  work,
  onClose,
}: ConfirmProperties) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind={reversible ? 'primary' : 'danger'}
            busy={action.busy}
            onClick={() => action.run(async () => work().then(onClose))}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
      <Failure of={action.failure} />
    </Dialog>
  );
}
