import { invalid } from './parseParameters.ts'

/**
 * The version that an `If-Match` header asks for: `"3"`, or an ETag as a read answered it, `"3-9yUz…"`, whose first
 * part is the version. `*` asks for any version.
 */
export function parseIfMatch(header: string | undefined): { ifMatch?: number } {
  if (header === undefined || header.trim() === '*') return {}
  const [, version] = /^\s*"(0|[1-9]\d{0,15})(?:-[\w-]*)?"\s*$/.exec(header) ?? []
  if (version === undefined) throw invalid('If-Match must be one ETag as a read answered it, such as "3", or *.')
  return { ifMatch: Number(version) }
}
