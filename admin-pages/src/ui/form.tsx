/** A form that the page itself takes care of. */
import type { ComponentChildren } from 'preact';

/** Calls `onSubmit` in place of what the browser would do. */
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
