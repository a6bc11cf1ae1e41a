import { describe, expect, it } from 'vitest'
import { toModels } from '../../test/harness/everyType.ts'
import { model } from '../model/declare.ts'
import { choice } from '../model/field/choice.ts'
import { integer } from '../model/field/integer.ts'
import { reference } from '../model/field/reference.ts'
import { text } from '../model/field/text.ts'
import { collection } from '../model/relation/collection.ts'
import { checkModels } from '../model/checkModels.ts'
import { isModelDeclaration } from '../model/declare.ts'
import { toModel } from '../model/toModel.ts'
import { checkCriteria } from './checkCriteria.ts'

const name = 'org.example.shop.Item'
const fields = {
  title: text({ max: 20 }),
  size: integer(),
  most: integer(),
  secret: text({ secret: true }),
  status: choice(['draft', 'placed', 'void']),
  parent: reference(name),
  parts: collection(name, { by: 'parent' }),
}
const holds = { fieldName: 'size', operator: '<=', value: '$record.most' }
const fine = { name: 'fits', fields: ['size'], holds, message: 'must fit' }

/** The mistakes of a model with these members. */
function mistakesOf(more: object): string[] {
  const declaration: unknown = model({ name, title: 'title', fields, ...more })
  if (!isModelDeclaration(declaration)) throw new Error('Not a model.')
  const plain = checkModels([{ file: 'Item.ts', model: toModel(declaration) }])
  const found = plain.length > 0 ? plain : checkCriteria(toModels([declaration]), () => 'Item.ts')
  expect(found.every(({ file, model: owner }) => file === 'Item.ts' && owner === name)).toBe(true)
  return found.map(({ message }) => message)
}

describe('the mistakes in checks', () => {
  it('are none in checks that are well written', () => {
    const others = [
      { ...fine, name: 'grows', holds: { fieldName: 'size', operator: '>=', value: '$before.size' } },
      { ...fine, name: 'mine', when: { fieldName: 'createdBy', operator: '=', value: '$user.id' } },
      { ...fine, name: 'below', holds: { fieldName: 'parent.size', operator: '>', value: '$record.size' } },
    ]
    expect(mistakesOf({ checks: [fine, ...others], transitions: { status: { draft: ['placed'] } } })).toEqual([])
  })

  it.each<[string, object, string]>([
    ['a member that does not exist', { ...fine, hold: holds }, 'has no member "hold". Did you mean "holds"?'],
    [
      'an unknown field',
      { ...fine, fields: ['siz'] },
      'names "siz", which is not a field of the model. Did you mean "size"?',
    ],
    ['no fields', { ...fine, fields: [] }, "needs the fields that its message is about, such as fields: ['endsOn']"],
    ['no message', { ...fine, message: '' }, 'needs a message for people, of at most 300 characters'],
    [
      'no criteria',
      { name: 'fits', fields: ['size'], message: 'x' },
      "needs holds: an expression or criteria, such as holds: 'endsOn >= beginsOn'",
    ],
    [
      'an unknown field in its criteria',
      { ...fine, holds: { fieldName: 'sise', operator: '>', value: 1 } },
      `cannot be parsed: There is no field "sise" in ${name}. Did you mean "size"?`,
    ],
    [
      'a value of another type',
      { ...fine, holds: { fieldName: 'size', operator: '>', value: '$before.title' } },
      'cannot be parsed: The value $before.title has another type than size, which is of type integer.',
    ],
    [
      'a secret',
      { ...fine, when: { fieldName: 'secret', operator: 'notNull' } },
      `cannot be parsed: There is no field "secret" in ${name}.`,
    ],
    [
      'a variable that does not exist',
      { ...fine, holds: { fieldName: 'size', operator: '>', value: '$after.size' } },
      'cannot be parsed: There is no variable "$after.size": ' +
        'write one of $user, $now, $today, $today-30d, $record.<field>, $before.<field>, $user.<field>, ' +
        '$user.<reference>.<field>; ' +
        'for text that begins with $ write $$.',
    ],
    [
      'a collection',
      { ...fine, holds: { fieldName: 'parts.size', operator: '>', value: 1 } },
      'asks for records of a collection or links, which are written after the record: ask those records instead',
    ],
  ])('%s', (_, check, message) => {
    expect(mistakesOf({ checks: [check] })).toEqual([`the check fits ${message}`])
  })

  it('a name that is missing, or is used twice', () => {
    expect(mistakesOf({ checks: [{ ...fine, name: 'Not a name' }] })).toEqual([
      "check 1 needs a name such as name: 'endsLater'",
    ])
    expect(mistakesOf({ checks: [fine, fine] })).toEqual(['checks has "fits" twice: give each check its own name'])
    const transitions = { status: { draft: ['void'] } }
    expect(mistakesOf({ checks: [{ ...fine, name: 'status' }], transitions })).toEqual([
      'the check status has the name of a field with transitions: choose another',
    ])
  })
})

describe('the mistakes in transitions', () => {
  it.each<[string, object, string]>([
    [
      'a field that is no choice',
      { size: {} },
      'transitions names "size", which is not a choice with one value. There is status.',
    ],
    [
      'an unknown value',
      { status: { draft: ['plased'] } },
      'transitions of status has "plased", which is no value. Did you mean "placed"?',
    ],
    [
      'an unknown present value',
      { status: { drft: ['placed'] } },
      'transitions of status has "drft", which is no value. Did you mean "draft"?',
    ],
    [
      'something that is no list',
      { status: { draft: 'placed' } },
      "transitions of status must be lists by value, such as status: { draft: ['void'] }",
    ],
    [
      'a value twice',
      { status: { draft: ['void', 'void'] } },
      'transitions of status lists a value twice after "draft"',
    ],
  ])('%s', (_, transitions, message) => {
    expect(mistakesOf({ transitions })).toEqual([message])
  })

  it('and in undoTransitions', () => {
    const transitions = { status: { draft: ['void'] } }
    expect(mistakesOf({ transitions, undoTransitions: false })).toEqual([])
    expect(mistakesOf({ transitions, undoTransitions: true })).toEqual([])
    expect(mistakesOf({ transitions, undoTransitions: 'no' })).toEqual([
      'undoTransitions must be false: leave it out if an undo may go back',
    ])
    expect(mistakesOf({ undoTransitions: false })).toEqual([
      'undoTransitions needs transitions: declare them, or leave it out',
    ])
  })
})

describe('the mistakes in what pickers offer', () => {
  const offering = (where: unknown) => ({ fields: { ...fields, parent: reference(name, { where: where as object }) } })

  it.each<[string, object]>([
    ['a field of the form', { fieldName: 'status', operator: '=', value: '$source.status' }],
    ['a constant', { fieldName: 'status', operator: '!=', value: 'void' }],
    ['the id of the form', { fieldName: 'id', operator: '!=', value: '$source.id' }],
    ['records of the offered one', { fieldName: 'parts.size', operator: '>', value: '$source.size' }],
  ])('are none in criteria with %s', (_what, where) => {
    expect(mistakesOf(offering(where))).toEqual([])
  })

  it.each<[string, unknown, string]>([
    [
      'a field that the form does not have',
      { fieldName: 'size', operator: '=', value: '$source.siz' },
      'where cannot be parsed: There is no field "siz" of org.example.shop.Item. Did you mean "size"?',
    ],
    [
      'a secret of the form',
      { fieldName: 'title', operator: '=', value: '$source.secret' },
      'where cannot be parsed: There is no field "secret" of org.example.shop.Item.',
    ],
    [
      'a field of another type',
      { fieldName: 'size', operator: '=', value: '$source.status' },
      'where cannot be parsed: The value $source.status has another type than size, which is of type integer.',
    ],
    [
      'a variable of rules',
      { fieldName: 'size', operator: '=', value: '$record.most' },
      'where cannot be parsed: There is no variable "$record.most": write one of $user, $now, $today, $today-30d, ' +
        '$source.<field>; for text that begins with $ write $$.',
    ],
    ['no criteria', 'size = 1', 'where cannot be parsed: A criterion must be an object.'],
  ])('name %s', (_what, where, message) => {
    expect(mistakesOf(offering(where))).toEqual([message])
  })
})
