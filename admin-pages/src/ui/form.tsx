/** A form that is submitted by script. */
import type { ComponentChildren } from 'preact';

/** Calls `onSubmit` instead of the browser's default action. */
export function Form({
  class: name,
  onSubmit,
  children,
}: {
  class?: 'filters' | 'row' | 'section';
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
