import { describe, expect, it } from 'vitest'
import { everyType } from '../../../test/harness/everyType.ts'
import { model } from '../../model/declare.ts'
import { boolean } from '../../model/field/boolean.ts'
import { choice } from '../../model/field/choice.ts'
import { reference } from '../../model/field/reference.ts'
import { text } from '../../model/field/text.ts'
import type { Model } from '../../model/Model.ts'
import { Models } from '../../model/Models.ts'
import { collection } from '../../model/relation/collection.ts'
import { comments } from '../../model/relation/comments.ts'
import { commentModelsOf } from '../../model/relation/commentsModel.ts'
import { toModel } from '../../model/toModel.ts'
import { asAdministrator } from './asAdministrator.ts'
import { parseModel } from './parseMetadata.ts'
import { toTypeScript } from './toTypeScript.ts'

const Room = toModel(
  model({
    name: 'org.example.hotel.Room',
    label: 'Room */ of ours',
    title: 'code',
    unique: [['code', 'floor']],
    fields: {
      floor: reference('org.example.hotel.Floor', { required: true }),
      code: text({ required: true, unique: true, help: 'As on\nthe door' }),
      pin: text({ secret: true }),
      state: choice(['free', "owner's", 'say "no"'], { default: 'free' }),
      open: boolean({ required: true, default: true }),
    },
  }),
)
const Floor = toModel(
  model({
    name: 'org.example.hotel.Floor',
    title: 'name',
    fields: { name: text(), rooms: collection('org.example.hotel.Room', { by: 'floor' }) },
  }),
)

/** The file of types of some models. */
function typesOf(models: readonly Model[], command = 'x'): string {
  return toTypeScript({ models, actions: [] }, command)
}

/** The lines about one model, without their indentation. */
function linesOf(exported: string, models: readonly Model[]): string[] {
  const [, rest = ''] = toTypeScript({ models, actions: [] }, 'tabularium types').split(
    `export declare const ${exported}: {\n`,
  )
  return (rest.split('\n}\n')[0] ?? '').split('\n').map((line) => line.trim())
}

/** The line about one member. */
function lineOf(member: string, models: readonly Model[], exported = 'Room'): string | undefined {
  return linesOf(exported, models).find((line) => line.startsWith(`readonly ${member}: field<`))
}

describe('the file of types', () => {
  it('has the comments of a model under its name', () => {
    const Desk = toModel(
      model({ name: 'org.example.Desk', title: 'name', fields: { name: text(), comments: comments() } }),
    )
    const all = new Models([Desk, ...commentModelsOf([Desk])])
    const described = JSON.parse(JSON.stringify(all.all)).map((one: Model) =>
      parseModel({ ...one, fields: [...one.fields, ...one.relations] }),
    )
    expect(linesOf('DeskComments', described)).toContain('readonly name: "org.example.Desk.comments"')
    const line = lineOf('comments', asAdministrator(all), 'Desk')
    expect(line).toContain('field<"collection", related[], false, false>')
    expect(line).toContain('readonly target: "org.example.Desk.comments"')
  })

  it('declares a model with its literal names and its fields in order', () => {
    expect(linesOf('Room', [Room, Floor])).toEqual([
      'readonly name: "org.example.hotel.Room"',
      'readonly title: "code"',
      'readonly list: readonly ["code"]',
      'readonly unique: readonly [readonly ["code", "floor"]]',
      'readonly fields: {',
      '/** As on the door */',
      'readonly code: field<"text", string, true, true> & { readonly unique: true }',
      'readonly floor: field<"reference", reference, true, true> & { readonly target: "org.example.hotel.Floor" }',
      'readonly open: field<"boolean", boolean, true, true> & { readonly default: true }',
      'readonly pin: field<"text", string, false, true> & { readonly secret: true }',
      `readonly state: field<"choice", "free" | "owner's" | "say \\"no\\"", false, true> & ` +
        '{ readonly default: "free" }',
      '}',
    ])
    expect(lineOf('rooms', [Floor], 'Floor')).toBe(
      'readonly rooms: field<"collection", related[], false, true> & ' +
        '{ readonly target: "org.example.hotel.Room"; readonly by: "floor" }',
    )
  })

  it('depends on the models and the command alone, not on their order', () => {
    const reversed = [Floor, { ...Room, fields: Room.fields.toReversed() }]
    expect(typesOf(reversed)).toBe(typesOf([Room, Floor]))
  })

  it('says how to make it again', () => {
    expect(typesOf([], 'tabularium types --output a.ts')).toContain('\n//   tabularium types --output a.ts\n')
  })

  it('exports a model by its whole name if another one has the same last part', () => {
    const text = typesOf([Room, { ...Room, name: 'org.example.office.Room' }])
    expect(Array.from(text.matchAll(/declare const (\w+)/g), ([, name]) => name)).toEqual([
      'org_example_hotel_Room',
      'org_example_office_Room',
    ])
  })

  it('lets no text of a model end its comment', () => {
    expect(typesOf([Room])).toContain('/** Room * / of ours */')
  })

  it('has the value of every field type, as JSON has it', () => {
    const types = Object.fromEntries(
      everyType.get('org.example.archive.Item').fields.map(({ name }) => {
        const [, described = ''] = lineOf(name, everyType.all, 'Item')?.match(/field<"\w+", (.*)>/) ?? []
        return [name, described]
      }),
    )
    expect(types).toEqual({
      title: 'string, true, false',
      name: 'string, true, true',
      code: 'string, false, true',
      email: 'string, false, true',
      website: 'string, false, true',
      notes: 'string, false, true',
      count: 'number, false, true',
      balance: 'number, false, true',
      amount: 'string, false, true',
      worth: 'string, false, false',
      share: 'string, false, true',
      open: 'boolean, true, true',
      checked: 'boolean, false, true',
      day: 'string, false, true',
      seenOn: 'string, false, true',
      state: `"new" | "used" | "owner's", true, true`,
      extra: 'json, false, true',
      currency: 'string, false, true',
      price: 'string, false, true',
      fee: 'string, false, true',
      marks: String.raw`("red" | "green" | "owner's" | "a \"b\", {c}\\")[], true, true`,
      shelf: 'reference, false, true',
      parent: 'reference, false, true',
      serial: 'string, false, false',
    })
    expect(['itemCount', 'worth', 'lastSeen', 'lastState'].map((name) => lineOf(name, everyType.all, 'Shelf'))).toEqual(
      [
        'readonly itemCount: field<"rollup", number, true, false>',
        'readonly worth: field<"rollup", string, true, false>',
        'readonly lastSeen: field<"rollup", string, false, false>',
        `readonly lastState: field<"rollup", "new" | "used" | "owner's", false, false>`,
      ],
    )
  })

  it('allows any value in a field of a type that it does not know', () => {
    const newer = { ...Room, fields: [{ ...Room.fields[1], type: 'colour' } as never] }
    expect(lineOf('code', [newer])).toBe(
      'readonly code: field<"colour", unknown, true, true> & { readonly unique: true }',
    )
  })
})

/** The model as metadata, with what a caller may do with one of its fields. */
function described(may: Record<string, string>, changes: object = {}): unknown {
  const code = { ...Room.fields.find(({ name }) => name === 'code'), may, ...changes }
  return JSON.parse(JSON.stringify({ ...Room, fields: [code], relations: undefined }))
}

describe('metadata', () => {
  it.each([
    [{ read: 'all', create: 'all', update: 'some' }, '"text", string, true, true> & { readonly unique: true }'],
    [{ read: 'all', create: 'none', update: 'none' }, '"text", string, true, false> & { readonly unique: true }'],
    [{ read: 'some', create: 'all', update: 'all' }, '"text", string | undefined, true, true> & '],
    [{ read: 'none', create: 'all', update: 'all' }, '{ readonly unique: true; readonly secret: true }'],
  ])('with the rights %j gives %s', (may, type) => {
    expect(lineOf('code', [parseModel(described(may))])).toContain(type)
  })

  it('of whole models gives the same file as the models', () => {
    const models = new Models([Room, Floor]).all
    const read = models.map(({ fields, relations, ...others }) =>
      parseModel(JSON.parse(JSON.stringify({ ...others, fields: [...fields, ...relations] }))),
    )
    expect(typesOf(read)).toBe(typesOf(models))
  })

  it.each([
    ['no object', null],
    ['a name with code in it', { ...Room, name: 'a.B: {}; import "evil"' }],
    ['a field with code in its name', described({}, { name: 'a: string }; evil()' })],
    ['a target with code in it', described({}, { target: '"] }' })],
    ['values that are no list', described({}, { type: 'choice', values: '"x"; evil()' })],
    ['a choice without values', described({}, { type: 'choice' })],
    ['a formula without a result', described({}, { type: 'formula' })],
    ['a help that is no text', described({}, { help: ['*/ evil()'] })],
    ['a list with code in it', { ...Room, list: ['x"]; evil()'] }],
    ['a unique group with code in it', { ...Room, unique: [['x"]; evil()']] }],
    ['an error page', { title: 'Not found' }],
  ])('is refused if it is %s', (_, data) => {
    expect(() => parseModel(data)).toThrow(TypeError)
  })
})
