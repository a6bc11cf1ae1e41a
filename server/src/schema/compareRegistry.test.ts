import { describe, expect, it } from 'vitest'
import { toModels, withoutBuiltIn } from '../../test/harness/everyType.ts'
import { model, text } from '../index.ts'
import { compareRegistry } from './compareRegistry.ts'

function declare(name: string, was?: string) {
  return model({ name, title: 'name', fields: { name: text() }, ...(was === undefined ? {} : { was }) })
}

/** The titles of the steps from the registered names to the declared models. */
function titles(registered: string[], ...declared: [name: string, was?: string][]): string[] {
  const { all } = withoutBuiltIn(toModels(declared.map(([name, was]) => declare(name, was))))
  return compareRegistry(registered, all).map(({ title }) => title)
}

describe('the numbers of the models', () => {
  it('stay the same if each model has one', () => {
    expect(titles(['shop.Box', 'shop.Item'], ['shop.Item'], ['shop.Box'])).toEqual([])
  })

  it('are given to new models, whose records are counted while writes are locked out', () => {
    const [step, ...others] = compareRegistry([], withoutBuiltIn(toModels([declare('shop.Box')])).all)
    expect(others).toEqual([])
    expect(step).toMatchObject({
      title: 'Keep a journal and counts for shop.Box',
      mode: 'transaction',
      lock: 'SHARE ROW EXCLUSIVE, while the records are counted',
      required: true,
    })
    expect(step?.loses).toBeUndefined()
    expect(step?.statements.map((statement) => statement.split('\n')[0])).toEqual([
      'lock table "record"."shop_box" in share row exclusive mode',
      "insert into tabularium.models (name) values ('shop.Box')",
      'insert into tabularium.counts (model, level, block, records)',
    ])
  })

  it('follow a model that was renamed', () => {
    expect(titles(['shop.Box'], ['shop.Crate', 'shop.Box'])).toEqual([
      'Let the journal of shop.Box go on as that of shop.Crate',
    ])
    expect(titles(['shop.Crate'], ['shop.Crate', 'shop.Box'])).toEqual([])
  })

  it('a new model may take the name that a renamed one left', () => {
    expect(titles(['shop.Box'], ['shop.Crate', 'shop.Box'], ['shop.Box'])).toEqual([
      'Let the journal of shop.Box go on as that of shop.Crate',
      'Keep a journal and counts for shop.Box',
    ])
  })

  it('a model whose old name was never registered is new', () => {
    expect(titles([], ['shop.Crate', 'shop.Box'])).toEqual(['Keep a journal and counts for shop.Crate'])
  })

  it('are removed with their model, which loses access to its history', () => {
    const [step] = compareRegistry(['shop.Box'], [])
    expect(step).toMatchObject({
      title: 'Forget the journal of shop.Box, which is no longer a model',
      loses: 'access to the history of shop.Box',
      required: false,
    })
  })
})
