/** A button. While its action runs, it shows that it is busy and can't be pressed again. */
import type { ComponentChildren } from 'preact';

interface ButtonProperties {
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'plain';
  type?: 'button' | 'submit';
  busy?: boolean;
  disabled?: boolean;
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
  label,
  onClick,
}: ButtonProperties) {
  return (
    <button
      class={`button ${kind}${busy ? ' busy' : ''}`}
      type={type}
      disabled={disabled}
      aria-disabled={busy}
      aria-busy={busy}
      aria-label={label}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}
