import type { ReadCall } from './Call.ts'
import { readCount, readId, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readRead({ token, model = '', id, query }: Request): ReadCall {
  const parameters = readParameters(query, ['version'])
  const version = readCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  return { operation: 'read', token, model, id: readId(id), ...(version === undefined ? {} : { version }) }
}
