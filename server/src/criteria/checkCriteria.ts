import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { Failure } from '../failure/failure.ts'
import type { Check } from '../model/Check.ts'
import type { Mistake } from '../model/checkModels.ts'
import { findRequired, shownWhen } from '../model/fieldConditions.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { seriesOf } from '../model/seriesOf.ts'
import { inLanguage } from '../text/words.ts'
import { findOfferedMistakes } from './findOfferedMistakes.ts'
import { findTestMistakes } from './findTestMistakes.ts'
import { asksRelations, isKnownBeforeWrite, parseCheck } from './ParsedCheck.ts'
import { builtInColumns } from './path.ts'

/** Returns the mistakes in the criteria of checks and constraints. `fileOf` returns which file declares a model. */
export function checkCriteria(models: Models, fileOf: (model: string) => string): Mistake[] {
  return models.all.flatMap((model) => {
    const at = { file: fileOf(model.name), model: model.name }
    const ofChecks = (model.checks ?? []).flatMap((check) =>
      findMistakes(check, model, models).map((mistake) => ({ ...at, ...ofCheck(check, model, mistake) })),
    )
    const ofForms = formTestsOf(model).flatMap(({ test, field, prefix }) =>
      findTestMistakes(test, model, models).map((mistake) => ({
        ...at,
        ...(field === undefined ? {} : { field }),
        message: `${prefix} ${mistake}`,
      })),
    )
    const ofPickers = findOfferedMistakes(model, models).map((mistake) => ({ ...at, ...mistake }))
    const ofConstraints = (model.constraints ?? []).flatMap(({ name, where }) =>
      (where ? findConditionMistakes(where, model, models) : []).map((mistake) => ({
        ...at,
        message: `the condition of ${name} ${mistake}`,
      })),
    )
    const ofSeries = seriesOf(model).flatMap(({ field, series: { when } }) =>
      when
        ? findConstantMistakes(when, model, models).map((mistake) => ({
            ...at,
            field: field.name,
            message: `when ${mistake}`,
          }))
        : [],
    )
    return [...ofChecks, ...ofForms, ...ofPickers, ...ofConstraints, ...ofSeries]
  })
}

/** The mistake of a check, told of the field if it stands for the `requiredWhen` of one. */
function ofCheck(check: Check, model: Model, mistake: string): { readonly field?: string; readonly message: string } {
  const field = findRequired(check, model)
  if (!field) return { message: `the check ${check.name} ${mistake}` }
  return { field: field.name, message: `requiredWhen ${mistake}` }
}

/** What a form asks for before it shows fields and sections. */
function formTestsOf(
  model: Model,
): { readonly test: object | string; readonly field?: string; readonly prefix: string }[] {
  const ofFields = [...model.fields, ...model.relations].flatMap((field) => {
    const test = shownWhen(field)
    return test === undefined ? [] : [{ test, field: field.name, prefix: 'when' }]
  })
  const ofSections = (model.sections ?? []).flatMap(({ label, when: test }) =>
    test === undefined ? [] : [{ test, prefix: `the when of the section ${inLanguage(label)}` }],
  )
  return [...ofFields, ...ofSections]
}

/** Returns the mistakes in criteria that compare the record's own fields with constants. */
function findConstantMistakes(criteria: object, model: Model, models: Models): string[] {
  const check = { name: '', fields: [], holds: criteria, message: '' }
  const mistakes = findMistakes(check, model, models)
  if (mistakes.length > 0) return mistakes
  const { own, before, others, isVarying, comparesFields } = parseCheck(check, model, models)
  if (isVarying || before.length > 0 || comparesFields)
    return ['has a variable, and takes constants alone: use a field, such as a status']
  if (others.length > 0) return ['has a field of another record, and takes fields of the record itself']
  const foreign = own.find((field) => !model.fields.includes(field))
  return foreign ? [`names ${foreign.name}, which the service writes: use a field, such as a status`] : []
}

/** The condition of a constraint is part of an index, which is the same on every day and for everybody. */
function findConditionMistakes(where: object, model: Model, models: Models): string[] {
  const [, moment] = /"(\$(?:today|now))/.exec(JSON.stringify(where)) ?? []
  return moment === undefined
    ? findConstantMistakes(where, model, models)
    : [`uses ${moment}, and an index does not change with the day: use a field, such as a status`]
}

function findMistakes(check: Check, model: Model, models: Models): string[] {
  try {
    const { holds, when, own } = parseCheck(check, model, models)
    if (asksRelations(holds) || (when && asksRelations(when)))
      return [
        'asks for records of a collection or links, which are written after the record: ask those records instead',
      ]
    return own
      .filter((field) => !builtInColumns.includes(field) && !isKnownBeforeWrite(field))
      .map(({ name, type }) => `names ${name} of type ${type}, whose value is not known before the write: leave it out`)
  } catch (error) {
    if (error instanceof ExpressionMistake) return [error.message]
    if (error instanceof Failure) return [`cannot be parsed: ${error.message}`]
    throw error
  }
}
