import { findOfferMistake } from '../criteria/findOfferedMistakes.ts'
import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { isExpression } from '../expression/Expression.ts'
import { readDefault } from '../model/expressionDefaults.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { currencyOf, knownCurrencyOf } from '../model/field/money.ts'
import type { Model } from '../model/Model.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { shownWhen } from '../model/fieldConditions.ts'
import { knownTest } from './knownChecks.ts'
import type { Rights } from './Rights.ts'

/** Returns a field of a model, of which the caller knows these fields, without names that the caller may not know. */
export function toKnownField(field: Field, known: Model, rights: Rights): { readonly name: string } {
  const isKnown = {
    model: (name: string) => rights.known.find(name) !== undefined,
    field: (name: string) => isKnownPath(name.split('.'), known.fields, rights),
  }
  // What records got that were there before the field is nobody's business any more.
  const { fill: _, ...declared }: { fill?: unknown } = typeOf(field).toKnown?.(field, isKnown) ?? field
  const plain = withKnownConditions(withKnownOffer(declared, field, known, rights), field, known, rights)
  const computed = isExpression(field.default) ? knownDefault(field, known, rights) : {}
  return { ...plain, ...computed, name: field.name, ...moneyOf(field, known.fields) }
}

/** `when` and `requiredWhen` as the trees of what they ask for, if the caller may know all fields in them. */
export function withKnownConditions(described: object, field: Field | Relation, model: Model, rights: Rights): object {
  const when = shownWhen(field)
  const requiredWhen = 'requiredWhen' in field ? field.requiredWhen : undefined
  if (when === undefined && requiredWhen === undefined) return described
  const { when: ofType, requiredWhen: _, ...others }: { when?: unknown; requiredWhen?: unknown } = described
  return {
    ...others,
    ...(when === undefined ? (ofType === undefined ? {} : { when: ofType }) : toKnownTest('when', when, model, rights)),
    ...(requiredWhen === undefined ? {} : toKnownTest('requiredWhen', requiredWhen, model, rights)),
  }
}

/** Which records a form offers for a reference or links, if the caller may know all fields that this names. */
export function withKnownOffer(
  described: object,
  field: Field | Relation,
  source: Model,
  { visibility: { models } }: Rights,
): object {
  if ((field.type !== 'reference' && field.type !== 'links') || field.where === undefined) return described
  const target = models.find(field.target)
  if (target && findOfferMistake(field.where, target, source, models) === undefined) return described
  const { where: _, ...others }: { where?: unknown } = described
  return others
}

/** A condition of a form with its tree. */
export function toKnownTest(member: string, holds: object | string, model: Model, rights: Rights): object {
  const tree = knownTest(holds, model, rights)
  return tree ? { [member]: { holds, tree } } : {}
}

/** Amounts are shown as money. Their currency is known if it is no field that the caller may not know. */
function moneyOf(field: Field, known: readonly Field[]): object {
  if (currencyOf(field) === undefined) return {}
  const currency = knownCurrencyOf(field, known)
  const result = 'result' in field ? { result: { ...field.result, currency } } : {}
  return { ...result, view: field.view ?? 'money', currency }
}

/** Whether the caller may know all fields of a dotted name. */
function isKnownPath([name, ...rest]: string[], known: readonly Field[], rights: Rights): boolean {
  const field = known.find((one) => one.name === name)
  if (!field || rest.length === 0) return field !== undefined
  const target = field.type === 'reference' ? rights.known.find(field.target) : undefined
  return target !== undefined && isKnownPath(rest, rights.forWriting(target).fields, rights)
}

/** A default with the tree of its expression; without both if it uses what the caller does not see. */
function knownDefault(field: Field, known: Model, { visibility }: Rights): { readonly default: object } {
  try {
    const { tree } = readDefault(field, known, visibility.models)
    return { default: { ...(isExpression(field.default) ? { expression: field.default.expression } : {}), tree } }
  } catch (error) {
    if (error instanceof ExpressionMistake) return { default: {} }
    throw error
  }
}
