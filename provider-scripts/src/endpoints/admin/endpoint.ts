/** What administrators and backends call below `/admin/realms/{realm}/linkgate`, each path with its own permissions. */
import type { AdminPermissionEvaluator, InputStream, KeycloakSession, Response } from 'keycloak';
import { problemAnswer } from '../../errors/answers.ts';
import { problem } from '../../errors/problem.ts';
import { ADMIN_RESOURCE } from '../../ids.ts';
import { pathBehind } from '../../request/own-path.ts';
import { handleLinks } from './links/endpoint.ts';

/** The endpoint's function as the host calls it. */
export const ADMIN = {
  handle(
    session: KeycloakSession,
    method: string,
    body: InputStream,
    auth: AdminPermissionEvaluator,
  ): Response {
    return pathBehind(session, ADMIN_RESOURCE) === 'links'
      ? handleLinks(session, method, body, auth)
      : problemAnswer('rest', problem('not_found')).build();
  },
};
