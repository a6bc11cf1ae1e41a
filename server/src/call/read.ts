import type { ReadCall } from './Call.ts'
import {
  invalid,
  parseCount,
  parseFields,
  parseFlag,
  parseId,
  parseMay,
  parseParameters,
  parseWithChanges,
} from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a read of one record. */
export function parseRead({ token, model = '', id, query }: Request): ReadCall {
  const parameters = parseParameters(query, ['version', 'fields', 'may', 'quiet', 'changes'])
  const version = parseCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  if (version !== undefined && parameters.fields !== undefined) throw invalid('Send version or fields, not both.')
  const may = parseMay(parameters.may)
  if (version !== undefined && may.may) throw invalid('Send version or may, not both: nobody changes an old version.')
  return {
    operation: 'read',
    token,
    model,
    id: parseId(id),
    ...(version === undefined ? {} : { version }),
    ...parseFields(parameters.fields),
    ...may,
    ...(parseFlag('quiet', parameters.quiet) ? { quiet: true } : {}),
    ...parseWithChanges(parameters.changes),
  }
}
