import { type Comparator, comparators, operatorOf } from '../criteria/operators.ts'
import { longNames } from '../criteria/parseComparator.ts'
import type { Schema } from '../model/field/Schema.ts'
import { closedObject, listOf, schemaRef } from './refs.ts'

const criteria: Schema = {
  description:
    'Which records: a comparison of one field, or a group of criteria. `fieldName` may be dotted over references and ' +
    'relations, such as `company.country`. See the description of a search for the fields and their operators.',
  anyOf: [schemaRef('Comparison'), schemaRef('CriteriaGroup')],
}

const forAll = comparators.filter((comparator) => operatorOf(comparator).takes === 'nothing')
const forText = comparators.filter((comparator) => operatorOf(comparator).textual)
const forOrdered = comparators.filter((comparator) => operatorOf(comparator).ordered)
const forSets = comparators.filter((comparator) => operatorOf(comparator).multiple)
const forEqual = comparators.filter(
  (comparator) => ![...forAll, ...forText, ...forOrdered, ...forSets].includes(comparator),
)

function listed(names: readonly Comparator[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' and ')
}

const comparison: Schema = closedObject(
  {
    fieldName: { type: 'string', pattern: '^[A-Za-z]\\w*(\\.[A-Za-z]\\w*)*$' },
    operator: {
      type: 'string',
      enum: [...comparators, ...longNames.keys()],
      description:
        `${listed(forAll)} are for every field, \`${forEqual.join(' ')}\` for all but JSON, ` +
        `\`${forOrdered.join(' ')}\` for values that have an order, ${listed(forText)} for text, ` +
        `${listed(forSets)} for several choices.`,
    },
    value: {
      description:
        'As in records; an array for `in`, `notIn`, `hasAny` and `hasAll`; a variable such as `$today-30d`, `$now`, ' +
        '`$user` or `$record.dueOn`.',
    },
    value2: { description: 'The upper end, for `between` and `notBetween`.' },
  },
  ['fieldName', 'operator'],
)

const group: Schema = closedObject({
  operator: { type: 'string', enum: ['and', 'or', 'not'], description: '`and` if absent.' },
  criteria: listOf(schemaRef('Criteria')),
})

/** Search criteria: one recursive schema for all models. One for each path would grow without end. */
export const criteriaSchemas = { Comparison: comparison, Criteria: criteria, CriteriaGroup: group }
