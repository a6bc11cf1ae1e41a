import type { AnyModels, Client } from '@tabularium/client'
import { changes, currentToken } from '@tabularium/client/changes'
import type { Contacts } from '../models.ts'
import { type Same, same } from './expect.ts'

// What is followed has the type of its model. The compiler runs these tests: `npm run types`.

declare const client: Client<Contacts>
declare const untyped: Client<AnyModels>

export async function oneModel() {
  for await (const change of changes(client, { models: ['com.example.contacts.Contact'] })) {
    same<Same<typeof change.token, string>>()
    // @ts-expect-error: a reset has no record
    void change.id
    if (change.operation === 'reset') continue
    same<Same<typeof change.model, 'com.example.contacts.Contact'>>()
    same<Same<typeof change.version, number>>()
    // @ts-expect-error: a record that vanished has no changes
    void change.changes
    if (change.operation === 'vanish') continue
    same<Same<typeof change.changeSet, number | undefined>>()
    void change.changes.firstName?.from
    // @ts-expect-error: there is no such field
    void change.changes.firstNme
    // @ts-expect-error: the record was not asked for
    void change.record
  }
}

export async function allModels() {
  for await (const change of changes(client, { after: await currentToken(client), record: 'now' })) {
    if (change.operation === 'reset') continue
    // @ts-expect-error: it may be a record of another model
    void change.record?.firstName
    if (change.model !== 'com.example.contacts.Contact') continue
    // @ts-expect-error: the record may be gone
    void change.record.firstName
    const status = change.record?.status
    same<Same<typeof status, 'lead' | 'customer' | 'former' | null | undefined>>()
  }
  for await (const change of changes(client)) {
    if (change.operation === 'reset') continue
    // @ts-expect-error: the models of the service are followed only if they are named
    if (change.model === 'tabularium.User') return
  }
  for await (const change of changes(client, { models: ['tabularium.User'] })) void change.token
}

export function options() {
  // @ts-expect-error: there is no such model
  void changes(client, { models: ['com.example.contacts.Contct'] })
  // @ts-expect-error: the record is shown as it is now
  void changes(client, { record: 'then' })
  // @ts-expect-error: a token is text
  void changes(client, { after: 5 })
  // @ts-expect-error: a wait is a number of milliseconds
  void changes(client, { wait: '25s' })
}

export async function withoutTypes() {
  for await (const change of changes(untyped, { models: ['com.example.Book'] })) {
    if (change.operation === 'reset' || change.operation === 'vanish') continue
    same<Same<typeof change.id, number>>()
    void change.changes['title']?.to
  }
}
