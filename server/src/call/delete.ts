import type { DeleteCall } from './Call.ts'
import { readIfMatch } from './readIfMatch.ts'
import { readCount, readId, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readDelete({ token, model = '', id, query, ifMatch }: Request): DeleteCall {
  const parameters = readParameters(query, ['version'])
  const version = readCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  return {
    operation: 'delete',
    token,
    model,
    id: readId(id),
    ...(version === undefined ? {} : { version }),
    ...readIfMatch(ifMatch),
  }
}
