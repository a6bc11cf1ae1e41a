import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/operations/table.ts'
import { recordsOf } from './harness/client.ts'
import { type Kind, kinds } from './harness/everyWrite/kinds.ts'
import { type PastMaker, useEveryWrite } from './harness/everyWrite/useEveryWrite.ts'
import type { Way, WayBack } from './harness/everyWrite/Way.ts'
import { ways, waysBack, writingWays } from './harness/everyWrite/ways.ts'
import { Line, Order } from './harness/everyWrite/world.ts'

const world = useEveryWrite()
const { toWrite, toPast, attempt, snapshot, rowOf, idOf } = world
const hash = /^\$argon2id\$v=19\$/
const tooMuch = /You cannot grant more rights than you have/
const strong = 'a-password-to-be-hashed'

/** A rule about values, which holds for each way to write them. */
interface ValueRule {
  readonly name: string
  readonly kind: Kind
  readonly values: object
  /** The refusal; the values are written if absent. */
  readonly refused?: RegExp
  /** The column that is compared after a write, and what it must be like. */
  readonly column?: readonly [string, RegExp]
  readonly does?: Way['does']
  /** What another record has already. */
  readonly rival?: object
  /** What only requests must not do. */
  readonly logicMay?: true
}

const valueRules: readonly ValueRule[] = [
  {
    name: 'a password is stored as its hash',
    kind: kinds.user,
    values: { password: strong },
    column: ['password', hash],
  },
  {
    name: 'a weak password is refused',
    kind: kinds.user,
    values: { password: 'short' },
    refused: /must have at least 12 characters/,
  },
  { name: 'nobody makes an administrator who is none', kind: kinds.user, values: { admin: true }, refused: tooMuch },
  {
    name: 'nobody but an administrator says that an address is verified',
    kind: kinds.user,
    values: { emailVerifiedOn: '2026-01-01T00:00:00.000Z' },
    refused: /emailVerifiedOn/,
  },
  {
    name: 'nobody writes wider rules than their own',
    kind: kinds.rule,
    values: { model: '*', read: true },
    refused: tooMuch,
  },
  {
    name: 'fields that only logic writes are refused to others',
    kind: kinds.line,
    values: { stage: 'checked' },
    refused: /stage/,
    column: ['stage', /^checked$/],
    logicMay: true,
  },
  {
    name: 'records that only logic writes are refused to others',
    kind: kinds.slip,
    values: { note: 'written' },
    refused: /Records of every\.Slip are written by actions/,
    column: ['note', /^written$/],
    logicMay: true,
  },
  { name: 'checks hold', kind: kinds.line, values: { amount: 11 }, refused: /must not be more than the order allows/ },
  {
    name: 'a value is there where it is required',
    kind: kinds.line,
    values: { kind: 'special' },
    refused: /"reason":\s*"is required"|reason[^.]*is required/,
  },
  {
    name: 'a value is accepted where it is required',
    kind: kinds.line,
    values: { kind: 'special', reason: 'as agreed' },
    column: ['reason', /^as agreed$/],
  },
  { name: 'transitions hold', kind: kinds.line, values: { state: 'done' }, refused: /state/, does: 'change' },
  {
    name: 'a value that is unique among some records is taken once',
    kind: kinds.line,
    rival: { badge: 'worn' },
    values: { badge: 'worn' },
    refused: /is worn already/,
  },
  {
    name: 'periods do not overlap',
    kind: kinds.line,
    rival: { room: 'attic', fromOn: '2031-01-01', toOn: '2031-01-10' },
    values: { room: 'attic', fromOn: '2031-01-10', toOn: '2031-01-11' },
    refused: /has a guest then/,
  },
  {
    name: 'there are at most so many records',
    kind: kinds.line,
    rival: { team: 'full' },
    values: { team: 'full' },
    refused: /is full/,
  },
  {
    name: 'nobody sets a number of a series',
    kind: kinds.line,
    values: { number: 'L0' },
    refused: /number/,
  },
]

describe.each(valueRules)('$name', ({ kind, values, rival, refused, column, does, logicMay }) => {
  beforeAll(() => (rival ? world.makeRival(kind, rival) : undefined))
  const applying = writingWays.filter(
    (way) => way.does !== 'delete' && (does ?? way.does) === way.does && !(way.byKey && kind.key === undefined),
  )
  it.each(applying)('$name', async (way) => {
    const write = await toWrite(way, kind, values)
    const before = await snapshot(kind)
    const { written, text } = await attempt(way, way.toSent(write))
    if (refused && !(logicMay && way.isLogic)) {
      expect(text).toMatch(refused)
      expect(written).toBe(false)
      expect(await snapshot(kind)).toBe(before)
    } else {
      expect(written, text).toBe(true)
      const { row } = await rowOf(kind, await idOf(way, write))
      if (column) expect(row?.[column[0]]).toMatch(column[1])
    }
  })
})

/** A rule about what comes back: a record that was as `old`, which must not be again. */
interface PastRule {
  readonly name: string
  readonly kind: Kind
  /** Made anew for each way if they must differ from those of all other records. */
  readonly old: object | (() => object)
  readonly now: object
  readonly maker?: PastMaker
  /** Done before the way is tried. */
  readonly meanwhile?: (parent: number, old: object) => Promise<unknown>
  /** Columns that must be the same afterwards, whether the way is refused or not. */
  readonly stays: string
  /** The refusal; the way may do the rest if absent. */
  readonly refused?: RegExp
  readonly notOfUndo?: true
  /** An undo of the last write brings it back. */
  readonly undoMay?: true
}

const approve: PastMaker = {
  create: async (values, client) => {
    const body = { data: { task: { does: 'create', model: Line.name, values } } }
    expect((await client.exchange('POST', '/ws/action/every.do', { body })).status).toBe(200)
    const { code } = values as { code: string }
    const found = recordsOf(await client.exchange('GET', `/ws/rest/${Line.name}?limit=1000`))
    return found.find((one) => one['code'] === code)?.id ?? 0
  },
  change: (id, client) => client.exchange('POST', '/ws/action/every.approve', { body: { data: { line: { id } } } }),
}

let made = 0
/** A text that no other record has. */
const next = () => `own ${++made}`

const pastRules: readonly PastRule[] = [
  {
    name: 'a password does not come back',
    kind: kinds.user,
    old: { name: 'Old', password: 'an-old-password-1' },
    now: { name: 'New', password: 'a-new-password-2' },
    stays: 'password',
  },
  {
    name: 'an administrator does not come back for somebody who is none',
    kind: kinds.user,
    old: { admin: true },
    now: { admin: false },
    stays: 'admin',
    refused: /cannot grant more rights|ask an administrator/,
  },
  {
    name: 'a wider rule does not come back for somebody with fewer rights',
    kind: kinds.rule,
    old: { model: '*' },
    now: { model: Line.name },
    stays: 'model',
    refused: /cannot grant more rights|ask an administrator/,
  },
  {
    name: 'what an action wrote does not change for somebody who may not run it',
    kind: kinds.line,
    old: { stage: 'first' },
    now: {},
    maker: approve,
    stays: 'stage',
    refused: /stage/,
  },
  {
    name: 'a value does not come back that a check refuses now',
    kind: kinds.line,
    old: { amount: 8 },
    now: { amount: 1 },
    meanwhile: (id) => world.stage.client.update(Order.name, id, { version: 0, most: 5 }),
    stays: 'amount',
    refused: /must not be more than the order allows/,
  },
  {
    name: 'a value does not come back that another record has now',
    kind: kinds.line,
    old: () => ({ badge: next() }),
    now: { badge: null },
    meanwhile: (_, old) => world.makeRival(kinds.line, old),
    stays: 'badge',
    refused: /is worn already/,
  },
  {
    name: 'a period does not come back that overlaps with another now',
    kind: kinds.line,
    old: () => ({ room: next(), fromOn: '2031-01-01', toOn: '2031-01-10' }),
    now: { room: null },
    meanwhile: (_, old) => world.makeRival(kinds.line, { ...old, fromOn: '2031-01-10' }),
    stays: 'room',
    refused: /has a guest then/,
  },
  {
    name: 'a record does not come back that would be one too many now',
    kind: kinds.line,
    old: () => ({ team: next() }),
    now: { team: null },
    meanwhile: (_, old) => world.makeRival(kinds.line, old),
    stays: 'team',
    refused: /is full/,
  },
  {
    name: 'a state does not come back that may not follow',
    kind: kinds.line,
    old: { state: 'draft' },
    now: { state: 'open' },
    stays: 'state',
    refused: /can't follow open/,
    notOfUndo: true,
    undoMay: true,
  },
]

describe.each(pastRules)('$name', ({ kind, old, now, maker, meanwhile, stays, refused, notOfUndo, undoMay }) => {
  const applying = waysBack.filter(({ ofUndo }: WayBack) => !(ofUndo && notOfUndo))
  it.each(applying)('$name', async (way) => {
    const values = typeof old === 'function' ? old() : old
    const past = await toPast(way, kind, values, now, maker)
    const { row: before } = await rowOf(kind, past.id)
    await meanwhile?.(Number(before?.[kind.parent.by]), values)
    const { written, text } = await attempt(way, way.toSent(past))
    const { row } = await rowOf(kind, past.id)
    if (undoMay && way.undoes) {
      expect([written, row?.[stays]], text).toEqual([true, Object.values(values)[0]])
      return
    }
    expect(row?.[stays]).toBe(before?.[stays])
    if (!refused) return
    expect(text).toMatch(refused)
    expect(written).toBe(false)
  })
})

it('every operation that writes has a way here', () => {
  const writing = operations.flatMap(({ name, writes }) => (writes ? [name] : []))
  expect(Object.keys(ways).toSorted()).toEqual(writing.toSorted())
})
