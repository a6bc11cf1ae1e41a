import { describeScim } from '../account/scim/describeScim.ts'
import { changeGroup, createGroup, findGroups, readGroup, removeGroup } from '../account/scim/groups.ts'
import type { Directory } from '../account/scim/ScimServices.ts'
import { changeUser, createUser, findUsers, readUser, removeUser } from '../account/scim/users.ts'
import type {
  ScimCreateCall,
  ScimDeleteCall,
  ScimDescribeCall,
  ScimFindCall,
  ScimPatchCall,
  ScimReadCall,
  ScimReplaceCall,
} from '../call/scim/ScimCall.ts'
import {
  parseScimCreate,
  parseScimDelete,
  parseScimFind,
  parseScimPatch,
  parseScimRead,
  parseScimReplace,
  scimTakes,
} from '../call/scim/parseScim.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { Failure } from '../failure/failure.ts'
import type { Facts } from './AnsweredOperation.ts'
import { operationOf } from './operation.ts'
import type { Services } from './Services.ts'

type AnyScimCall =
  | ScimCreateCall
  | ScimDeleteCall
  | ScimDescribeCall
  | ScimFindCall
  | ScimPatchCall
  | ScimReadCall
  | ScimReplaceCall

/**
 * Makes a row of SCIM. A directory that asks for more than a person would is told to wait; the key is always looked up,
 * so that it has ended everywhere at once.
 */
function scim<C extends AnyScimCall, const Writes extends boolean = false>(
  row: Pick<Facts<C, Writes>, 'route' | 'writes' | 'body' | 'parse'>,
  execute: (call: C, directory: Directory, services: Services) => Promise<Envelope> | Envelope,
) {
  return operationOf<C, undefined, Directory, Writes>(
    { ...row, isScim: true, takes: scimTakes, seeable: false, about: 'scim' },
    {
      mayUseCache: () => false,
      permit: () => undefined,
      plan: (_, __, { deadline }, services, caller) => {
        if (services.scim.rate.admits(String(caller.credential.id))) return { caller, deadline }
        throw new Failure('too-many-attempts', 'Too many requests. Wait for a second.', { retryAfter: 1 })
      },
      execute: (directory, services, call) => execute(call, directory, services),
    },
  )
}

/** The operations of SCIM 2.0 (RFC 7643, RFC 7644), by which directories manage users. */
export const scimOperations = {
  scimFind: scim({ route: 'GET /scim/v2/:resource', parse: parseScimFind }, (call, _, services) => {
    if (call.operation === 'scimDescribe') return describeScim(call, services.scim, services.about.limits.maxLimit)
    return call.resource === 'Users' ? findUsers(call, services) : findGroups(call, services)
  }),
  scimRead: scim({ route: 'GET /scim/v2/:resource/:id', parse: parseScimRead }, (call, _, services) => {
    if (call.operation === 'scimDescribe') return describeScim(call, services.scim, services.about.limits.maxLimit)
    return call.resource === 'Users' ? readUser(call, services) : readGroup(call, services)
  }),
  scimCreate: scim(
    { route: 'POST /scim/v2/:resource', writes: true, body: 'scim', parse: parseScimCreate },
    (call, ...of) => (call.resource === 'Users' ? createUser(call, ...of) : createGroup(call, ...of)),
  ),
  scimReplace: scim(
    { route: 'PUT /scim/v2/:resource/:id', writes: true, body: 'scim', parse: parseScimReplace },
    (call, ...of) => (call.resource === 'Users' ? changeUser(call, ...of) : changeGroup(call, ...of)),
  ),
  scimPatch: scim(
    { route: 'PATCH /scim/v2/:resource/:id', writes: true, body: 'scim', parse: parseScimPatch },
    (call, ...of) => (call.resource === 'Users' ? changeUser(call, ...of) : changeGroup(call, ...of)),
  ),
  scimDelete: scim(
    { route: 'DELETE /scim/v2/:resource/:id', writes: true, body: 'scim', parse: parseScimDelete },
    (call, ...of) => (call.resource === 'Users' ? removeUser(call, ...of) : removeGroup(call, ...of)),
  ),
}
