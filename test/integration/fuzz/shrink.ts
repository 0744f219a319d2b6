/** Shrinks a failing request while it still fails in the same way. */
import type { FuzzRequest, Pairs } from './endpoints.ts';

/** Returns what is wrong with the response to a request, or null. */
export type Probe = (request: FuzzRequest) => Promise<string | null>;

/** Removes everything that the failure doesn't need. */
export async function shrink(request: FuzzRequest, problem: string, probe: Probe): Promise<FuzzRequest> {
  let smallest = request;
  for (let progress = true; progress; ) {
    progress = false;
    for (const candidate of smaller(smallest)) {
      if ((await probe(candidate)) !== problem) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }
  return smallest;
}

/** Every variant of the request with one part removed. */
function* smaller(request: FuzzRequest): Generator<FuzzRequest> {
  const { query, headers, body } = request;
  if (body !== null && body.length > 0) yield { ...request, body: '' };
  yield* without(query).map((less) => ({ ...request, query: less }));
  yield* without(headers).map((less) => ({ ...request, headers: less }));
  if (Array.isArray(body)) yield* without(body).map((less) => ({ ...request, body: less }));
  if (typeof body === 'string' && body.length > 1) {
    yield { ...request, body: body.slice(0, body.length >> 1) };
    yield { ...request, body: body.slice(body.length >> 1) };
  }
  yield* shorter(query).map((less) => ({ ...request, query: less }));
  if (Array.isArray(body)) yield* shorter(body).map((less) => ({ ...request, body: less }));
}

function without(pairs: Pairs): Pairs[] {
  return pairs.map((_, index) => pairs.toSpliced(index, 1));
}

/** Long values halved. */
function shorter(pairs: Pairs): Pairs[] {
  return pairs.flatMap(([name, value], index): Pairs[] =>
    value.length < 2 || (value.startsWith('%') && value.length < 4)
      ? []
      : [pairs.toSpliced(index, 1, [name, value.slice(0, value.length >> 1)])],
  );
}
