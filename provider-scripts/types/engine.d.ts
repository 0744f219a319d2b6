// biome-ignore-all lint/suspicious/noShadowRestrictedNames: this file says which of them the engine has
/**
 * What scripts may use beyond ES5. What isn't declared here fails the type check: `for…of` and spread over a Map, a Set or a string
 * (lowered to what goes by index), Promise, Proxy, URL, Intl, console.
 */
interface SymbolConstructor {
  readonly iterator: unique symbol;
  readonly hasInstance: unique symbol;
}
declare var Symbol: SymbolConstructor;
interface IteratorResult<T> {
  done?: boolean;
  value: T;
}
interface Iterator<T> {
  next(): IteratorResult<T>;
}
interface Iterable<T, _TReturn = unknown, _TNext = unknown> {
  [Symbol.iterator](): Iterator<T>;
}
interface IterableIterator<T, _TReturn = unknown, _TNext = unknown> extends Iterator<T> {
  [Symbol.iterator](): IterableIterator<T>;
}
interface Array<T> {
  [Symbol.iterator](): IterableIterator<T>;
  includes(value: T): boolean;
  find(test: (value: T) => boolean): T | undefined;
}
interface ReadonlyArray<T> {
  [Symbol.iterator](): IterableIterator<T>;
  includes(value: T): boolean;
  find(test: (value: T) => boolean): T | undefined;
}
interface ObjectConstructor {
  hasOwn(value: object, name: string): boolean;
  assign<T extends object, U>(target: T, source: U): T & U;
  entries<T>(value: Record<string, T>): [string, T][];
  fromEntries<T>(entries: readonly (readonly [string, T])[]): Record<string, T>;
}
interface NumberConstructor {
  parseInt(text: string, radix: number): number;
}
interface String {
  startsWith(start: string): boolean;
  normalize(form: 'NFC' | 'NFD'): string;
  endsWith(end: string): boolean;
  includes(part: string): boolean;
}
interface Map<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): this;
  has(key: K): boolean;
  readonly size: number;
}
interface MapConstructor {
  new <K, V>(): Map<K, V>;
}
declare var Map: MapConstructor;
interface Set<T> {
  add(value: T): this;
  has(value: T): boolean;
  readonly size: number;
}
interface SetConstructor {
  new <T>(): Set<T>;
}
declare var Set: SetConstructor;
declare const Reflect: { ownKeys(value: object): string[] };

/** The host's bridge to Java. */
declare const Java: {
  /** Lets nobody change an object any more; what a function closes over, else null, and undefined for an object of Java's. */
  seal(value: object): unknown;
  /** The value as Java's maps, lists, texts and numbers; Java objects in it stay. */
  toJava(value: unknown): unknown;
  /** A Java map as a plain object, with arrays for the lists in it. */
  record<T>(
    map: import('./generated/java.d.ts').JavaMap<string, import('./generated/java.d.ts').JavaList<T>>,
  ): Record<string, T[]>;
  record<T>(map: import('./generated/java.d.ts').JavaMap<string, T>): Readonly<Record<string, T>>;
  /** The script's own values that it keeps with a session, or with what constant methods have returned of it. */
  valuesOf(
    object: import('./generated/java.d.ts').KeycloakSession | import('./generated/java.d.ts').RealmModel,
  ): Record<string, unknown>;
  type(name: 'byte[]'): {
    readonly class: {
      isInstance(value: unknown): value is import('./generated/java.d.ts').JavaArray<number>;
    };
  };
  type<N extends keyof import('./generated/java.d.ts').JavaClasses>(
    name: N,
  ): import('./generated/java.d.ts').JavaClasses[N];
};

/**
 * The files of the administrators' pages, below their theme's address, and what is shown where scripts are off; the build puts each in place
 * of its whole name here.
 */
declare const ADMIN_PAGES: {
  readonly app: { readonly js: string; readonly css: string };
  readonly silent: { readonly js: string };
  readonly withoutScripts: string;
};
