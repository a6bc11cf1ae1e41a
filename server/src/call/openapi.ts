import type { OpenApiCall } from './OpenApiCall.ts'
import { parseFlag, parseNameList, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the OpenAPI document. */
export function parseOpenApi({ token, query }: Request): OpenApiCall {
  const { models, quiet } = parseParameters(query, ['models', 'quiet'])
  return {
    operation: 'openapi',
    token,
    quiet: parseFlag('quiet', quiet),
    ...(models === undefined ? {} : { models: parseNameList(models) }),
  }
}
