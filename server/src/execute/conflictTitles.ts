import { Failure, withDetails } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { findTitles, targetOf, type Titles, type WantedTitles, wantTitles, withTitles } from './titles.ts'

type Values = Readonly<Record<string, unknown>>

/** The members of a conflict that show values of fields by themselves; `base` and `current` are whole records. */
interface ShownConflict {
  readonly yours?: Values
  readonly conflicts?: readonly Values[]
  readonly members?: readonly (Values & { readonly model: string; readonly conflicts: readonly Values[] })[]
}

/** The members of a clash that are values of its field. */
const sides = ['base', 'current', 'yours'] as const

/** Adds titles to the references and links of a version conflict, limited to what the caller may read. */
export async function withConflictTitles(
  error: unknown,
  { model, context: { authorization } }: UpdatePlan,
  services: ExecutionServices,
): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'version-conflict') return error
  const data: ShownConflict = { ...error.details.data }
  const wanted: WantedTitles = new Map()
  // The same walk twice: first to find out whose titles are needed, then to show them.
  mapConflict(data, model, services, (value, target) => {
    wantTitles(value, target, wanted)
    return value
  })
  const titles: Titles = await findTitles(wanted, authorization, services)
  return withDetails(error, {
    data: mapConflict(data, model, services, (value, target) => withTitles(value, target, titles)),
  })
}

type ToShown = (value: unknown, target: string) => unknown

function mapConflict(
  { yours, conflicts, members }: ShownConflict,
  model: Model,
  { models }: Pick<ExecutionServices, 'models'>,
  toShown: ToShown,
): ShownConflict {
  return {
    ...(yours ? { yours: mapValues(yours, model, toShown) } : {}),
    ...(conflicts ? { conflicts: conflicts.map((clash) => mapClash(clash, model, toShown)) } : {}),
    ...(members
      ? {
          members: members.map((member) => {
            const own = member.conflicts.map((clash) => mapClash(clash, models.get(member.model), toShown))
            return { ...member, conflicts: own }
          }),
        }
      : {}),
  }
}

function mapValues(values: Values, model: Model, toShown: ToShown): Values {
  const shown = Object.entries(values).map(([name, value]) => {
    const target = targetOf(name, model)
    return [name, target === undefined ? value : toShown(value, target)]
  })
  return Object.fromEntries(shown)
}

function mapClash(clash: Values, model: Model, toShown: ToShown): Values {
  const target = typeof clash['field'] === 'string' ? targetOf(clash['field'], model) : undefined
  if (target === undefined) return clash
  const shown = sides.filter((side) => side in clash).map((side) => [side, toShown(clash[side], target)])
  return { ...clash, ...Object.fromEntries(shown) }
}
