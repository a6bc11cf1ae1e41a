import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { currencyOf, unusualDigits, usualDigits } from '../../model/field/money.ts'
import { toLiterals } from '../../model/field/text.ts'
import type { Model } from '../../model/Model.ts'
import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { NewRow } from '../record/NewRow.ts'
import type { RowCheck, RowsToWrite } from './refusals.ts'

/**
 * Refuses rows with amounts that have more digits than their currency, if the currency is a field of the record. It is
 * asked if one of the two is written: a change of the currency alone can break it, too.
 */
export function excessDigits(rows: RowsToWrite, scope: ReadScope): RowCheck[] {
  return amountsOf(rows.model).flatMap(({ amount, currency }) => {
    const written = rows.fields.filter(({ name }) => name === amount.name || name === currency.name)
    if (written.length === 0) return []
    const own = (field: Field) => new NewRow(rows, scope).own(field)
    return [
      {
        reason: { kind: 'digits', field: amount.name },
        applies: () => hasExcess(own(amount), own(currency)),
        found: () => own(currency),
        reads: written,
        readsOld: rows.operation === 'update' && written.length < 2,
      },
    ]
  })
}

/** The amounts that clients write, with the fields that have their currencies. */
function amountsOf({ fields }: Model): { amount: Field; currency: Field }[] {
  return fields.flatMap((amount) => {
    const of = typeOf(amount).writable ? currencyOf(amount) : undefined
    const currency = typeof of === 'object' ? fields.find(({ name }) => name === of.field) : undefined
    return currency ? [{ amount, currency }] : []
  })
}

function hasExcess(amount: Sql, currency: Sql): Sql {
  const unusual = unusualDigits.map(
    ({ digits, codes }) => sql`when ${currency} in (${join(toLiterals(codes))}) then ${trusted(String(digits))}`,
  )
  const digits = sql`case ${join(unusual, ' ')} else ${trusted(String(usualDigits))} end`
  return sql`coalesce(${currency} is not null and scale(trim_scale(${amount})) > ${digits}, false)`
}
