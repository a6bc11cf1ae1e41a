import { viewModel } from '../../../model/builtIn/names.ts'
import { checkLayout, checkOptions } from '../../../model/checkViews.ts'
import { Faults, refuseFaults } from '../../../plan/Faults.ts'
import { findViewMistakes, type NamingParts } from '../../../plan/views.ts'
import { writtenViewsStatement } from '../../../statement/service/writtenViews.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * Runs at the end of a transaction that wrote views: what they say about their layout is held to the rules of declared
 * views, by the models as the caller sees them.
 */
export async function guardViews({ writtenRecords, authorization, transaction }: WriteTransaction): Promise<void> {
  const ids = writtenRecords.idsOf(viewModel)
  if (ids.length === 0) return
  const { models } = authorization.rights.visibility
  for (const [name, layout, ...jsons] of await transaction.run(writtenViewsStatement(ids))) {
    const [groupBy, footer, options] = jsons.map((json) => JSON.parse(json ?? 'null') ?? undefined)
    const faults = new Faults()
    const wrong = options === undefined ? [] : checkOptions(options)
    const view = { layout: layout ?? undefined, groupBy, footer, ...options }
    const [fault] = wrong.length > 0 ? wrong : checkLayout(view)
    const model = models.find(name ?? '')
    if (fault !== undefined) faults.set(memberOf(fault), fault)
    else if (!model) faults.set('model', 'is not a model that you can see, and the view has a layout: name another')
    else for (const one of findViewMistakes(view as NamingParts, model, models)) faults.set(memberOf(one), one)
    refuseFaults(faults)
  }
}

/** The field of the view that a mistake is about: a message names its member. */
function memberOf(mistake: string): string {
  return /\b(layout|groupBy|footer)\b/.exec(mistake)?.[1] ?? 'options'
}
