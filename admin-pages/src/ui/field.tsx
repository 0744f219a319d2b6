/** Form fields, each with a label, a hint and an error. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { Rejection } from '../texts/rejection.ts';
import { ErrorText } from './error-text.tsx';
import { UserText } from './parts.tsx';

interface FieldProperties {
  label: string;
  hint?: string | undefined;
  /** The server's error message; shown until the value is edited. */
  error?: Rejection | undefined;
}

/** The error, as long as the field has the value that the error is about. */
function useErrorOf(value: string, error: Rejection | undefined): Rejection | undefined {
  const rejected = useRef({ value, error });
  if (rejected.current.error !== error) rejected.current = { value, error };
  return rejected.current.value === value ? error : undefined;
}

interface TextProperties extends FieldProperties {
  value: string;
  onInput: (value: string) => void;
  /** Called with the typed value when the field loses the focus. */
  onLeave?: (value: string) => void;
  type?: 'text' | 'search' | 'number' | 'datetime-local';
  inputMode?: 'email';
  required?: boolean;
  min?: number | string;
  max?: number | string;
  maxLength?: number;
  placeholder?: string;
  /** The id of a `datalist` with suggestions. */
  list?: string;
  /** Whether the value is left-to-right in every language, like addresses and codes. */
  leftToRight?: boolean;
  readOnly?: boolean;
}

export function TextField({
  label,
  hint,
  error,
  value,
  onInput,
  onLeave,
  type = 'text',
  leftToRight = false,
  ...more
}: TextProperties) {
  return (
    <Field label={label} hint={hint} error={useErrorOf(value, error)}>
      {(attributes) => (
        <input
          {...attributes}
          {...more}
          {...inputType(type)}
          dir={directionOf(value, leftToRight)}
          autocomplete="off"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onChange={(event) => onLeave?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Users' text has its own direction, whatever the page's is; an empty field has the page's. */
function directionOf(value: string, leftToRight: boolean): 'ltr' | 'auto' | undefined {
  if (leftToRight) return 'ltr';
  return value === '' ? undefined : 'auto';
}

/** Preact's types don't accept a union here: most input types have separate attribute types. */
function inputType(type: string): { type: 'text' } {
  return { type } as { type: 'text' };
}

interface AreaProperties extends FieldProperties {
  value: string;
  onInput: (value: string) => void;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  leftToRight?: boolean;
  readOnly?: boolean;
}

export function AreaField({
  label,
  hint,
  error,
  value,
  onInput,
  leftToRight = false,
  ...more
}: AreaProperties) {
  return (
    <Field label={label} hint={hint} error={useErrorOf(value, error)}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...more}
          dir={directionOf(value, leftToRight)}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProperties extends FieldProperties {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; lang?: string }[];
}

export function ChoiceField({ label, hint, error, value, onChange, options }: ChoiceProperties) {
  return (
    <Field label={label} hint={hint} error={useErrorOf(value, error)}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface Attributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

function Field({
  label,
  hint,
  error,
  children,
}: FieldProperties & { children: (attributes: Attributes) => ComponentChildren }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="wrong" id={`${id}-wrong`}>
          <ErrorText of={error} />
        </p>
      )}
    </div>
  );
}

interface SegmentsProperties {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** Radio buttons for a few choices. */
export function Switch({ label, ...choice }: SegmentsProperties & { label: string }) {
  return (
    <fieldset class="switch">
      <legend>{label}</legend>
      <Segments {...choice} />
    </fieldset>
  );
}

/** The buttons of a group of the class `switch`; none is checked for a value that isn't among the options. */
export function Segments({ value, onChange, options }: SegmentsProperties) {
  const name = useId();
  return (
    <>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </>
  );
}

/** Checkboxes of which any number may be ticked, each an identifier with an explanation. */
export function Checkboxes({
  label,
  hint,
  values,
  onChange,
  options,
}: {
  label: string;
  hint: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  options: readonly { value: string; explained: ComponentChildren }[];
}) {
  const id = useId();
  return (
    <fieldset class="checkboxes" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {options.map(({ value, explained }, index) => (
        <div key={value}>
          <input
            type="checkbox"
            id={`${id}-${index}`}
            aria-describedby={`${id}-${index}-explained`}
            checked={values.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
          <label for={`${id}-${index}`}>
            <UserText code>{value}</UserText>
          </label>
          <div class="explained" id={`${id}-${index}-explained`}>
            {explained}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
