import { Failure } from '../../failure/failure.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Visibility } from '../../permission/Visibility.ts'

/** The failure for a record that others refer to. It names only the fields that the caller can see. */
export function stillReferenced(referrers: readonly string[], { rights }: Authorization): Failure {
  const known = referrers.filter((path) => isKnown(path, rights.visibility))
  const by = known.length > 0 ? `, by ${known.join(', ')}` : ''
  const message = `Other records refer to this one${by}: change or delete those first.`
  return new Failure('still-referenced', message, { data: { referrers: known } })
}

function isKnown(path: string, { models }: Visibility): boolean {
  const end = path.lastIndexOf('.')
  const model = models.find(path.slice(0, end))
  return [...(model?.fields ?? []), ...(model?.relations ?? [])].some(({ name: own }) => own === path.slice(end + 1))
}
