/** What the forms for a new application and a new API scope share. */
import type { ComponentChildren } from 'preact';
import { ApiFailure, callKeycloak } from '../../server/api.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Form } from '../../ui/form.tsx';
import type { useAction } from '../../ui/load.ts';

/** The length of Keycloak's columns, in characters. */
export const MAX_LENGTH = 255;

/** Creates it by Keycloak's own admin API; false if another one has its name. */
export async function createInKeycloak(path: string, body: object): Promise<boolean> {
  try {
    await callKeycloak(path, { method: 'POST', body });
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.kind !== 'conflict') throw failure;
    return false;
  }
}

interface NewFormProperties {
  create: () => void;
  /** What is wrong with what was entered, or null. */
  problem: string | null;
  action: ReturnType<typeof useAction>;
  submitLabel: string;
  disabled?: boolean;
  children: ComponentChildren;
}

/** The form: its fields, what is wrong, and its button. */
export function NewForm({
  create,
  problem,
  action,
  submitLabel,
  disabled = false,
  children,
}: NewFormProperties) {
  return (
    <Form onSubmit={create}>
      {children}
      {problem !== null && (
        <p class="notice error" role="alert">
          {problem}
        </p>
      )}
      <Failure of={action.failure} />
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
