import { afterAll, beforeAll } from 'vitest'
import { pathOf } from './actions.ts'
import { type Client, type Message, recordOf, type RecordJson, type Reply } from './client.ts'
import { Company, Contact } from './contract.ts'
import { CountingProxy } from './CountingProxy.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { payloads } from './payloads.ts'
import { loggedIn, startService, type TestService } from './service.ts'

/** A service whose statements to PostgreSQL are all recorded, with a contact of a company. */
export interface Target {
  readonly database: TestDatabase
  readonly service: TestService
  /** A client with a session of the administrator. */
  readonly client: Client
  readonly company: RecordJson
  readonly contact: RecordJson
  /** The texts of statements so far. */
  readonly texts: ReadonlySet<string>
  /** The texts of statements that some work adds, without those of the service's background work. */
  addedBy(work: () => Promise<unknown>): Promise<string[]>
  /** Sends every payload to one position, after a harmless text has shown which statements belong to it. */
  attack(place: Place): Promise<{ replies: Reply[]; added: string[] }>
}

/** A request with a text at one of the positions where clients can send one. */
export type Place = (text: string) => [method: string, path: string, body?: Message['body']]

export const find = (parameters: Record<string, string>) => `${pathOf(Contact)}?${new URLSearchParams(parameters)}`
export const searching = (body: object): ReturnType<Place> => ['POST', pathOf(Contact, 'search'), body]
export const criterion = (one: object): ReturnType<Place> => searching({ data: { criteria: [one] } })

/** The required fields of a new contact. */
export const person = { firstName: 'X', lastName: 'Y' }

/** The payloads that are not valid text: NUL, and lone surrogates. */
export const noTexts: readonly string[] = payloads.filter((text) => text.includes('\0') || !text.isWellFormed())

/** The payloads with an unexpected answer, with the answer. */
export function unexpected(replies: readonly Reply[], expected: readonly number[]): string[] {
  return replies.flatMap(({ status, text }, n) =>
    expected.includes(status) ? [] : [`${JSON.stringify(payloads[n])}: HTTP ${status} ${text.slice(0, 200)}`],
  )
}

/** Statements of the service's background work, which may appear at any time. */
export const ownWork = new RegExp(
  [
    /tabularium fold|prepare_journal|release_journal|from tabularium\.feed|set used_on = now/,
    /tabularium\.(searches|answers) where|into tabularium\.searches/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

interface Started extends Pick<Target, 'database' | 'service' | 'client' | 'company' | 'contact'> {
  readonly proxy: CountingProxy
}

async function start(): Promise<Started> {
  const database = await createDatabase()
  const proxy = await CountingProxy.start(database.url)
  const service = await startService(proxy.url, { logLevel: 'error', foldInterval: '50ms' })
  const client = await loggedIn(service, 8)
  const members = [{ firstName: 'A', lastName: 'B' }]
  const company = recordOf(await client.create(Company, { name: 'Acme', contacts: members }))
  const fields = { firstName: 'C', lastName: 'D', company: { id: company.id } }
  const contact = recordOf(await client.create(Contact, fields))
  return { database, proxy, service, client, company, contact }
}

/** One target for all tests of a file. */
export function useTarget(): Target {
  let started: Started | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    started?.client.close()
    await started?.service.stop()
    started?.proxy.close()
    await started?.database.drop()
  })
  const require = () => {
    if (!started) throw new Error('The target is started before the tests and not while they are declared.')
    return started
  }
  const addedBy = async (work: () => Promise<unknown>) => {
    const { texts } = require().proxy
    const before = new Set(texts)
    await work()
    return [...texts].filter((text) => !before.has(text) && !ownWork.test(text))
  }
  const send = (place: Place, payload: string) => {
    const [method, path, body] = place(payload)
    return require().client.exchange(method, path, body === undefined ? {} : { body })
  }
  return {
    get database() {
      return require().database
    },
    get service() {
      return require().service
    },
    get client() {
      return require().client
    },
    get company() {
      return require().company
    },
    get contact() {
      return require().contact
    },
    get texts() {
      return require().proxy.texts
    },
    addedBy,
    attack: async (place) => {
      await send(place, 'harmless')
      const replies: Reply[] = []
      const added = await addedBy(async () => {
        for (const payload of payloads) replies.push(await send(place, payload))
      })
      return { replies, added }
    },
  }
}
