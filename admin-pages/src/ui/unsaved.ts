/** Tracks unsaved edits: the user has to confirm before leaving the page or closing the tab. */
import { useLayoutEffect } from 'preact/hooks';

/** One entry for each form with unsaved edits. */
const edits = new Set<object>();

/** Registers whether a form has unsaved edits; unregisters it when it is removed. */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const edit = {};
    edits.add(edit);
    window.addEventListener('beforeunload', promptBeforeUnload);
    return () => {
      edits.delete(edit);
      if (edits.size === 0) window.removeEventListener('beforeunload', promptBeforeUnload);
    };
  }, [isUnsaved]);
}

/** Whether there are unsaved edits. */
export function hasUnsaved(): boolean {
  return edits.size > 0;
}

/** Makes the browser show its own prompt. */
function promptBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
