import { describe, expect, it } from 'vitest'
import { everyType } from '../../../test/harness/everyType.ts'
import { searchText } from './searchText.ts'

const item = everyType.get('org.example.archive.Item')

describe('the text that q searches', () => {
  it.each([
    [['seenOn'], undefined, `lower(coalesce("seen_on", ''))`],
    [['title', 'email'], undefined, `lower(coalesce("title", '') || E'\\n' || coalesce("email", ''))`],
    [['title', 'email'], 't', `lower(coalesce("t"."title", '') || E'\\n' || coalesce("t"."email", ''))`],
  ])('of %j as %s', (search, alias, text) => {
    expect(searchText({ ...item, search }, alias).toText()).toBe(text)
  })

  it('of a model that declares no fields is its title, its numbers and its unique texts', () => {
    const { search: _, ...undeclared } = item
    const fields = item.fields.map((field) => ({ ...field, unique: ['email', 'count'].includes(field.name) }))
    expect(searchText({ ...undeclared, fields }).toText()).toBe(
      `lower(coalesce("title", '') || E'\\n' || coalesce("email", ''))`,
    )
  })

  it('does not exist if there are no such fields', () => {
    expect(() => searchText({ ...item, search: [] })).toThrow('has no fields for search')
  })
})
