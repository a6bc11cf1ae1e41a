import { describe, expect, it } from 'vitest'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { en } from '../i18n/en/en.ts'
import { type Draft, draftOf, withEdit } from './Draft.ts'
import { checkStaleDraft } from './checkStaleDraft.ts'

const fields: Record<string, FieldMeta> = {
  name: { name: 'name', type: 'text', label: 'Name' },
  size: { name: 'size', type: 'integer', label: 'Size' },
  tags: { name: 'tags', type: 'links', label: 'Tags', target: 'a.Tag' },
}
const model: ModelMeta = {
  name: 'a.Person',
  label: 'Person',
  title: 'name',
  list: ['name'],
  fields: Object.values(fields),
  may: { read: 'all', create: 'all', update: 'all', delete: 'all' },
}
const links = (...ids: number[]) => ids.map((id) => ({ id, name: `Tag ${id}` }))
const read: RecordJson = { id: 1, version: 4, name: 'Ada', size: 3, tags: links(1, 2) }

function typed(edits: Readonly<Record<string, Json>>): Draft {
  return Object.entries(edits).reduce(
    (draft, [name, input]) => {
      const field = fields[name]
      if (!field) throw new Error(name)
      return withEdit(draft, field, input, 'k')
    },
    draftOf(read, 'k'),
  )
}

const check = (tried: Parameters<typeof checkStaleDraft>[0], draft: Draft, theirs: Readonly<Record<string, Json>>) =>
  checkStaleDraft(tried, draft, { ...read, version: 5, ...theirs }, model, en)

describe('a draft whose record others changed', () => {
  it('is mergeable where its save would be taken and nobody changed its fields', () => {
    const found = check(null, typed({ name: 'Grace' }), { size: 7 })
    expect(found).toMatchObject({
      is: 'mergeable',
      rebased: { base: { version: 5, size: 7 }, edits: { name: 'Grace' } },
    })
  })

  it('clashes where the conflict says so', () => {
    const current = { ...read, version: 5, name: 'Augusta' }
    const conflicts = [{ field: 'name', by: null, on: '' }]
    expect(check({ base: read, current, conflicts }, typed({ name: 'Grace' }), { name: 'Augusta' }).is).toBe('clash')
  })

  it('is open where nothing is known: no rebase is offered that would overwrite others unseen', () => {
    expect(check(undefined, typed({ name: 'Grace' }), { name: 'Augusta' })).toEqual({ is: 'open' })
    expect(check(undefined, typed({ name: 'Grace' }), { size: 7 })).toEqual({ is: 'open' })
    expect(check({}, typed({ name: 'Grace' }), { size: 7 })).toEqual({ is: 'open' })
  })

  it('is open where a field can not be sent yet, which the dry run did not see', () => {
    expect(check(null, typed({ size: 'seven' }), { size: 7 })).toEqual({ is: 'open' })
  })

  it('is open where one of its fields was changed since, or was never read', () => {
    expect(check(null, typed({ name: 'Grace' }), { name: 'Augusta' })).toEqual({ is: 'open' })
    const { tags: _, ...bare } = read
    const tags = model.fields[2]
    expect(tags?.name).toBe('tags')
    if (tags) expect(check(null, withEdit(draftOf(bare, 'k'), tags, links(3), 'k'), {}).is).toBe('open')
  })

  it('merges links: what others added stays, and what they removed goes', () => {
    const found = check(null, typed({ tags: links(1, 3) }), { tags: links(1, 2, 4) })
    expect(found).toMatchObject({ is: 'mergeable', rebased: { edits: { tags: links(1, 4, 3) } } })
  })
})
