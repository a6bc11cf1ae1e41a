import { invalid } from './parseParameters.ts'

/**
 * Parses the version of an `If-Match` header: `"3"`, or the ETag of a read, `"3-9yUz…"`, whose first part is the
 * version. `*` means any version.
 */
export function parseIfMatch(header: string | undefined): { ifMatch?: number } {
  if (header === undefined || header.trim() === '*') return {}
  const [, version] = /^\s*"(0|[1-9]\d{0,15})(?:-[\w-]*)?"\s*$/.exec(header) ?? []
  if (version === undefined) throw invalid('If-Match must be the ETag of a read, such as "3", or *.')
  return { ifMatch: Number(version) }
}
