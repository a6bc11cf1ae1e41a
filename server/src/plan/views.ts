import { findTestMistakes } from '../criteria/findTestMistakes.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import { parsePath } from '../criteria/path.ts'
import { Failure } from '../failure/failure.ts'
import { type AggregateFunction, aggregateFunctions } from '../model/aggregates.ts'
import type { Mistake } from '../model/checkModels.ts'
import { type DeclaredView, splitGroup, type ViewDeclaration } from '../model/DeclaredView.ts'
import type { Field } from '../model/field/Field.ts'
import { isChoice } from '../model/field/choice.ts'
import { isClosed } from '../model/field/closed.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import { suggest } from '../text/didYouMean.ts'
import { parseMeasure } from './aggregate.ts'
import { parseGroup } from './parseGroup.ts'
import { parseSelection } from './parseSelection.ts'
import { parseSort } from './parseSort.ts'
import { parseWords } from './search.ts'

/**
 * Returns the mistakes in what declared views name: each part is planned as the requests of a console would be. Their
 * form was checked with the model.
 */
export function checkViews(
  models: Models,
  roles: readonly DeclaredRole[],
  fileOf: (model: string) => string,
): Mistake[] {
  const names = roles.map(({ name }) => name)
  return models.all.flatMap((model) =>
    (model.views ?? []).flatMap((view) =>
      [...findViewMistakes(view, model, models), ...findUnknownRoles(view, names)].map((mistake) => ({
        file: fileOf(model.name),
        model: model.name,
        message: `the view ${view.name}: ${mistake}`,
      })),
    ),
  )
}

/** The members of a view whose names are looked up. */
export type NamingParts = Omit<ViewDeclaration, 'label' | 'layout' | 'roles' | 'default' | 'forMe' | 'limit'>

/** Returns the mistakes in what a view names, as far as these models have it. */
export function findViewMistakes(view: NamingParts, model: Model, models: Models): string[] {
  const { where, q, sortBy = [], fields = [], groupBy = [], footer = {}, card = [], sum, colors = [] } = view
  const parse = (member: string, of: () => unknown) => findFault(member, of)
  return [
    ...parse('where', () => parseCondition(where, model, models)),
    ...parse('q', () => parseWords(q, model, model)),
    ...parse('sortBy', () => parseSort(sortBy, model, models)),
    ...parse('fields', () => parseSelection(fields, model, models)),
    ...groupBy.flatMap((group) => parse('groupBy', () => parseGroup(splitGroup(group), model, models))),
    ...Object.entries(footer).flatMap(([field, figure]) =>
      isFunction(figure) ? parse('footer', () => parseMeasure(figure, field, model, models)) : [],
    ),
    ...card.flatMap((name) => parse('card', () => parsePath(name, model, models))),
    ...(sum === undefined ? [] : parse('sum', () => parseMeasure('sum', sum, model, models))),
    ...findLayoutMistakes(view, model),
    ...colors.flatMap((color) => [
      ...findTestMistakes(color.where, model, models).map((mistake) => `the condition of a color ${mistake}`),
      ...(color.field === undefined ? [] : parse('colors', () => parsePath(color.field ?? '', model, models))),
    ]),
  ]
}

/** Own fields that a board or a calendar writes as it moves records. */
function findLayoutMistakes({ by, from, to, color }: NamingParts, { fields }: Model): string[] {
  const days = fields.filter((field) => typeOf(field).calendar)
  const begins = days.find(({ name }) => name === from)
  const ends = begins ? days.filter(({ type }) => type === begins.type) : days
  return [
    ...findMisfit('by', by, fields.filter(isClosed), 'a choice, boolean or reference'),
    ...findMisfit('from', from, days, 'a date or dateTime'),
    ...findMisfit('to', to, ends, begins ? `of the type of from, ${begins.type}` : 'a date or dateTime'),
    ...findMisfit('color', color, fields.filter(isChoice), 'a choice with one value'),
  ]
}

function findMisfit(member: string, name: string | undefined, fit: readonly Field[], what: string): string[] {
  if (name === undefined || fit.some((field) => field.name === name)) return []
  const names = fit.map((field) => field.name)
  return [`${member} names "${name}", which is not a field of the model that is ${what}.${suggest(name, names)}`]
}

function findUnknownRoles({ roles = [] }: DeclaredView, known: readonly string[]): string[] {
  return roles
    .filter((role) => !known.includes(role))
    .map(
      (role) => `roles names "${role}", which no file declares: write export const … = role(…).${suggest(role, known)}`,
    )
}

function isFunction(name: string | undefined): name is AggregateFunction {
  return aggregateFunctions.some((one) => one === name)
}

function findFault(member: string, parse: () => unknown): string[] {
  try {
    parse()
    return []
  } catch (error) {
    if (error instanceof Failure) return [`${member}: ${error.message}`]
    throw error
  }
}
