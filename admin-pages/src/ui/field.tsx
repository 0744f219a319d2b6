/** Form fields, each with its label, its hint and its error. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Rejection } from '../texts/rejection.ts';
import { ErrorText } from './error-text.tsx';

interface FieldProperties {
  label: string;
  hint?: string | undefined;
  /** The server's error message. */
  wrong?: Rejection | undefined;
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
  /** Whether the value reads from left to right in every language, as addresses and codes do. */
  leftToRight?: boolean;
}

export function TextField({
  label,
  hint,
  wrong,
  value,
  onInput,
  onLeave,
  type = 'text',
  leftToRight = false,
  ...more
}: TextProperties) {
  return (
    <Framed label={label} hint={hint} wrong={wrong}>
      {(attributes) => (
        <input
          {...attributes}
          {...more}
          {...oneType(type)}
          dir={leftToRight ? 'ltr' : undefined}
          autocomplete="off"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onChange={(event) => onLeave?.(event.currentTarget.value)}
        />
      )}
    </Framed>
  );
}

/** Preact has a separate type for most kinds of input, and none for a few. */
function oneType(type: string): { type: 'text' } {
  return { type } as { type: 'text' };
}

interface AreaProperties extends FieldProperties {
  value: string;
  onInput: (value: string) => void;
  rows?: number;
  maxLength?: number;
  leftToRight?: boolean;
}

export function AreaField({
  label,
  hint,
  wrong,
  value,
  onInput,
  leftToRight = false,
  ...more
}: AreaProperties) {
  return (
    <Framed label={label} hint={hint} wrong={wrong}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...more}
          dir={leftToRight ? 'ltr' : undefined}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Framed>
  );
}

interface ChoiceProperties extends FieldProperties {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; lang?: string }[];
}

export function ChoiceField({ label, hint, wrong, value, onChange, options }: ChoiceProperties) {
  return (
    <Framed label={label} hint={hint} wrong={wrong}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Framed>
  );
}

interface Attributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

function Framed({
  label,
  hint,
  wrong,
  children,
}: FieldProperties & { children: (attributes: Attributes) => ComponentChildren }) {
  const id = useId();
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': wrong === undefined ? undefined : true,
      })}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          <ErrorText of={wrong} />
        </p>
      )}
    </div>
  );
}

/** Radio buttons for a few choices. */
export function Switch({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}) {
  const name = useId();
  return (
    <fieldset class="switch">
      <legend>{label}</legend>
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
    </fieldset>
  );
}
