import { describe, expect, it } from 'vitest'
import { withCurrentNames } from './currentNames.ts'

const january = '2026-01-15T00:00:00.000Z'
const february = '2026-02-15T00:00:00.000Z'
const march = '2026-03-15T00:00:00.000Z'

function namesAt(on: string, fields: string[], renames: Parameters<typeof withCurrentNames>[1]): string[] {
  const changes = Object.fromEntries(fields.map((field, index) => [field, [null, index] as const]))
  return Object.keys(withCurrentNames({ on, changes }, renames).changes)
}

describe('entries from before a rename', () => {
  it('have the current name; other fields keep theirs', () => {
    expect(namesAt(january, ['phone', 'name'], [{ was: 'phone', name: 'mobile', on: february }])).toEqual([
      'mobile',
      'name',
    ])
  })

  it('stay as they are if nothing was renamed', () => {
    const entry = { on: january, changes: { name: ['a', 'b'] as const } }
    expect(withCurrentNames(entry, [])).toBe(entry)
  })

  it('are renamed up to the time of the rename; later the old name means another field', () => {
    const renames = [{ was: 'phone', name: 'mobile', on: february }]
    expect(namesAt(february, ['phone'], renames)).toEqual(['mobile'])
    expect(namesAt(march, ['phone', 'mobile'], renames)).toEqual(['phone', 'mobile'])
  })

  it('mean the field that had the name then, even if a second field took the name and was renamed too', () => {
    const renames = [
      { was: 'phone', name: 'mobile', on: january },
      { was: 'phone', name: 'landline', on: march },
    ]
    expect(namesAt('2026-01-01T00:00:00.000Z', ['phone'], renames)).toEqual(['mobile'])
    expect(namesAt(february, ['phone'], renames)).toEqual(['landline'])
  })
})
