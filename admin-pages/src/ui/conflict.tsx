/** What another administrator has saved while a form was open. */
import { t } from '../texts/texts.ts';
import type { Labels } from './failure.tsx';
import type { Conflict } from './merge.ts';

interface ConflictProperties {
  of: Conflict;
  /** What has changed. */
  text: string;
  labels: Labels;
}

/** Lists the fields that the other administrator has changed. */
export function ConflictNotice({ of: { fields }, text, labels }: ConflictProperties) {
  return (
    <div class="notice error" role="alert">
      <p>{text}</p>
      {fields.length > 0 && (
        <p>{t('conflict', { fields: fields.map((field) => labels[field] ?? field).join(', ') })}</p>
      )}
    </div>
  );
}

/** The hint at a field that both have changed. */
export function conflictText(theirs: string): string {
  return t('conflict.value', { value: theirs || t('none') });
}
