import { routes } from '../http/routes.ts'
import type { Operation } from '../call/Request.ts'
import { failureSchemas } from './failures.ts'
import { otherConflicts } from './refusals.ts'
import { sharedHeaders } from './headers.ts'
import { type Components, pathItem, toOperation, toTemplate, under } from './modelParts.ts'
import { ownOperations } from './ownOperations.ts'
import { ownSchemas } from './ownSchemas.ts'
import { sharedParameters } from './parameters.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import { isRecordOperation } from './recordOperations.ts'
import { requestSchemas, sharedBodies } from './requestSchemas.ts'
import { sharedResponses } from './sharedResponses.ts'
import { sharedSchemas } from './sharedSchemas.ts'

/** The tags of operations that are not about the records of one model. */
export const ownTags = [
  { name: 'Session', description: 'Log in and out, and manage your own account.' },
  { name: 'Description', description: 'What there is, and what you may do.' },
  { name: 'Transaction', description: 'Write several models at once.' },
  { name: 'Action', description: 'What the application does, by name.' },
] as const

const tagOf: Partial<Record<Operation, (typeof ownTags)[number]['name']>> = {
  login: 'Session',
  logout: 'Session',
  me: 'Session',
  password: 'Session',
  endSessions: 'Session',
  transaction: 'Transaction',
  action: 'Action',
}

const secondLogin = { ...ownOperations.login, summary: 'Log in, for clients that use this path' }

/** The paths that are the same for every caller. */
export function ownPaths(): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, operation } of routes) {
    if (isRecordOperation(operation) || operation === 'transaction' || operation === 'action') continue
    const at = (paths[toTemplate(path)] ??= pathItem(path))
    const described = path === '/login.jsp' ? secondLogin : ownOperations[operation]
    at[method.toLowerCase()] = toOperation(described, idOf(operation, path), tagFor(operation))
  }
  return paths
}

/** The tag of an operation. */
export function tagFor(operation: Operation): string {
  return tagOf[operation] ?? 'Description'
}

/** An operation that has two paths has two ids. */
function idOf(operation: Operation, path: string): string {
  if (path === '/login.jsp') return 'loginJsp'
  return operation === 'explain' && path.includes(':id') ? 'explainRecord' : operation
}

/** The components that all models share. */
export function sharedComponents(limits: DocumentLimits, modelNames: readonly string[]): Components {
  return {
    ...under('schemas', {
      ...sharedSchemas,
      ...requestSchemas(limits),
      ...ownSchemas(modelNames),
      ...failureSchemas,
      OtherConflict: otherConflicts,
    }),
    ...under('parameters', sharedParameters(limits)),
    ...under('requestBodies', sharedBodies),
    ...under('headers', sharedHeaders),
    ...under('responses', sharedResponses),
  }
}
