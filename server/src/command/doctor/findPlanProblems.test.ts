import { describe, expect, it } from 'vitest'
import { findPlanProblems, type PlanNode } from './findPlanProblems.ts'

const sizes = {
  rows: new Map([
    ['item', 200_000],
    ['box', 50],
  ]),
  threshold: 10_000,
}

function node(type: string, more: Partial<PlanNode> = {}, ...plans: PlanNode[]): PlanNode {
  return { 'Node Type': type, 'Plan Rows': 200_000, Plans: plans, ...more }
}

const item = { Schema: 'record', 'Relation Name': 'item' }
const scan = node('Seq Scan', item)
const walk = (filter: string, matching: number) =>
  node('Index Scan', { ...item, Filter: filter, 'Plan Rows': matching })
const inOrder = node('Index Only Scan', item)

describe('findPlanProblems', () => {
  it.each<[string, PlanNode, string[]]>([
    ['a large table read whole', node('Aggregate', {}, scan), ['scan item']],
    ['a small table read whole', node('Seq Scan', { Schema: 'record', 'Relation Name': 'box' }), []],
    ['a table of the service read whole', node('Seq Scan', { Schema: 'tabularium', 'Relation Name': 'item' }), []],
    ['a page read off an index', node('Limit', {}, node('WindowAgg', {}, inOrder)), []],
    ['a whole index counted', node('Aggregate', {}, inOrder), ['scan item']],
    ['an index that is asked', node('Aggregate', {}, node('Index Scan', { ...item, 'Index Cond': '(id = $1)' })), []],
    ['everything sorted for a page', node('Limit', {}, node('Sort', {}, scan)), ['scan item', 'sort item']],
    ['few sorted', node('Sort', { 'Plan Rows': 40 }, node('Bitmap Heap Scan', item)), []],
    ['rows of another kind sorted', node('Sort', {}, node('CTE Scan')), []],
    ['a walk past many that match', node('Limit', {}, walk('(status = $1)', 60_000)), []],
    ['a walk past few that match', node('Limit', {}, walk('(phone = $1)', 100)), ['walk item']],
    ['a walk past a guess', node('Limit', {}, walk('(notes ~~* $1)', 100_000)), ['walk item']],
    [
      'an inner side that is read again and again',
      node('Limit', {}, node('Nested Loop', {}, inOrder, { ...inOrder, 'Parent Relationship': 'Inner' })),
      ['scan item'],
    ],
    [
      'a subquery below a page that has none of its own',
      node('Limit', {}, node('Result', {}, { ...inOrder, 'Parent Relationship': 'SubPlan' })),
      ['scan item'],
    ],
    [
      'an index that finds many to keep few',
      node('Bitmap Heap Scan', { ...item, Filter: '(phone = $1)', 'Plan Rows': 3 }, node('Bitmap Index Scan')),
      ['sift item'],
    ],
    [
      'an index that finds few to keep few',
      node(
        'Bitmap Heap Scan',
        { ...item, Filter: '(phone = $1)', 'Plan Rows': 3 },
        node('Bitmap Index Scan', { 'Plan Rows': 40 }),
      ),
      [],
    ],
    [
      'a page and its count, told once',
      node('Result', {}, node('Limit', {}, walk('(notes ~~* $1)', 5)), node('Aggregate', {}, scan), scan),
      ['scan item'],
    ],
  ])('%s', (_, plan, problems) => {
    expect(
      findPlanProblems(plan, sizes)
        .map(({ kind, table }) => `${kind} ${table}`)
        .toSorted(),
    ).toEqual(problems)
  })
})
