/** A button. While its action runs, it shows that it is busy and can't be pressed again. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface ButtonProperties {
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'plain' | 'link';
  type?: 'button' | 'submit';
  busy?: boolean;
  disabled?: boolean;
  /** Why it can't be pressed: its tooltip and description, also shown once it is pressed. */
  reason?: string | null;
  /** Whether the reason is shown before it is pressed, too. */
  explained?: boolean;
  /** What the button applies to, for its accessible name. */
  label?: string;
  onClick?: () => void;
}

export function Button({
  children,
  kind = 'plain',
  type = 'button',
  busy = false,
  disabled = false,
  reason = null,
  explained = false,
  label,
  onClick,
}: ButtonProperties) {
  const id = useId();
  const [isExplained, setExplained] = useState(false);
  const isBlocked = busy || reason !== null;
  return (
    <>
      <button
        class={`button ${kind}${busy ? ' busy' : ''}`}
        type={type}
        disabled={disabled}
        aria-disabled={isBlocked}
        aria-busy={busy}
        aria-label={label}
        aria-describedby={reason === null ? undefined : id}
        title={reason ?? undefined}
        onClick={
          isBlocked
            ? (event) => {
                event.preventDefault();
                setExplained(!isExplained);
              }
            : onClick
        }
      >
        {children}
      </button>
      {reason !== null && (
        <span id={id} class={explained || isExplained ? 'hint' : 'unseen'}>
          {reason}
        </span>
      )}
    </>
  );
}
