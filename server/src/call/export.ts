import type { ExportCall } from './ExportCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import { toSearchRequest } from './search.ts'

/** What an export takes: what a search takes but its page, and how the file is written. */
export const exportTakes = takes({
  query: ['format', 'fields', 'sortBy', 'where', 'q', 'archived', 'header', 'identity', 'escape', 'delimiter', 'bom'],
})

/** Parses an export. */
export function parseExport({ token, model = '', query }: Request): ExportCall {
  const { where, format, header, identity, escape, delimiter, bom, ...asked } = parseParameters(query, exportTakes)
  const request = toSearchRequest({ ...asked, offset: 0, limit: 0, total: false }, where, undefined)
  return { operation: 'export', token, model, request, format, header, identity, escape, delimiter, bom }
}
