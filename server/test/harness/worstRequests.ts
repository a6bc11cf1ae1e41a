/** A request before it is encoded. */
export interface WorstRequest {
  readonly method: string
  readonly path: string
  /** JSON. */
  readonly body?: string
}

const contacts = '/ws/rest/com.example.contacts.Contact'
const search = `${contacts}/search`

/** The largest answer about contacts: all of them, with their notes and those of their companies. */
export const largeRecord: WorstRequest = {
  method: 'GET',
  path: `${contacts}?limit=1000&fields=notes,company.name,tags,interactions`,
}

/** The most expensive requests that were found, each in several forms that share no statement. */
export function worstRequests(): WorstRequest[] {
  const [unknown, large] = [JSON.stringify({ records: unknownMembers() }), JSON.stringify({ records: manyRecords() })]
  return Array.from({ length: 20 }, (_, n) => [
    { method: 'POST', path: search, body: JSON.stringify(scan(n)) },
    { method: 'POST', path: search, body: JSON.stringify(joins(n)) },
    largeRecord,
    { method: 'POST', path: contacts, body: unknown },
    { method: 'POST', path: `${contacts}/updateMass?dryRun=true`, body: JSON.stringify(mass(n)) },
    { method: 'POST', path: `${contacts}?dryRun=true`, body: large },
    { method: 'GET', path: `${contacts}/1/history?limit=1000` },
    { method: 'GET', path: `${contacts}/1?version=${n}` },
  ]).flat()
}

/** Reads and sorts every note. */
function scan(n: number): object {
  const words = Array.from({ length: 10 }, (_, index) => ({
    fieldName: 'notes',
    operator: 'like',
    value: `%z${n}q${index}%`,
  }))
  return { data: { operator: 'or', criteria: words }, sortBy: ['notes', '-lastName', 'firstName'], limit: 1000 }
}

/** As many tables as a request may read, each by its own path. */
function joins(n: number): object {
  const ways = ['company.name', 'company.country', 'company.website', 'interactions.notes', 'tags.name', 'lastName']
  const criteria = ways.map((fieldName) => ({ fieldName, operator: 'like', value: `%${n}x%` }))
  return { data: { operator: 'or', criteria }, sortBy: ['company.name', 'lastName'], limit: 1000 }
}

function unknownMembers(): object[] {
  return Array.from({ length: 60 }, (_, record) =>
    Object.fromEntries(Array.from({ length: 900 }, (_unused, member) => [`f${record}x${member}`, 0])),
  )
}

function mass(n: number): object {
  const data = { fieldName: 'lastName', operator: 'like', value: `% 1${n % 10}%` }
  return { data, values: { notes: 'n'.repeat(10_000), preferences: { text: 'p'.repeat(500_000) } }, maxAffected: 1000 }
}

function manyRecords(): object[] {
  return Array.from({ length: 1_000 }, (_, index) => ({
    firstName: 'First',
    lastName: `L${index}`,
    notes: 'n'.repeat(600),
  }))
}
