import { isTouched, type Draft } from '../draft/Draft.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { isRequiredCheck } from './formConditions.ts'
import type { FormValues } from './FormValues.ts'

/** What the checks of a model say about a draft: texts by field. */
export interface CheckedDraft {
  /** What is wrong now. The first check that speaks of a field is shown. */
  readonly broken: Readonly<Record<string, string>>
  /** Whether a check that said this about the field is known to be met now. */
  readonly isMet: (field: string, message: string) => boolean
}

/**
 * Asks the checks of a model while somebody types. One that can't be decided here says nothing. A draft is sent all the
 * same: what the service answers counts.
 */
export function checkDraft(draft: Draft, model: ModelMeta, values: FormValues): CheckedDraft {
  const said = (model.checks ?? []).flatMap(({ name, fields, message, tree, whenTree }) => {
    const applies = whenTree ? values.evaluate(whenTree) : true
    const holds = tree && applies === true ? values.evaluate(tree) : undefined
    const isKnown = applies !== undefined && (applies !== true || holds !== undefined)
    const isLate = isRequiredCheck(name, model)
    return fields.map((field) => ({ field, message, isBroken: holds === false, isKnown, isLate }))
  })
  const broken = isTouched(draft) ? said.filter(({ isBroken, isLate }) => isBroken && !isLate).toReversed() : []
  return {
    broken: Object.fromEntries(broken.map(({ field, message }) => [field, message])),
    isMet: (field, message) => {
      const same = said.filter((each) => each.field === field && each.message === message)
      return same.length > 0 && same.every(({ isKnown, isBroken }) => isKnown && !isBroken)
    },
  }
}
