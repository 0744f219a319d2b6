/** What was typed and isn't saved: whoever leaves the page, or closes the tab, is asked first. */
import { useLayoutEffect } from 'preact/hooks';

/** One for each form with such edits. */
const edits = new Set<object>();

/** Says of a form whether it has some; it has none any more once it is gone. */
export function useUnsaved(has: boolean): void {
  useLayoutEffect(() => {
    if (!has) return;
    const edit = {};
    edits.add(edit);
    window.addEventListener('beforeunload', ask);
    return () => {
      edits.delete(edit);
      if (edits.size === 0) window.removeEventListener('beforeunload', ask);
    };
  }, [has]);
}

/** Whether there are any. */
export function hasUnsaved(): boolean {
  return edits.size > 0;
}

/** The browser asks in its own words. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
