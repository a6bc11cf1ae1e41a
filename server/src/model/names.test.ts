import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyType } from '../../test/harness/everyType.ts'
import { columnOf, tableName, tableOf } from './names.ts'
import { linksNames, linksTableOf, objectNames, sequenceOf } from './objectNames.ts'

const item = everyType.get('org.example.archive.Item')

describe('names in the database', () => {
  it.each([
    ['com.example.contacts.Contact', 'com_example_contacts_contact'],
    ['com.example.contacts.ContactList', 'com_example_contacts_contact_list'],
    ['a.URL', 'a_u_r_l'],
  ])('the model %s is kept in the table %s', (model, table) => {
    expect(tableOf(model)).toBe(table)
  })

  it.each([
    ['firstName', 'first_name'],
    ['email', 'email'],
    ['iso3166Code', 'iso3166_code'],
  ])('the field %s is kept in the column %s', (field, column) => {
    expect(columnOf(field)).toBe(column)
  })

  it('are quoted and stand in the schema of records', () => {
    expect(tableName(item).toText()).toBe('"record"."org_example_archive_item"')
  })

  it('two different fields never share a column', () => {
    const fieldName = fc.stringMatching(/^[a-z][A-Za-z0-9]{0,20}$/)
    fc.assert(
      fc.property(fieldName, fieldName, (a, b) => {
        expect(columnOf(a) === columnOf(b)).toBe(a === b)
      }),
    )
  })

  it('are never longer than PostgreSQL keeps, and differ where the whole differs', () => {
    const long = { ...item, name: `org.example.${'a'.repeat(40)}.Item` }
    const [first, second] = item.fields.map((field) =>
      objectNames.reference(long, { ...field, name: `${'f'.repeat(40)}${field.name}` }),
    )
    expect(first?.length).toBe(63)
    expect(second).not.toBe(first)
    expect(sequenceOf(long.name).length).toBeLessThanOrEqual(63)
  })

  it('of links lead back to their relation, however long that is', () => {
    expect(linksTableOf('shop.Item', 'boxTags')).toBe('shop_item_box_tags_links')
    expect(Object.values(linksNames).map((nameOf) => nameOf('shop.Item', 'tags'))).toEqual([
      'shop_item_tags_links_pkey',
      'shop_item_tags_links_source_reference',
      'shop_item_tags_links_target_reference',
      'shop_item_tags_links_target_index',
    ])
    const long = Object.values(linksNames).map((nameOf) => nameOf('shop.Item', 't'.repeat(50)))
    expect(new Set(long).size).toBe(4)
    expect(Math.max(...long.map((one) => one.length))).toBe(63)
  })

  it('of a check change with its definition', () => {
    const [field] = item.fields
    if (!field) throw new Error('The model has no fields.')
    expect(objectNames.check(item, field, 'a')).not.toBe(objectNames.check(item, field, 'b'))
    expect(objectNames.check(item, field, 'a')).toBe(objectNames.check(item, field, 'a'))
  })
})
