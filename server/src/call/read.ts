import type { ReadCall } from './Call.ts'
import { invalid, readCount, readId, readNameList, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readRead({ token, model = '', id, query }: Request): ReadCall {
  const parameters = readParameters(query, ['version', 'fields'])
  const version = readCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  if (version !== undefined && parameters.fields !== undefined) throw invalid('Send version or fields, not both.')
  return {
    operation: 'read',
    token,
    model,
    id: readId(id),
    ...(version === undefined ? {} : { version }),
    ...(parameters.fields === undefined ? {} : { fields: readNameList(parameters.fields) }),
  }
}
