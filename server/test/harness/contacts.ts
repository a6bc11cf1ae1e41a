import { expect } from 'vitest'
import { type Client, type RecordJson, recordOf } from './client.ts'
import { Contact } from './contract.ts'

/** The required fields of a new contact. */
export const ada = { firstName: 'Ada', lastName: 'Lovelace' }

/** An id that no record has. */
export const noSuchId = 9_007_199_254_740_990

/** A date and time as answers show it. */
export const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const author = { id: 1, username: 'admin', name: 'admin' }

/** The whole answer for a new contact. */
export function contact(fields: object): object {
  return {
    id: expect.any(Number),
    version: 0,
    ...ada,
    fullName: 'Ada Lovelace',
    email: null,
    phone: null,
    status: 'lead',
    credit: null,
    birthDate: null,
    vip: null,
    company: null,
    lastContactedOn: null,
    preferences: null,
    notes: null,
    createdOn: moment,
    createdBy: author,
    updatedOn: moment,
    updatedBy: author,
    ...fields,
  }
}

export async function createContact(client: Client, fields: object = {}): Promise<RecordJson> {
  return recordOf(await client.create(Contact, { ...ada, ...fields }))
}
