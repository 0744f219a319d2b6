/** A form that is submitted by script, and buttons in a row of its fields. */
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

/** Buttons beside fields, in a form of the class `filters` or `row`: aligned with the fields' controls. */
export function AtControl({ children }: { children: ComponentChildren }) {
  return (
    <div class="at-control">
      <div class="control">{children}</div>
    </div>
  );
}
