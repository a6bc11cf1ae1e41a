import { isSecret } from '../../model/field/text.ts'
import { auditFields, type Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'

/** A record as logic gets it. */
export type PlainRead = { readonly id: number; readonly version: number } & Readonly<Record<string, unknown>>

/** The names of all fields that a record shows by itself. */
export function ownNames(model: Model): string[] {
  const fields = model.fields.filter((field) => !isSecret(field))
  return [...fields.map(({ name }) => name), ...auditFields]
}

/** A record that was read, with its version. */
interface VersionRead {
  readonly model: Model
  readonly id: number
  readonly version: number
}

/**
 * The records that a record shows by the paths that were named: the members of relations, and referenced records of
 * which more than the title was asked for.
 */
export function findNested(record: PlainRead, model: Model, names: readonly string[], models: Models): VersionRead[] {
  const heads = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? '')
  return [...heads].flatMap(([head, grouped]) => {
    const rests = grouped.map((name) => name.slice(head.length + 1)).filter((rest) => rest !== '')
    const target = findTarget(model, head, rests.length > 0)
    const other = target === undefined ? undefined : models.find(target)
    if (!other) return []
    return [record[head]].flat().flatMap((nested) => {
      if (!isRead(nested)) return []
      const { id, version } = nested
      return [{ model: other, id, version }, ...findNested(nested, other, rests, models)]
    })
  })
}

function findTarget({ fields, relations }: Model, name: string, isFollowed: boolean): string | undefined {
  const relation = relations.find((one) => one.name === name)
  if (relation) return relation.target
  const field = fields.find((one) => one.name === name)
  return isFollowed && field?.type === 'reference' ? field.target : undefined
}

function isRead(value: unknown): value is PlainRead {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && 'version' in value && typeof value.id === 'number' && typeof value.version === 'number'
}
