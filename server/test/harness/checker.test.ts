import { describe, expect, it } from 'vitest'
import { findViolations } from './checker.ts'
import type { Answer, Operation, Seen, Write } from './History.ts'
import { randomFrom } from './random.ts'

/** One operation after the other takes one unit of time, unless a case says otherwise. */
let clock = 0

function operation(
  asked: { write?: Write; id?: number },
  answer: Answer,
  [start, end] = [++clock, clock + 0.5],
): Operation {
  return { client: 1, start, end, ...asked, answer }
}

function create(id: number, value: string, time?: [number, number]): Operation {
  return operation({ write: { kind: 'create', value } }, { said: 'done', id, seen: { version: 0, value } }, time)
}

function update(id: number, version: number, value: string, time?: [number, number]): Operation {
  const seen = { version: version + 1, value }
  return operation({ write: { kind: 'update', id, version, value } }, { said: 'done', id, seen }, time)
}

function remove(id: number, version?: number, time?: [number, number]): Operation {
  return operation(
    { write: { kind: 'delete', id, ...(version === undefined ? {} : { version }) } },
    { said: 'done', id },
    time,
  )
}

function read(id: number, version: number, value: string, time?: [number, number]): Operation {
  return operation({ id }, { said: 'shown', seen: { version, value } }, time)
}

function missing(id: number, time?: [number, number]): Operation {
  return operation({ id }, { said: 'missing' }, time)
}

function list(records: Record<number, Seen>, time?: [number, number]): Operation {
  const entries = Object.entries(records).map(([id, seen]) => [Number(id), seen] as const)
  return operation({}, { said: 'listed', total: entries.length, records: new Map(entries) }, time)
}

function fails(said: 'unknown' | 'not-applied', write: Write, time?: [number, number]): Operation {
  return operation({ write }, { said }, time)
}

describe('a history that a correct service can have', () => {
  it.each<[string, Operation[]]>([
    ['nothing at all', []],
    [
      'one record through its life',
      [create(1, 'a'), read(1, 0, 'a'), update(1, 0, 'b'), read(1, 1, 'b'), remove(1, 1), missing(1)],
    ],
    [
      'a conflict that shows the record',
      [
        create(1, 'a'),
        update(1, 0, 'b'),
        operation(
          { write: { kind: 'update', id: 1, version: 0, value: 'c' } },
          { said: 'shown', seen: { version: 1, value: 'b' } },
        ),
      ],
    ],
    [
      'a read beside an update sees the old value',
      [create(1, 'a', [0, 1]), update(1, 0, 'b', [2, 9]), read(1, 0, 'a', [3, 4])],
    ],
    [
      'a read beside an update sees the new value',
      [create(1, 'a', [0, 1]), update(1, 0, 'b', [2, 9]), read(1, 1, 'b', [3, 4])],
    ],
    [
      'lists',
      [
        list({}),
        create(1, 'a'),
        create(2, 'b'),
        list({ 1: { version: 0, value: 'a' }, 2: { version: 0, value: 'b' } }),
        remove(1),
        list({ 2: { version: 0, value: 'b' } }),
      ],
    ],
    [
      'an unknown update that happened',
      [create(1, 'a'), fails('unknown', { kind: 'update', id: 1, version: 0, value: 'b' }), read(1, 1, 'b')],
    ],
    [
      'an unknown update that did not',
      [
        create(1, 'a'),
        fails('unknown', { kind: 'update', id: 1, version: 0, value: 'b' }),
        read(1, 0, 'a'),
        update(1, 0, 'c'),
      ],
    ],
    [
      'an unknown update that happened later',
      [
        create(1, 'a', [0, 1]),
        fails('unknown', { kind: 'update', id: 1, version: 0, value: 'b' }, [2, 3]),
        read(1, 0, 'a', [4, 5]),
        read(1, 1, 'b', [6, 7]),
      ],
    ],
    [
      'an unknown create that happened',
      [fails('unknown', { kind: 'create', value: 'a' }), list({ 7: { version: 0, value: 'a' } })],
    ],
    ['an unknown delete that happened', [create(1, 'a'), fails('unknown', { kind: 'delete', id: 1 }), missing(1)]],
    [
      'a refused write that nobody saw',
      [create(1, 'a'), fails('not-applied', { kind: 'update', id: 1, version: 0, value: 'b' }), read(1, 0, 'a')],
    ],
  ])('%s', (_, history) => {
    expect(findViolations(history)).toEqual([])
  })
})

describe('a history that only a broken service can have', () => {
  const wrongTotal = operation({}, { said: 'listed', total: 2, records: new Map() })
  const skipped = operation(
    { write: { kind: 'update', id: 1, version: 0, value: 'b' } },
    { said: 'done', id: 1, seen: { version: 2, value: 'b' } },
  )
  const altered = operation(
    { write: { kind: 'update', id: 1, version: 0, value: 'b' } },
    { said: 'done', id: 1, seen: { version: 1, value: 'x' } },
  )

  it.each<[string, Operation[], string]>([
    [
      'two updates with one version',
      [create(1, 'a'), update(1, 0, 'b'), update(1, 0, 'c')],
      'record 1 got version 1 2 times',
    ],
    ['an update over a newer version', [create(1, 'a'), skipped], 'must make version 1: an update was lost'],
    ['an update that answers something else', [create(1, 'a'), altered], 'answers a value that it did not write'],
    [
      'a version that nobody wrote',
      [create(1, 'a'), update(1, 1, 'b')],
      'nobody wrote version 1, and there are versions up to 2',
    ],
    ['a lost update', [create(1, 'a'), update(1, 0, 'b'), read(1, 0, 'a')], 'which had ended already'],
    ['a value out of nowhere', [create(1, 'a'), read(1, 0, 'x')], 'with a value that its write did not write'],
    ['a version out of nowhere', [create(1, 'a'), read(1, 1, 'x')], 'nobody wrote version 1'],
    [
      'a look into the past',
      [create(1, 'a', [0, 1]), update(1, 0, 'b', [2, 3]), read(1, 0, 'a', [4, 5])],
      'which had ended already',
    ],
    [
      'a look into the future',
      [create(1, 'a', [0, 1]), read(1, 1, 'b', [2, 3]), update(1, 0, 'b', [4, 5])],
      'which had ended already',
    ],
    [
      'two looks in the wrong order',
      [create(1, 'a', [0, 1]), update(1, 0, 'b', [2, 9]), read(1, 1, 'b', [3, 4]), read(1, 0, 'a', [5, 6])],
      'which had ended already',
    ],
    ['one id for two records', [create(1, 'a'), create(1, 'b')], 'the id 1 was given out 2 times'],
    ['a record that vanished', [create(1, 'a'), missing(1)], 'is missing, and nobody deleted it'],
    ['a record that vanished from the list', [create(1, 'a'), list({})], 'is missing, and nobody deleted it'],
    ['a record that came back', [create(1, 'a'), remove(1), read(1, 0, 'a')], 'which had ended already'],
    [
      'a record missing before its delete',
      [create(1, 'a', [0, 1]), missing(1, [2, 3]), remove(1, 0, [4, 5])],
      'which had ended already',
    ],
    ['a delete twice', [create(1, 'a'), remove(1), remove(1)], 'was deleted 2 times'],
    [
      'a delete of an old version',
      [create(1, 'a'), update(1, 0, 'b'), remove(1, 0)],
      'was at version 1: an update was lost',
    ],
    ['an update after the delete', [create(1, 'a'), remove(1, 0), update(1, 0, 'b')], 'an update was lost'],
    ['a total that is not the list', [wrongTotal], 'the total is 2, and 0 records were listed'],
    [
      'a refused write that happened',
      [create(1, 'a'), fails('not-applied', { kind: 'update', id: 1, version: 0, value: 'b' }), read(1, 1, 'b')],
      'said not to be applied',
    ],
    [
      'an unknown write seen before it was sent',
      [
        create(1, 'a', [0, 1]),
        read(1, 1, 'b', [2, 3]),
        fails('unknown', { kind: 'update', id: 1, version: 0, value: 'b' }, [4, 5]),
      ],
      'which had ended already',
    ],
  ])('%s', (_, history, violation) => {
    expect(findViolations(history)).toContainEqual(expect.stringContaining(violation))
  })
})

/** A service in memory with 5 records, whose version check can be removed; steps of 8 clients in an arbitrary order. */
function simulate(random: () => number, checksVersions: boolean): Operation[] {
  const records = new Map<number, Seen>()
  const history: Operation[] = []
  const known = new Map<string, Seen>()
  for (let id = 1; id <= 5; id++) {
    history.push(create(id, `c${id}`, [id, id + 0.5]))
    records.set(id, { version: 0, value: `c${id}` })
  }
  for (let step = 10; step < 1_000; step++) {
    const id = 1 + Math.floor(random() * 5)
    const client = `${Math.floor(random() * 8)} ${id}`
    const now = records.get(id) ?? { version: -1, value: '' }
    const base = known.get(client) ?? now
    if (random() < 0.5) {
      history.push(read(id, now.version, now.value, [step, step + 0.5]))
      known.set(client, now)
    } else if (!checksVersions || base.version === now.version) {
      const next = { version: base.version + 1, value: `u${step}` }
      history.push(update(id, base.version, next.value, [step, step + 0.5]))
      records.set(id, next)
      known.set(client, next)
    }
  }
  return history
}

describe('a service in memory', () => {
  it.each([1, 2, 3, 4, 5])('passes while it checks versions (seed %i)', (seed) => {
    expect(findViolations(simulate(randomFrom(seed), true))).toEqual([])
  })

  it.each([1, 2, 3, 4, 5])('is found out when it does not (seed %i)', (seed) => {
    expect(findViolations(simulate(randomFrom(seed), false))).toContainEqual(
      expect.stringMatching(/got version \d+ \d+ times/),
    )
  })
})
