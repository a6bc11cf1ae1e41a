import type { OpenApiCall } from './OpenApiCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a request for the OpenAPI document takes. */
export const openApiTakes = takes({ query: ['models', 'quiet'], headers: ['If-None-Match'] })

/** Parses a request for the OpenAPI document. */
export function parseOpenApi({ token, query }: Request): OpenApiCall {
  return { operation: 'openapi', token, ...parseParameters(query, openApiTakes) }
}
