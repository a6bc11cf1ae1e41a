import { describe, expect, it } from 'vitest'
import { model, text } from '../../index.ts'
import { toModel } from '../../model/toModel.ts'
import { UsedRecords } from './UsedRecords.ts'

const Note = toModel(model({ name: 'test.Note', title: 'text', fields: { text: text() } }))

describe('the records that logic has used', () => {
  it('are locked for writing by the next attempt if one of them was about to be written', () => {
    const used = new UsedRecords()
    for (const id of [3, 1, 2]) used.noteRead(Note, id, 5)
    expect(used.byModel).toEqual([{ model: Note, ids: [1, 2, 3], areWritten: false }])
    used.noteWanted(Note, 3)
    expect(used.byModel).toEqual([{ model: Note, ids: [1, 2, 3], areWritten: true }])
  })

  it('are compared before the commit, unless they were written', () => {
    const used = new UsedRecords()
    for (const id of [3, 1, 2]) used.noteRead(Note, id, 5)
    used.noteWanted(Note, 3)
    used.noteWrite(Note, 2, 6)
    expect(used.onlyRead).toEqual([{ model: Note, ids: [1, 3] }])
    const versions = (ofThird: number) => new Map([1, 3].map((id) => [`test.Note ${id}`, id === 3 ? ofThird : 5]))
    expect([used.areCurrent(versions(5)), used.areCurrent(versions(6))]).toEqual([true, false])
  })
})
