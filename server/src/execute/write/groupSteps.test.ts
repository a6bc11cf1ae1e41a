import { expect, it } from 'vitest'
import type { TransactionStep } from '../../plan/transaction.ts'
import { groupSteps } from './groupSteps.ts'

/**
 * Steps written as `create Order`, `create Line <0` (which refers to the first), `create Line >Product` (which
 * names a product by a key), `update Product` and so on.
 */
function grouped(...written: string[]): string[] {
  const steps = written.map((text, index) => {
    const [operation, name, ...others] = text.split(' ')
    const after = (sign: string) => others.filter((other) => other.startsWith(sign)).map((other) => other.slice(1))
    const plan = { operation, model: { name } }
    return { index, plan, uses: after('<').map(Number), looksIn: after('>') } as unknown as TransactionStep
  })
  return groupSteps(steps).map((group) => group.map(({ index }) => index).join(' '))
}

it.each([
  ['neighbours of one kind and model are one group', ['create A', 'create A', 'create A'], ['0 1 2']],
  ['pairs of records that refer to each other', ['create A', 'create B <0', 'create A', 'create B <2'], ['0 2', '1 3']],
  ['a record that refers to one of its own model', ['create A', 'create A <0', 'create A <1'], ['0', '1', '2']],
  ['creates without a reference change places', ['create A', 'create B', 'create A'], ['0 2', '1']],
  ['a create that names a record by a key stays behind', ['create B', 'create A', 'create B >A'], ['0', '1', '2']],
  ['also behind one of its own model', ['create A', 'create A >A', 'create A >B'], ['0', '1 2']],
  ['an update comes after the creates before it', ['create A', 'update A', 'create A'], ['0', '1', '2']],
  ['updates of different models keep their order', ['update A', 'update B', 'update A'], ['0', '1', '2']],
  ['updates of one model are one group', ['update A', 'update A', 'create A', 'create A'], ['0 1', '2 3']],
  ['a delete lets nothing pass', ['create A', 'delete B', 'create A', 'create C'], ['0', '1', '2', '3']],
  ['a create comes after an update of another model', ['update A', 'create B', 'create C'], ['0', '1', '2']],
])('%s', (_, steps, groups) => {
  expect(grouped(...steps)).toEqual(groups)
})
