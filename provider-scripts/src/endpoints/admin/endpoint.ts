/**
 * What administrators and backends call below `/admin/realms/{realm}/linkgate` (contract, section 4.15; docs/admin-api.json). Each function
 * checks the caller's permissions before anything else.
 */
import type { AdminPermissionEvaluator, InputStream, KeycloakSession, Response } from 'keycloak';
import { ADMIN_RESOURCE } from '../../ids.ts';
import type { AdminHandler } from '../../request/admin-call.ts';
import { pathBehind } from '../../request/own-path.ts';
import { type Routes, route } from '../../request/routes.ts';
import { adminMethodNotAllowed, notFoundResponse } from '../../response/responses.ts';
import { answerAbout } from './about/endpoint.ts';
import { setApproval } from './clients/approval.ts';
import { answerBrand, previewBrand, sendTestMail, setBrand } from './clients/brand.ts';
import { answerClient, answerClients, removeClient } from './clients/endpoint.ts';
import {
  answerBatch,
  answerBatches,
  answerWrongLines,
  checkBatch,
  start,
  stop,
} from './invitations/batches.ts';
import { answerInvitations, invite, resend, withdraw } from './invitations/endpoint.ts';
import { setInvitationSettings } from './invitations/settings.ts';
import { createLink } from './links/endpoint.ts';
import { answerOverview } from './overview/endpoint.ts';
import { forgetDevice, forgetDevices, signOutPerson } from './people/actions.ts';
import { lookUpPerson } from './people/look-up.ts';
import { answerProblems } from './problems/endpoint.ts';
import { liftLimits, lookUpCaller } from './rate-limits/callers.ts';
import { answerPolicies, setPolicies } from './rate-limits/policies.ts';
import { answerReferrals, createReferral, withdrawReferral } from './referrals/endpoint.ts';
import { answerBrought } from './referrals/people.ts';

const ROUTES: Routes<AdminHandler> = {
  '/': { GET: answerAbout },
  '/clients': { GET: answerClients },
  '/clients/{id}': { GET: answerClient, DELETE: removeClient },
  '/clients/{id}/approval': { PUT: setApproval },
  '/clients/{id}/brand': { GET: answerBrand, PUT: setBrand },
  '/clients/{id}/brand/preview': { POST: previewBrand },
  '/clients/{id}/brand/test-mail': { POST: sendTestMail },
  '/invitation-batches': { GET: answerBatches, POST: checkBatch },
  '/invitation-batches/{id}': { GET: answerBatch },
  '/invitation-batches/{id}/problems': { GET: answerWrongLines },
  '/invitation-batches/{id}/start': { POST: start },
  '/invitation-batches/{id}/stop': { POST: stop },
  '/invitation-settings': { PUT: setInvitationSettings },
  '/invitations': { GET: answerInvitations, POST: invite },
  '/invitations/{id}/resend': { POST: resend },
  '/invitations/{id}/withdraw': { POST: withdraw },
  '/links': { POST: createLink },
  '/overview': { GET: answerOverview },
  '/people/look-up': { POST: lookUpPerson },
  '/people/{id}/devices': { DELETE: forgetDevices },
  '/people/{id}/devices/{device}': { DELETE: forgetDevice },
  '/people/{id}/sign-out': { POST: signOutPerson },
  '/problems': { GET: answerProblems },
  '/rate-limits/lift': { POST: liftLimits },
  '/rate-limits/look-up': { POST: lookUpCaller },
  '/rate-policies': { GET: answerPolicies, PUT: setPolicies },
  '/referrals': { GET: answerReferrals, POST: createReferral },
  '/referrals/{id}': { DELETE: withdrawReferral },
  '/referrals/{id}/people': { GET: answerBrought },
};

/** The endpoint's function as the host calls it. */
export const ADMIN = {
  handle(
    session: KeycloakSession,
    method: string,
    body: InputStream,
    auth: AdminPermissionEvaluator,
  ): Response {
    const found = route(ROUTES, pathBehind(session, ADMIN_RESOURCE), method);
    if (found === null) return notFoundResponse();
    if ('allowed' in found) return adminMethodNotAllowed(found.allowed);
    return found.handler({ session, auth, body, ids: found.ids });
  },
};
