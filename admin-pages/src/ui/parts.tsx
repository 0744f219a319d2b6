/** Building blocks of pages: heading, sections, facts, states, progress. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { CONFIG } from '../server/config.ts';
import { t } from '../texts/texts.ts';
import { Failure, type Labels } from './failure.tsx';
import type { Loaded } from './load.ts';
import { escapeInvisible } from './plain-text.ts';

interface PageProperties {
  title: string;
  /** The pages above this one, from the outermost. */
  back?: readonly { href: string; text: string }[];
  /** The view of the page that is shown, for the window's title. */
  view?: string;
  /** What belongs to the heading, such as a state. */
  beside?: ComponentChildren;
  children: ComponentChildren;
}

/** A page with its heading, which receives the focus when the page appears, so that screen readers announce it. */
export function Page({ title, view, back = [], beside, children }: PageProperties) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [...(view ? [view] : []), title, CONFIG.realmName, 'Linkgate'].join(' – ');
  }, [title, view]);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <>
      {back.length > 0 && (
        <nav class="breadcrumb" aria-label={t('breadcrumb')}>
          <ol>
            {back.map(({ href, text }) => (
              <li key={href}>
                <a href={href}>
                  <UserText>{text}</UserText>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div class="title">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {beside}
      </div>
      {children}
    </>
  );
}

/** A card; it needs no title where the page's heading says what it is. */
export function Section({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <section class="section">
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}

/** Shows loaded data, progress, or the failure. */
export function Loading<T>({
  of,
  labels,
  children,
}: {
  of: Loaded<T>;
  labels?: Labels;
  children: (data: T) => ComponentChildren;
}) {
  return (
    <div class={of.busy && of.data !== null ? 'stale' : undefined} aria-busy={of.busy}>
      <Failure of={of.failure} labels={labels} retry={of.reload} />
      {of.data === null && of.busy && <Progress />}
      {of.data !== null && children(of.data)}
    </div>
  );
}

/** Appears after a short delay. */
export function Progress({ text }: { text?: string }) {
  return (
    <p class="progress" role="status">
      {text ?? t('loading')}
    </p>
  );
}

export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A state as text, with a matching colour. */
export function State({
  kind,
  children,
}: {
  kind: 'good' | 'pending' | 'bad' | 'neutral';
  children: string;
}) {
  return <span class={`state ${kind}`}>{children}</span>;
}

/** A result that isn't an error: good news, or a warning. */
export function Notice({ kind, children }: { kind: 'good' | 'warning'; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role="status">
      {children}
    </div>
  );
}

/** Confirms a completed action. */
export function Done({ children }: { children: ComponentChildren }) {
  return <Notice kind="good">{children}</Notice>;
}

/** Untrusted text with its own direction: a name, an address or an identifier. */
export function UserText({ children, code = false }: { children: string; code?: boolean }) {
  const text = escapeInvisible(children, code);
  return code ? <code dir="ltr">{text}</code> : <bdi class="theirs">{text}</bdi>;
}

/** A client's name; its ID is the tooltip. */
export function ClientName({ of }: { of: { client_id: string; client_name: string } }) {
  return (
    <span title={of.client_id}>
      <UserText>{of.client_name}</UserText>
    </span>
  );
}

/** A text of these pages in which backticks surround commands. */
export function WithCommands({ children }: { children: string }) {
  return (
    <>
      {children.split('`').map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <code key={part} dir="ltr">
            {part}
          </code>
        ),
      )}
    </>
  );
}
