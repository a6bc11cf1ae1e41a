import { toRoutes } from '../http/routes.ts'
import type { DescribedOperation } from './DescribedOperation.ts'
import { descriptions } from './descriptions.ts'
import { failureSchemas } from './failures.ts'
import { otherConflicts } from './refusals.ts'
import { sharedHeaders } from './headers.ts'
import { type Components, pathItem, toOperation, toTemplate, under } from './modelParts.ts'
import { ownSchemas } from './ownSchemas.ts'
import { sharedParameters } from './parameters.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import { requestSchemas, sharedBodies } from './requestSchemas.ts'
import { sharedResponses } from './sharedResponses.ts'
import { sharedSchemas } from './sharedSchemas.ts'

/** The paths that are the same for every caller. */
export function ownPaths(operations: readonly DescribedOperation[]): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, id, operation } of toRoutes(operations)) {
    if (operation.about !== 'service') continue
    const at = (paths[toTemplate(path)] ??= pathItem(path))
    at[method.toLowerCase()] = toOperation(operation.describe(descriptions, id), id, operation.tag, operation.takes)
  }
  return paths
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
