/** Reads the parameters of a request in the filter, where Keycloak hasn't looked at the body yet. */
import type { ContainerRequestContext } from 'keycloak';
import { type Parameters, parseForm } from './parameters.ts';
import { type Problem, problem } from './problem.ts';

const ByteArrayInputStream = Java.type('java.io.ByteArrayInputStream');
const JavaString = Java.type('java.lang.String');
const StandardCharsets = Java.type('java.nio.charset.StandardCharsets');

/** The largest form of a protocol endpoint. */
const MAX_FORM_BYTES = 65_536;

/** The parameters, or why they can't be read. */
export type Read = { parameters: Parameters } | { problem: Problem };

/** The query's parameters. */
export function queryOf(request: ContainerRequestContext): Read {
  const query = request.getUriInfo().getQueryParameters();
  const parameters: Parameters = {};
  for (const name of query.keySet().toArray()) {
    const values: string[] = [];
    for (const value of query.get(name) ?? []) values.push(value);
    parameters[name] = values;
  }
  return { parameters };
}

/** The form's parameters; the body is left as it was for Keycloak. */
export function formOf(request: ContainerRequestContext): Read {
  const type = request.getHeaderString('Content-Type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return { problem: problem('invalid_request', 'Content-Type: use application/x-www-form-urlencoded') };
  }
  const bytes = request.getEntityStream().readNBytes(MAX_FORM_BYTES + 1);
  if (bytes.length > MAX_FORM_BYTES) {
    return { problem: problem('invalid_request', `the body is larger than ${MAX_FORM_BYTES} bytes`, 413) };
  }
  request.setEntityStream(new ByteArrayInputStream(bytes));
  const form = parseForm(String(new JavaString(bytes, StandardCharsets.UTF_8)));
  if (form !== null) return { parameters: form };
  return {
    problem: problem('invalid_request', 'the form is not encoded as application/x-www-form-urlencoded'),
  };
}
