import { describe, expect, it } from 'vitest'
import { boolean, choice, model, reference } from '../../../server/src/index.ts'
import { describeModel } from '../../test/describeModels.ts'
import { en } from '../i18n/en/en.ts'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { toSent } from '../field/toSent.ts'
import { boardColumns, keyOf, whereOf } from './BoardColumn.ts'
import { carry, nextCard } from './carry.ts'
import type { Drop } from './dropOf.ts'
import { cardsIn, noMoves, withMove, withoutMove } from './moves.ts'

const Thing = describeModel(
  model({
    name: 'test.Thing',
    title: 'id',
    fields: {
      kind: choice(['b', 'a', { value: 'old', retired: true }]),
      step: choice(['x', 'y']),
      flag: boolean({ required: true }),
      owner: reference('tabularium.User'),
    },
    transitions: { step: { x: ['y'] } },
  }),
)

function keys(name: string, counted: readonly Json[] = [], targets: readonly Json[] = []): string[] {
  const field = Thing.fields.find((each) => each.name === name)
  return field ? boardColumns(Thing, field, { counted, targets }, en).map(({ key }) => key) : []
}

describe('the columns of a board', () => {
  it('are the declared values in their order, after none where it may be missing', () => {
    expect(keys('kind')).toEqual(['none', '"b"', '"a"'])
    expect(keys('flag')).toEqual(['false', 'true'])
    expect(keys('owner', [], [{ id: 7, name: 'Ada' }])).toEqual(['none', '7'])
  })

  it('are those that records have, too: one out of use, and none where steps keep a value', () => {
    expect(keys('kind', ['old'])).toEqual(['none', '"b"', '"a"', '"old"'])
    expect(keys('step')).toEqual(['"x"', '"y"'])
    expect(keys('step', [null])).toEqual(['none', '"x"', '"y"'])
  })

  it('have criteria beside those of the list', () => {
    const own = '{"fieldName":"flag","operator":"=","value":true}'
    expect(JSON.parse(whereOf('', [['kind', 'a']]))).toEqual({ fieldName: 'kind', operator: '=', value: 'a' })
    expect(
      JSON.parse(
        whereOf(own, [
          ['kind', null],
          ['owner', { id: 7, name: 'Ada' }],
        ]),
      ),
    ).toEqual({
      criteria: [
        JSON.parse(own),
        { fieldName: 'kind', operator: 'isNull' },
        { fieldName: 'owner', operator: '=', value: 7 },
      ],
    })
    expect([keyOf({ id: 7, name: 'Ada' }), toSent({ id: 7, name: 'Ada' }), toSent('a')]).toEqual(['7', { id: 7 }, 'a'])
  })
})

describe('a card that is carried', () => {
  const drops: readonly Drop[] = [
    { is: 'cannot', why: 'no' },
    { is: 'same' },
    { is: 'cannot', why: 'no' },
    { is: 'set', isFinal: false, isForGood: false },
  ]

  it.each([
    [1, 1, { to: 3, passed: [2] }],
    [3, -1, { to: 1, passed: [2] }],
    [1, -1, { to: undefined, passed: [0] }],
    [3, 1, { to: undefined, passed: [] }],
  ] as const)('from column %i by %i stops where it may, and passes the others', (from, step, carried) => {
    expect(carry(drops, from, step)).toEqual(carried)
  })
})

it('arrows move from card to card, over columns without any', () => {
  const columns = [[1, 2, 3], [], [4]]
  const moves = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'] as const
  expect(moves.map((key) => nextCard(columns, 2, key))).toEqual([3, 1, 4, undefined, 1, 3, undefined])
  expect(nextCard(columns, 4, 'ArrowLeft')).toBe(1)
  expect(nextCard(columns, 99, 'ArrowDown')).toBe(1)
})

describe('a card that was dropped', () => {
  const record = (id: number, kind: string, version = 0): RecordJson => ({ id, version, kind })
  const sent = { key: 'k', record: record(2, 'a'), field: 'kind', to: 'b', isLost: false, isDone: false }
  const all = () => true

  it('is in its new column at once, and in no other', () => {
    const moves = withMove(noMoves, sent)
    expect(cardsIn('"a"', [record(1, 'a'), record(2, 'a')], moves, all).map((card) => card.record.id)).toEqual([1])
    const [first, second] = cardsIn('"b"', [record(3, 'b')], moves, all)
    expect([first, second?.record.id]).toEqual([{ record: record(2, 'b'), move: sent }, 3])
  })

  it('is as it was read, once it was written and read', () => {
    const moves = withMove(noMoves, { ...sent, record: record(2, 'b', 1), isDone: true })
    const cards = cardsIn('"b"', [{ ...record(2, 'b', 1), name: 'read' }], moves, all)
    expect(cards).toEqual([{ record: { ...record(2, 'b', 1), name: 'read' }, move: undefined }])
    expect(cardsIn('"b"', [], withoutMove(moves, 2), all)).toEqual([])
  })
})
