import type { DeclaredView, ViewColor } from '../model/DeclaredView.ts'
import type { Model } from '../model/Model.ts'
import { knownTest } from '../permission/knownChecks.ts'
import type { Rights } from '../permission/Rights.ts'
import { findViewMistakes, type NamingParts } from './views.ts'

/** A view as the metadata tell it: a colour has the tree of its condition. */
type KnownView = Omit<DeclaredView, 'roles' | 'colors'> & {
  readonly colors?: readonly (ViewColor & { readonly tree: NonNullable<ReturnType<typeof knownTest>> })[]
}

/**
 * The views of a model that the caller gets offered: those of one of their roles, or of everybody, whose records,
 * groups and layout follow from fields that they see. Columns, figures and colours are told as far as they do.
 */
export function describeViews(model: Model, rights: Rights): KnownView[] {
  const { models } = rights.visibility
  const seen = models.find(model.name)
  if (!seen) return []
  return (model.views ?? [])
    .filter(({ roles }) => rights.isAdmin || !roles || rights.rules.some(({ role }) => role && roles.includes(role)))
    .map((view) => describeView(view, seen, rights))
    .filter(({ colors: _, ...view }) => findViewMistakes(view, seen, models).length === 0)
}

function describeView({ roles: _, ...view }: DeclaredView, seen: Model, rights: Rights): KnownView {
  const isKnown = (parts: NamingParts) => findViewMistakes(parts, seen, rights.visibility.models).length === 0
  const { sortBy, fields, footer, card, sum, color, colors, ...others } = view
  const figures = Object.entries(footer ?? {}).filter(([name, figure]) => isKnown({ footer: { [name]: figure } }))
  const conditions = (colors ?? []).flatMap((one) => {
    const tree = isKnown({ colors: [one] }) ? knownTest(one.where, seen, rights) : undefined
    return tree ? [{ ...one, tree }] : []
  })
  return {
    ...others,
    ...(sortBy ? { sortBy: sortBy.filter((name) => isKnown({ sortBy: [name] })) } : {}),
    ...(fields ? { fields: fields.filter((name) => isKnown({ fields: [name] })) } : {}),
    ...(figures.length > 0 ? { footer: Object.fromEntries(figures) } : {}),
    ...(card ? { card: card.filter((name) => isKnown({ card: [name] })) } : {}),
    ...(sum !== undefined && isKnown({ sum }) ? { sum } : {}),
    ...(color !== undefined && isKnown({ color }) ? { color } : {}),
    ...(conditions.length > 0 ? { colors: conditions } : {}),
  }
}
