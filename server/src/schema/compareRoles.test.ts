import { describe, expect, it } from 'vitest'
import type { DeclaredRole, DeclaredRule } from '../model/role.ts'
import { compareRoles, type StoredRole } from './compareRoles.ts'

const none = { read: false, create: false, update: false, delete: false, run: false }
const open = {
  ...none,
  condition: null,
  readFields: null,
  writeFields: null,
  hideFields: null,
  lockFields: null,
  comment: null,
  export: null,
}
const own = { fieldName: 'createdBy', operator: '=', value: '$user.id' }
const readNotes: DeclaredRule = { ...open, model: 'org.example.Note', read: true }
const writeOwn: DeclaredRule = { ...open, model: 'org.example.Note', update: true, condition: own }
const readTags: DeclaredRule = { ...open, model: 'org.example.Tag', read: true }

function declare(...rules: DeclaredRule[]): DeclaredRole[] {
  return [{ file: 'roles.ts', name: 'clerk', help: 'Writes', rules }]
}

function keep(...rules: DeclaredRule[]): StoredRole[] {
  return [{ id: 7, name: 'clerk', help: 'Writes', rules: rules.map((rule, index) => ({ ...rule, id: 70 + index })) }]
}

function titles(kept: StoredRole[], declared: DeclaredRole[]): string[] {
  return compareRoles(kept, declared).map(({ title }) => title)
}

describe('roles that files declare', () => {
  it('are created with their rules, in one step each', () => {
    expect(compareRoles([], declare(readNotes, writeOwn))).toMatchObject([
      { title: 'Create the role clerk', change: { do: 'createRole', role: 'clerk', help: 'Writes' } },
      {
        title: 'Give role clerk: read org.example.Note',
        change: { do: 'createRule', role: 'clerk', rule: readNotes },
      },
      {
        title: 'Give role clerk: update org.example.Note where createdBy = $user.id',
        change: { do: 'createRule', role: 'clerk', rule: writeOwn },
      },
    ])
  })

  it('need no step if they are as declared, in any order', () => {
    const one = { ...readNotes, readFields: ['a', 'b'] }
    const other = { ...readNotes, readFields: ['b', 'a'] }
    const turned = { value: '$user.id', operator: '=', fieldName: 'createdBy' }
    expect(titles(keep(writeOwn, one, readTags), declare(readTags, other, { ...writeOwn, condition: turned }))).toEqual(
      [],
    )
  })

  it('lose what was added by hand, and get back what was taken away', () => {
    expect(compareRoles(keep(readNotes, writeOwn), declare(readNotes, readTags))).toMatchObject([
      { title: 'Give role clerk: read org.example.Tag', change: { do: 'createRule' } },
      {
        title: 'Take from role clerk: update org.example.Note where createdBy = $user.id',
        change: { do: 'deleteRule', role: 'clerk', id: 71 },
      },
    ])
  })

  it('keep the record of a changed rule', () => {
    const wider = { ...writeOwn, read: true, condition: null, writeFields: ['subject', 'text'] }
    expect(compareRoles(keep(readTags, writeOwn), declare(readTags, wider))).toMatchObject([
      {
        title:
          'Change for role clerk: update org.example.Note where createdBy = $user.id; ' +
          'to: read, update org.example.Note, writing only subject, text',
        change: { do: 'changeRule', role: 'clerk', id: 71, rule: wider },
      },
    ])
  })

  it('have their help changed', () => {
    const [role] = declare(readNotes)
    expect(compareRoles(keep(readNotes), role ? [{ ...role, help: null }] : [])).toMatchObject([
      { title: 'Change the help of the role clerk', change: { do: 'changeRole', id: 7, help: null } },
    ])
  })

  it('do not affect other roles', () => {
    expect(titles([...keep(readNotes), { id: 8, name: 'guest', help: null, rules: [] }], declare(readNotes))).toEqual(
      [],
    )
    expect(titles(keep(readNotes, readNotes), [])).toEqual([])
  })

  it('have no rule twice', () => {
    expect(titles(keep(readNotes, readNotes), declare(readNotes))).toEqual([
      'Take from role clerk: read org.example.Note',
    ])
  })

  it.each<[unknown, string]>([
    [{ operator: 'and', criteria: [own] }, 'createdBy = $user.id'],
    [
      {
        operator: 'or',
        criteria: [own, { operator: 'and', criteria: [own, { fieldName: 'open', operator: '=', value: true }] }],
      },
      'createdBy = $user.id or (createdBy = $user.id and open = true)',
    ],
    [{ operator: 'not', criteria: [{ fieldName: 'name', operator: 'like', value: "o'x" }] }, 'not (name like "o\'x")'],
    [{ fieldName: 'size', operator: 'between', value: 1, value2: 2 }, 'size between 1 2'],
    [{ fieldName: 'size', operator: 'isNull' }, 'size isNull'],
    [{ fieldName: 'region', operator: 'in', value: ['north', 'south'] }, 'region in ["north","south"]'],
    ['nonsense', '"nonsense"'],
    [{ what: 1 }, '{"what":1}'],
  ])('tell of the condition %j', (condition, text) => {
    expect(titles(keep(), declare({ ...readNotes, condition }))).toEqual([
      `Give role clerk: read org.example.Note where ${text}`,
    ])
  })

  it('are plain data, as all steps are', () => {
    const steps = compareRoles(keep(writeOwn), declare(readNotes, readTags))
    expect(JSON.parse(JSON.stringify(steps))).toEqual(steps)
  })
})
