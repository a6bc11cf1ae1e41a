import { contacts, type GuardSide, many } from './GuardSide.ts'

/** A kind of request, sent by so many clients at a time. */
export interface Kind {
  readonly name: string
  readonly clients: number
  /** How many requests a sample has. */
  readonly requests: number
  /** Sends one request: of the client, and the how manieth of it. */
  send(side: GuardSide, client: number, turn: number): Promise<unknown>
}

const sends: Readonly<Record<string, Kind['send']>> = {
  read: (side, client, turn) => side.call('GET', `${contacts}/${1 + ((client + turn) % many)}`),
  find: (side) => side.call('GET', `${contacts}?limit=20`),
  create: (side, client, turn) =>
    side.call('PUT', contacts, { data: { firstName: `${client}`, lastName: `New ${turn}` } }),
  update: async (side, client, turn) => {
    const path = `${contacts}/${client + 1}`
    const version = side.versions.get(client) ?? JSON.parse(await side.call('GET', path)).data[0].version
    await side.call('POST', path, { data: { version, firstName: `${turn} of ${version}` } })
    side.versions.set(client, version + 1)
  },
}

const requestsOf: Readonly<Record<string, readonly [lone: number, together: number]>> = {
  read: [200, 1_920],
  find: [120, 640],
  create: [100, 960],
  update: [100, 960],
}

/** All kinds: each alone, and 64 at a time. */
export const kinds: readonly Kind[] = Object.entries(sends).flatMap(([name, send]) => {
  const [lone = 0, together = 0] = requestsOf[name] ?? []
  return [
    { name: `lone ${name}`, clients: 1, requests: lone, send },
    { name: `${many} × ${name}`, clients: many, requests: together, send },
  ]
})
