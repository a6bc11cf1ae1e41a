import type { DeletedCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a request for deleted records takes. */
export const deletedTakes = takes({ query: ['offset', 'limit'] })

/** Parses a request for the deleted records of a model. */
export function parseDeleted({ token, model = '', query }: Request, maxLimit: number): DeletedCall {
  return { operation: 'deleted', token, model, ...parseParameters(query, deletedTakes, maxLimit) }
}
