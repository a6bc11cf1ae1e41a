import { describe, expect, it } from 'vitest'
import { checkModels } from './checkModels.ts'
import { model, type ModelDeclaration } from './declare.ts'
import { reference } from './field/reference.ts'
import { text } from './field/text.ts'
import { collection } from './relation/collection.ts'
import { toModel } from './toModel.ts'

const line = {
  name: 'org.example.Line',
  title: 'name',
  fields: { name: text(), code: text({ secret: true }), order: reference('org.example.Order') },
} as const

/** The mistakes of a model of lines, and of a collection of them. */
function mistakesOf(ofLine: object, ofCollection: object = {}): string[] {
  const order = {
    name: 'org.example.Order',
    title: 'name',
    fields: { name: text(), lines: collection('org.example.Line', { by: 'order', ...ofCollection }) },
  }
  const models = [{ ...line, ...ofLine }, order] as ModelDeclaration[]
  return checkModels(models.map((one) => ({ file: 'Line.ts', model: toModel(one) }))).map(({ message }) => message)
}

describe('what a console shows of records', () => {
  it('is in the plain form as it was declared', () => {
    expect(mistakesOf({ pick: ['name', 'createdOn'] }, { columns: ['name', 'updatedOn'], edit: 'list' })).toEqual([])
    expect(toModel({ ...line, pick: ['name'] })).toMatchObject({ pick: ['name'] })
  })

  it.each<[string, object, object, string]>([
    ['a pick that is no list', { pick: 'name' }, {}, 'pick must be a list of 1 to 8 field names'],
    ['an empty pick', { pick: [] }, {}, 'pick must be a list of 1 to 8 field names'],
    [
      'a pick of no field',
      { pick: ['nmae'] },
      {},
      'pick names "nmae", which is not a field of the model. Did you mean',
    ],
    ['a pick of a secret', { pick: ['code'] }, {}, 'pick names "code", which is a secret and never shown'],
    ['a field twice', { pick: ['name', 'name'] }, {}, 'pick must not name a field twice'],
    ['columns of no field', {}, { columns: ['price'] }, 'columns names "price", which is not a field of the model'],
    ['the reference as a column', {}, { columns: ['order'] }, 'columns names "order", which is the same in all'],
    ['an unknown way to edit', {}, { edit: 'table' }, "edit must be 'grid' or 'list'"],
  ])('%s is a mistake', (_, ofLine, ofCollection, message) => {
    const mistakes = mistakesOf(ofLine, ofCollection)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toContain(message)
  })

  it('has names that the compiler knows', () => {
    model({ ...line, pick: ['name', 'id'] })
    // @ts-expect-error nmae is no field.
    model({ ...line, pick: ['nmae'] })
  })
})
