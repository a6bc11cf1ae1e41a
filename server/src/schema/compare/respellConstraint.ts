import type { Constraint } from '../../model/Constraint.ts'

/** The constraint with other names of fields. */
export function respellConstraint(constraint: Constraint, spell: (field: string) => string): Constraint {
  const { fields, where } = constraint
  const spelled = {
    ...constraint,
    fields: fields.map(spell),
    ...(where === undefined ? {} : { where: respellCriteria(where, spell) }),
  }
  switch (spelled.kind) {
    case 'unique':
      return spelled
    case 'noOverlap':
      return { ...spelled, by: spelled.by.map(spell), from: spell(spelled.from), to: spell(spelled.to) }
    case 'atMost':
      return { ...spelled, by: spelled.by.map(spell) }
  }
}

/** Criteria keep the order of their members, since names in the database follow from their text. */
function respellCriteria(criteria: object, spell: (field: string) => string): object {
  if (Array.isArray(criteria)) return criteria.map((part) => respell(part, spell))
  return Object.fromEntries(
    Object.entries(criteria).map(([member, value]) => [
      member,
      member === 'fieldName' && typeof value === 'string' ? spell(value) : respell(value, spell),
    ]),
  )
}

function respell(value: unknown, spell: (field: string) => string): unknown {
  return typeof value === 'object' && value !== null ? respellCriteria(value, spell) : value
}
