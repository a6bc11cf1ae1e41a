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

  it('does not exist if no fields are declared for search', () => {
    expect(() => searchText({ ...item, search: [] })).toThrow('declares no fields for search')
  })
})
