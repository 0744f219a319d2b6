/** Asks before the user leaves a page and loses something. */
import { t } from '../texts/texts.ts';
import { Confirm } from './dialog.tsx';
import { useAction } from './load.ts';
import { leavingQuestion } from './unsaved.ts';

export function ConfirmLeaving({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const action = useAction();
  const { title, text, leave } = leavingQuestion();
  return (
    <Confirm
      title={t(title)}
      text={t(text)}
      confirmLabel={t(leave)}
      action={action}
      work={async () => onLeave()}
      onClose={onStay}
    />
  );
}
