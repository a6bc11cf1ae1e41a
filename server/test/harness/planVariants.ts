import { jsonMember } from '../../src/text/json.ts'
import type { Field } from '../../src/model/field/Field.ts'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import type { Authorization } from '../../src/permission/Authorization.ts'
import type { WriteContext } from '../../src/plan/Plan.ts'
import { PageTokens } from '../../src/plan/pageToken.ts'
import { parseSelection } from '../../src/plan/parseSelection.ts'
import { writableFields } from '../../src/plan/parseRecord.ts'
import { planSearch } from '../../src/plan/search.ts'
import { lookupsOf } from './lookups.ts'
import { narrowGrant, authorizationsOf } from './authorizations.ts'

/** Every combination of one choice from each list. */
export function combinations<T extends Record<string, readonly unknown[]>>(
  lists: T,
): { [Key in keyof T]: T[Key][number] }[] {
  const made = Object.entries(lists).reduce<Record<string, unknown>[]>(
    (all, [name, choices]) => all.flatMap((one) => choices.map((choice) => ({ ...one, [name]: choice }))),
    [{}],
  )
  return made as { [Key in keyof T]: T[Key][number] }[]
}

/** Callers of every kind: two who see everything, two with the same rights, and one with others. */
export function grantsOf(models: Models): Authorization[] {
  const [whole] = authorizationsOf(models)
  if (!whole) throw new TypeError('There is one who sees everything.')
  return [
    whole.authorization,
    { ...whole.authorization, userId: 7778 },
    narrowGrant(models, 7777, ' a'),
    narrowGrant(models, 7778, ' a'),
    narrowGrant(models, 7777, ' b'),
  ]
}

const tokens = new PageTokens(new Uint8Array(32))
const bools = [false, true]
let number = 0

/** Plans of one model that differ in everything that a statement could depend on; no two have a value in common. */
export function variantsOf(model: Model, models: Models) {
  const authorization = grantsOf(models)
  const fields = writableFields(model)
  const fieldSets = [fields, fields.slice(0, -1), fields.slice(-1), []]
  const writes = [
    ...combinations({ authorization, set: fieldSets, once: bools, links: bools, byKey: [false] }),
    ...combinations({ authorization, set: fieldSets, once: [false], links: [false], byKey: [true] }),
  ]
  const plain = combinations({ authorization, set: fieldSets, once: [false], links: [false], byKey: [false] })
  const views = [{}, { answers: 'nothing' as const }]
  const selections = [['id'], ['updatedBy']].map((names) => ({ selection: parseSelection(names, model, models) }))
  const paged = combinations({ authorization, offset: [0, 3, 5_000, 6_000], limit: [0, 3, 4, 40] })
  return {
    read: combinations({ authorization, names: [undefined, ['id'], fields.slice(0, 1).map(({ name }) => name)] }).map(
      (one) => ({
        operation: 'read' as const,
        model,
        authorization: one.authorization,
        id: ++number,
        ...(one.names ? { selection: parseSelection(one.names, model, models) } : {}),
      }),
    ),
    find: paged.map((page) => ({ operation: 'find' as const, model, ...page })),
    history: combinations({ page: paged, id: [1, 2] }).map(({ page, id }) => ({
      operation: 'history' as const,
      model,
      id,
      ...page,
    })),
    search: combinations({ authorization, offset: [0, 3], limit: [0, 4], total: bools, value: [1, 2] }).map(
      ({ authorization: own, value, ...request }) =>
        planSearch({ ...request, criteria: { fieldName: 'id', operator: '=', value } }, model, own, { tokens }),
    ),
    past: authorization.map((own) => ({ model, authorization: own, id: ++number, version: number })),
    create: [...combinations({ write: writes, view: views }), ...combinations({ write: plain, view: selections })].map(
      ({ write, view }) => ({
        id: ++number,
        plan: { ...writeOf(model, write, models), operation: 'create' as const, given: [], ...view },
      }),
    ),
    update: [
      ...combinations({
        write: writes,
        journaledAs: ['update', 'restore'] as const,
        view: views,
        added: [false],
      }),
      ...combinations({ write: plain, journaledAs: ['update'] as const, view: selections, added: bools }),
    ].map(({ write, journaledAs, view, added }) => ({
      ...writeOf(model, write, models),
      operation: 'update' as const,
      onConflict: 'refuse' as const,
      journaledAs,
      ...view,
      ...(added ? { increments: incrementable(write.set) } : {}),
      id: ++number,
      version: number,
    })),
    recreate: writes.map((write) => ({
      ...writeOf(model, { ...write, byKey: false }, models),
      id: ++number,
      version: number,
      createdOn: `${number}`,
      createdBy: number,
    })),
    delete: combinations({ authorization, once: bools, version: [null, 1] }).map((one) => ({
      operation: 'delete' as const,
      model,
      id: ++number,
      version: one.version,
      context: contextOf(one),
    })),
  }
}

/** The fields that can be incremented. */
function incrementable(fields: readonly Field[]): string[] {
  return fields.filter((field) => typeOf(field).increment).map(({ name }) => name)
}

function writeOf(
  model: Model,
  one: {
    readonly authorization: Authorization
    readonly set: readonly Field[]
    readonly once: boolean
    readonly links: boolean
    readonly byKey: boolean
  },
  models: Models,
) {
  const lookups = one.byKey ? lookupsOf(one.set, models, ({ name }) => `${name} ${++number}`) : undefined
  const isLookedUp = (name: string) => lookups?.some(({ field }) => field === name) ?? false
  return {
    model,
    context: contextOf(one),
    fields: one.set,
    values: one.set.map(({ name }) => (isLookedUp(name) ? null : `${name} ${++number}`)),
    relations: [],
    lookups,
    ...(one.links ? { linkChanges: jsonMember('links', [[], [++number]]) } : {}),
  }
}

function contextOf({
  authorization,
  once,
}: {
  readonly authorization: Authorization
  readonly once: boolean
}): WriteContext {
  const requestId = `request ${++number}`
  return {
    authorization,
    requestId,
    dryRun: false,
    ...(once ? { once: { key: `key ${number}`, hash: `hash ${number}` } } : {}),
  }
}
