/** Tracks what would be lost: the user has to confirm before leaving the page or closing the tab. */
import { useLayoutEffect } from 'preact/hooks';
import type { TextKey } from '../texts/texts.ts';

/** What is lost: edits that weren't saved, or what is shown only once. */
type Loss = 'edits' | 'shown-once';

/** The texts of the question. */
const QUESTIONS: Readonly<Record<Loss, { title: TextKey; text: TextKey; leave: TextKey }>> = {
  edits: { title: 'unsaved', text: 'unsaved.text', leave: 'unsaved.leave' },
  'shown-once': { title: 'shown-once', text: 'shown-once.text', leave: 'shown-once.leave' },
};

/** One entry for each form with unsaved edits, and each thing that is shown once. */
const losses = new Set<{ readonly loss: Loss }>();

/** Registers whether a form has unsaved edits; unregisters it when it is removed. */
export function useUnsaved(isUnsaved: boolean): void {
  useLoss(isUnsaved, 'edits');
}

/** Registers that something is shown that the server won't show again. */
export function useShownOnce(): void {
  useLoss(true, 'shown-once');
}

function useLoss(isLost: boolean, loss: Loss): void {
  useLayoutEffect(() => {
    if (!isLost) return;
    const entry = { loss };
    losses.add(entry);
    window.addEventListener('beforeunload', promptBeforeUnload);
    return () => {
      losses.delete(entry);
      if (losses.size === 0) window.removeEventListener('beforeunload', promptBeforeUnload);
    };
  }, [isLost]);
}

/** Whether leaving loses something. */
export function hasUnsaved(): boolean {
  return losses.size > 0;
}

/** The texts of the question before leaving. Edits count before what is shown once, which was there to read. */
export function leavingQuestion(): (typeof QUESTIONS)[Loss] {
  return QUESTIONS[[...losses].every(({ loss }) => loss === 'shown-once') ? 'shown-once' : 'edits'];
}

/** Makes the browser show its own prompt. */
function promptBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
