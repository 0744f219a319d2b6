/** A form whose values other administrators may save while it is open. */
import { useState } from 'preact/hooks';
import { ApiFailure } from '../server/api.ts';
import { type Conflict, merge, type Values } from './merge.ts';

interface SharedFormProperties<Stored> {
  /** What the form was opened with. */
  loaded: Stored;
  /** The form's values for what is stored. */
  valuesOf: (stored: Stored) => Values;
  /** Loads what is stored now. */
  load: () => Promise<Stored>;
  /** The id of the rejection of a change that names an outdated version. */
  outdated: 'branding-changed' | 'client-changed' | 'limits-changed' | 'settings-changed';
}

export function useSharedForm<Stored>({ loaded, valuesOf, load, outdated }: SharedFormProperties<Stored>) {
  const [stored, setStored] = useState(loaded);
  const saved = valuesOf(stored);
  const [draft, setDraft] = useState(saved);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  return {
    stored,
    saved,
    draft,
    setDraft,
    conflict,
    isEdited: Object.keys(saved).some((field) => draft[field] !== saved[field]),
    /** Shows what was just saved. */
    showSaved(now: Stored): void {
      setStored(now);
      setDraft(valuesOf(now));
      setConflict(null);
    },
    /** Sends a change. If another administrator was faster, takes their changes over instead and returns null. */
    async send<Response>(change: () => Promise<Response>): Promise<Response | null> {
      try {
        return await change();
      } catch (failure) {
        if (!(failure instanceof ApiFailure && failure.rejection?.id === outdated)) throw failure;
      }
      const current = await load();
      const merged = merge(saved, draft, valuesOf(current));
      setStored(current);
      setDraft(merged.draft);
      setConflict(merged.conflict);
      return null;
    },
  };
}
