import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { firstCommands } from './firstCommands.ts'
import { groupsOf } from './groupsOf.ts'
import type { FieldMeta, ModelMeta } from './ModelMeta.ts'

const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const modelOf = (name: string, fields: readonly FieldMeta[], more: Partial<ModelMeta> = {}): ModelMeta => ({
  name,
  label: name,
  title: 'id',
  list: [],
  fields,
  may,
  ...more,
})

describe('the first commands', () => {
  it('create a record with what is required, as a shell takes it', () => {
    const model = modelOf('com.example.Person', [
      { name: 'name', type: 'text', label: "Person's name", required: true },
      { name: 'email', type: 'text', label: 'E-mail', format: 'email', required: true },
      { name: 'status', type: 'choice', label: 'Status', values: ['a'], required: true, default: 'a' },
      { name: 'notes', type: 'text', label: 'Notes' },
    ])
    const { record } = firstCommands(model, 'http://127.0.0.1:1')
    const script = `TABULARIUM_KEY=k; curl() { printf '%s\\n' "$@"; }\n${record}`
    expect(execFileSync('bash', ['-c', script]).toString().trimEnd().split('\n')).toEqual([
      '-sS',
      '-X',
      'PUT',
      'http://127.0.0.1:1/ws/rest/com.example.Person',
      '-H',
      'Authorization: Bearer k',
      '-H',
      'Content-Type: application/json',
      '-d',
      `{"data":{"name":"Person's name","email":"ada@example.com"}}`,
    ])
  })
})

describe('groups of models', () => {
  it('are declared, or the packages of the models; those of the service come last', () => {
    const models = [
      modelOf('tabularium.User', []),
      modelOf('com.example.contacts.Tag', []),
      modelOf('com.example.contacts.Contact', [], { group: 'Customers' }),
    ]
    expect(groupsOf(models).map(([group, members]) => [group, members.length])).toEqual([
      ['Contacts', 1],
      ['Customers', 1],
      ['Tabularium', 1],
    ])
  })
})
