/** Responses of the endpoints for applications, validated against docs/client-api.json. */
import document from '../../docs/client-api.json' with { type: 'json' };
import { apiDocument } from './openapi.ts';

export const CLIENT_API = apiDocument('client-api.json', document);
