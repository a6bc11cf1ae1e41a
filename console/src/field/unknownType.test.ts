import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integer, model, text } from '../../../server/src/index.ts'
import { fieldTypes } from '../../../server/src/model/field/fieldTypes.ts'
import { emailList, emailListType } from '../../../server/test/harness/emailList.ts'
import { describeModel } from '../../test/describeModels.ts'
import { readValue, writeValue } from '../criteria/readValue.ts'
import { testsOf } from '../criteria/testsOf.ts'
import { filterFields } from '../criteria/valueField.ts'
import { en } from '../i18n/en/en.ts'
import { columnsOf } from '../meta/columns.ts'
import { type FieldMeta, isComputed, isRelation, type ModelMeta } from '../meta/ModelMeta.ts'
import { createFormats } from './createFormats.ts'
import { isSame } from './isSame.ts'
import { kindOf, showValue } from './kinds.ts'
import { firstInputs, readForm } from './readForm.ts'

const formats = createFormats(en, 'en-GB', 'UTC')
const addresses = ['ada@example.org', 'ada@example.com']

describe('a type of field that the console does not know', () => {
  let person: ModelMeta
  let emails: FieldMeta

  // A newer service: this page does not have its new type.
  beforeAll(() => {
    Object.assign(fieldTypes, { emailList: emailListType })
    person = describeModel(
      model({
        name: 'test.Person',
        title: 'name',
        list: ['name', 'emails'],
        fields: { name: text(), age: integer(), emails: emailList() },
      }),
    )
    const found = person.fields.find(({ name }) => name === 'emails')
    if (!found) throw new Error('The field is not described.')
    emails = found
  })

  // Other files run in the same process.
  afterAll(() => {
    Reflect.deleteProperty(fieldTypes, 'emailList')
  })

  it('is a column, shown as text or as JSON', () => {
    expect(columnsOf(person, [], () => undefined).map(({ path }) => path)).toEqual(['name', 'emails'])
    expect(showValue(addresses, emails, formats)).toBe('["ada@example.org","ada@example.com"]')
    expect(showValue('8c5f…\n', emails, formats)).toBe('8c5f… ')
    expect(showValue(12.5, emails, formats)).toBe('12.5')
    expect(showValue(null, emails, formats)).toBe(en.value.none)
    expect(kindOf(emails).aligned).toBeUndefined()
  })

  it('is edited as text, and sent as it was where nobody typed', () => {
    expect(isComputed(emails) || isRelation(emails)).toBe(false)
    const read = (input: FieldMeta['default']) => kindOf(emails).read(input ?? null, emails, en)
    expect(read(kindOf(emails).toInput(addresses, emails))).toEqual({ value: addresses })
    expect(read(kindOf(emails).toInput(null, emails))).toEqual({ value: null })
    expect(read('["ada@example.org"]')).toEqual({ value: ['ada@example.org'] })
    expect(read('[not JSON')).toEqual({ value: '[not JSON' })
    expect(read('12')).toEqual({ value: '12' })
    expect(isSame(emails.type, addresses, [...addresses])).toBe(true)
    expect(readForm(person.fields, { ...firstInputs(person.fields), emails: 'x' }, en)).toEqual({
      values: { emails: 'x' },
    })
  })

  it('is filtered by the operators that the service names', () => {
    expect(filterFields(person, () => undefined).map(({ path }) => path)).toContain('emails')
    expect(testsOf(emails)).toEqual(['isNull', 'notNull'])
    const operators = { '=': 'value', in: 'list', '<': 'value', startsWith: 'value', near: 'range', isNull: 'nothing' }
    const ordered = { ...emails, traits: { writable: true, operators } }
    expect(testsOf(ordered)).toEqual(['is', '<', 'isNull', 'operator startsWith'])
    expect(readValue('ada', ordered, 'is', en)).toEqual({ value: 'ada' })
    expect(writeValue('ada', ordered, 'is')).toBe('ada')
  })

  it('of a service that says nothing about types is compared by equality, and can be written', () => {
    const { traits: _, ...silent } = emails
    expect(testsOf(silent)).toEqual(['is', 'isNot', 'isNull', 'notNull'])
    expect(isComputed(silent)).toBe(false)
  })

  it('that clients cannot set is shown only', () => {
    expect(isComputed({ ...emails, traits: { writable: false } })).toBe(true)
  })
})
