import { beforeAll, expect, it } from 'vitest'
import { admin } from '../../../server/test/harness/client.ts'
import { sizeOf } from '../../../server/test/harness/rounds.ts'
import { useService } from '../../../server/test/harness/useService.ts'
import { type Client, ConflictError, createClient } from '../../src/index.ts'
import { inParallel } from '../inParallel.ts'
import type { Contacts } from '../models.ts'

const stage = useService()
const updates = sizeOf({ inCi: 80, long: 1_000 })
const fields = ['email', 'phone', 'notes'] as const
let client: Client<Contacts>

beforeAll(async () => {
  client = createClient<Contacts>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

/** What became of one update: it was written, merged, or refused with the fields that clash. */
interface Ended {
  readonly value: string
  readonly field: (typeof fields)[number]
  readonly how: 'written' | 'merged' | 'decided' | 'refused'
  readonly named: readonly string[]
}

it(`of ${updates} racing updates none is lost: each is written, merged, or refused with the fields`, async () => {
  const contacts = client.records('com.example.contacts.Contact')
  const shared = await contacts.create({ firstName: 'Shared', lastName: 'Racing' })

  /** Reads, and changes one field, as people do who do not know of each other. */
  async function update(_: unknown, index: number): Promise<Ended> {
    const field = fields[index % fields.length] ?? 'notes'
    const value = field === 'email' ? `${index}@example.com` : field === 'phone' ? `+${index}` : `note ${index}`
    const seen = await contacts.read(shared)
    try {
      const { version } = await contacts.update(seen, { [field]: value }, { onConflict: 'merge' })
      return { value, field, how: version === seen.version + 1 ? 'written' : 'merged', named: [] }
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      const named = (error.conflicts ?? []).map(({ field: clashing }) => clashing)
      if (index % 2 === 0) return { value, field, how: 'refused', named }
      return { value, field, how: await decide(error), named }
    }
  }

  /** Somebody decides for their own value, and again if others were faster. */
  async function decide(error: ConflictError): Promise<'decided'> {
    const decisions = Object.fromEntries((error.conflicts ?? []).map(({ field }) => [field, 'yours' as const]))
    try {
      await error.merge(decisions)
    } catch (again) {
      if (!(again instanceof ConflictError)) throw again
      await decide(again)
    }
    return 'decided'
  }

  const ended = await inParallel(12, Array.from({ length: updates }), update)
  const done = ended.filter(({ how }) => how !== 'refused')
  const clashes = ended.filter(({ named }) => named.length > 0)
  // They did race, and all ways out were taken.
  expect(new Set(ended.map(({ how }) => how))).toEqual(new Set(['written', 'merged', 'decided', 'refused']))
  expect(clashes.filter(({ field, named }) => named.join() !== field)).toEqual([])
  expect(ended.filter(({ how, named }) => how === 'refused' && named.length === 0)).toEqual([])

  // The journal has each change that was answered with success once, in a chain without a gap, and no other.
  const { entries, total } = await contacts.history(shared, { limit: 1_000 })
  expect(total).toBe(done.length + 1)
  const written = entries.slice(0, Math.min(entries.length, total - 1)).toReversed()
  const valueOf = (entry: (typeof written)[number]) => Object.values(entry.changes).map((change) => String(change?.to))
  const journal = written.flatMap(valueOf)
  expect(journal.toSorted()).toEqual(done.map(({ value }) => value).toSorted())
  const state: Record<string, unknown> = { email: null, phone: null, notes: null }
  for (const { changes } of written)
    for (const [field, change] of Object.entries(changes)) {
      expect(change?.from).toBe(state[field])
      state[field] = change?.to
    }
  const now = await contacts.read(shared)
  expect({ email: now.email, phone: now.phone, notes: now.notes, version: now.version }).toEqual({
    ...state,
    version: done.length,
  })
})
