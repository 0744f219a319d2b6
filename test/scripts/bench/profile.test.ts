import { expect, test } from 'vitest';
import { SampleCounter } from '../../../scripts/bench/profile.ts';

/** What `jfr print` says of one sample. */
function sample(...frames: string[]): string {
  const stack = frames.map((frame) => `    ${frame}  line: 1`);
  return ['jdk.ExecutionSample {', '  stackTrace = [', ...stack, '    ...', '  ]', '}', ''].join('\n');
}

function sharesOf(...samples: string[]) {
  const counter = new SampleCounter();
  for (const line of samples.join('\n').split('\n')) counter.read(line);
  return Object.fromEntries(counter.shares().map(({ name, values }) => [name, values[0]]));
}

test('a sample counts once, for the uppermost known frame', () => {
  const rsa = sample(
    'java.lang.Integer.valueOf(int)',
    'java.math.BigInteger.oddModPow(BigInteger)',
    'org.keycloak.Foo.bar()',
  );
  const script = sample('org.linkgate.host.Scripts.call()', 'org.keycloak.Foo.bar()');
  expect(sharesOf(rsa, rsa, rsa, script)).toEqual({
    'signatures and hashes': 75,
    'scripts and their engine': 25,
  });
});

test('reflection belongs to the calls from the script into Java', () => {
  const call = sample(
    'jdk.internal.reflect.DirectMethodHandleAccessor.invoke(Object, Object[])',
    'org.linkgate.rhino.javascript.MemberBox.invoke(Object, Object[])',
    'org.linkgate.script.Script1.send()',
  );
  const script = sample('org.linkgate.rhino.javascript.ScriptRuntime.add()', 'org.keycloak.Foo.bar()');
  expect(sharesOf(call, script)).toEqual({
    'calls from the script into Java': 50,
    'scripts and their engine': 50,
  });
});

test('unknown frames are counted as well', () => {
  expect(sharesOf(sample('com.example.Foo.bar()'), sample('org.keycloak.Foo.bar()'))).toEqual({
    others: 50,
    Keycloak: 50,
  });
});
