/** The few standard functions that scripts use and the engine lacks; harmless where they exist. */
// biome-ignore-all lint/suspicious/noExplicitAny: built-in prototypes are untyped here
// biome-ignore-all lint/suspicious/noPrototypeBuiltins: this is where the safe form is made
// biome-ignore-all lint/complexity/noArguments: rest parameters of a polyfill for what spread is lowered to

function add(target: any, name: string, value: unknown): void {
  if (!(name in target)) {
    Object.defineProperty(target, name, { value, enumerable: false, writable: true, configurable: true });
  }
}

// What object spread is lowered to, with any number of sources.
add(Object, 'assign', function (target: any) {
  for (let i = 1; i < arguments.length; i++) {
    const source = arguments[i];
    if (source) for (const key of Object.keys(source)) target[key] = source[key];
  }
  return target;
});
add(Object, 'hasOwn', (value: any, name: string) => Object.prototype.hasOwnProperty.call(value, name));
add(Object, 'entries', (value: any) => Object.keys(value).map((key) => [key, value[key]]));
add(Object, 'fromEntries', (entries: any) => {
  const result: any = {};
  for (const entry of entries) {
    Object.defineProperty(result, entry[0], {
      value: entry[1],
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result;
});
add(Number, 'parseInt', parseInt);
add(Array.prototype, 'includes', function (this: any[], value: unknown) {
  return this.indexOf(value) >= 0;
});
add(Array.prototype, 'find', function (this: any[], test: (value: unknown) => boolean) {
  for (const value of this) if (test(value)) return value;
  return undefined;
});
add(String.prototype, 'startsWith', function (this: string, start: string) {
  return this.slice(0, start.length) === start;
});
add(String.prototype, 'endsWith', function (this: string, end: string) {
  return end.length <= this.length && this.slice(this.length - end.length) === end;
});
add(String.prototype, 'includes', function (this: string, part: string) {
  return this.indexOf(part) >= 0;
});
