/** What pages are made of: heading, sections, facts, states, progress. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { CONFIG } from '../server/config.ts';
import { t } from '../texts/texts.ts';
import { Failure, type Labels } from './failure.tsx';
import type { Loaded } from './load.ts';
import { visible } from './plain-text.ts';

/** A page with its heading, which has the focus as soon as the page is there, so that it is read out. */
export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${CONFIG.realmName} – Linkgate`;
  }, [title]);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </>
  );
}

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What was loaded, or that it is under way, or why it isn't there. */
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

/** Shown after a moment only. */
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

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A state in a word, with a colour that repeats it. */
export function State({ kind, children }: { kind: 'good' | 'waits' | 'bad' | 'over'; children: string }) {
  return <span class={`state ${kind}`}>{children}</span>;
}

/** Says what was done. */
export function Done({ children }: { children: ComponentChildren }) {
  return (
    <div class="notice good" role="status">
      {children}
    </div>
  );
}

/** What somebody else wrote, in its own direction: a name, an address, an identifier. */
export function Theirs({ children, code = false }: { children: string; code?: boolean }) {
  const text = visible(children, code);
  return code ? <code dir="ltr">{text}</code> : <bdi class="theirs">{text}</bdi>;
}
