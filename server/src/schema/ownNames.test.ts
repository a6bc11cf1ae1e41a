import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { withBuiltIn } from '../model/builtIn/builtInModels.ts'
import { isOwnName } from '../model/objectNames.ts'
import { toDesiredTables } from './toDesiredTables.ts'

describe('names of our own', () => {
  it.each([1, 20, 30, 38, 45])('are told from others, also where the model’s name is %i longer', (more) => {
    const models = everyType.all.map((model) => ({
      ...model,
      name: `${model.name}${'x'.repeat(more)}`,
      search: [model.title],
      indexes: [['-createdOn']],
    }))
    for (const { name: table, primaryKey, columns, checks, references, indexes } of toDesiredTables(
      withBuiltIn(models),
    )) {
      const names = columns.map((column) => column.name)
      for (const { name } of [{ name: primaryKey }, ...checks, ...references, ...indexes])
        expect([name, isOwnName(name, table, names)]).toEqual([name, true])
      for (const name of [
        'mine',
        `${table}_check`,
        `${table}_other_unique`,
        `${table}_${names[0]}_key`,
        `${table}_ids`,
      ])
        expect([name, isOwnName(name, table, names)]).toEqual([name, false])
    }
  })
})
