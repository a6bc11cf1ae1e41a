import type { Target } from '../../../bulk/Target.ts'
import type { FieldMeta, Json, ModelMeta } from '../../../meta/ModelMeta.ts'
import { type Offered, offeredToMany } from '../../../meta/offeredValues.ts'
import { useGroups } from '../../../query/listQueries.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** How many milliseconds somebody waits for the counts: the preview says which records refuse a value in any case. */
const patience = 4_000

/** The values of a field with transitions that records may get, each with how many; undefined while that is unknown. */
export function useOffered(model: ModelMeta, field: FieldMeta, target: Target): Offered | undefined {
  const { service } = useShell()
  const hasSteps = field.type === 'choice' && Object.hasOwn(model.transitions ?? {}, field.name)
  const request = { groupBy: [field.name], limit: 1_000, ...criteriaOf(target) }
  const { data } = useGroups(service, model.name, request, hasSteps, patience)
  if (!hasSteps || !data) return undefined
  const groups = data.groups.map(({ group, count }) => ({ value: group[field.name] ?? null, count }))
  return offeredToMany(model, field, groups)
}

function criteriaOf(target: Target): { readonly data?: Json; readonly q?: string } {
  if (target.is === 'named')
    return { data: { fieldName: 'id', operator: 'in', value: target.records.map(({ id }) => id) } }
  const { where, q } = target
  return { ...(where === '' ? {} : { data: JSON.parse(where) as Json }), ...(q === '' ? {} : { q }) }
}
