import { describe, expect, it } from 'vitest'
import { type Case, cases, plansOf } from '../../test/harness/recordStatements.ts'
import { narrowGrant } from '../../test/harness/sights.ts'
import { createStatement } from './create.ts'
import { deleteStatement } from './delete.ts'
import { findStatement } from './find.ts'
import { historyStatement } from './history.ts'
import { openPass } from './pass.ts'
import { pastStatement } from './past.ts'
import { readStatement } from './read.ts'
import { recreateStatement } from './recreate.ts'
import { showStatement } from './show.ts'
import { updateStatement } from './update.ts'

describe('groups', () => {
  const keysOf = (one: Pick<Case, 'model' | 'grant'>) => {
    const { find, read, create, update, delete: deletes, history, past, show, recreate } = plansOf(one, 1)
    return {
      alone: [...find.map(findStatement.keyOf), ...history.map(historyStatement.keyOf)],
      shared: [
        ...read.map(readStatement.keyOf),
        ...create.map(createStatement.keyOf),
        ...update.map(updateStatement.keyOf),
        ...update.map((plan) => updateStatement.keyOf({ ...plan, fields: [], values: [] })),
        ...past.map(pastStatement.keyOf),
        ...show.map(showStatement.keyOf),
        ...recreate.map(recreateStatement.keyOf),
      ],
      unseen: deletes.map(deleteStatement.keyOf),
    }
  }

  it('hold plans of one model, one operation, one shape and one sight', () => {
    const all = cases.map(keysOf)
    const seeing = all.flatMap(({ alone, shared }) => [...alone, ...shared])
    expect(seeing).toHaveLength(9 * cases.length)
    expect(new Set(seeing).size).toBe(seeing.length)
    // A delete shows nothing, so all may share it.
    expect(new Set(all.flatMap(({ unseen }) => unseen)).size).toBe(cases.length / 2)
  })

  it('hold plans of users whose rights are the same; a page is shared only where it does not depend on who looks', () => {
    for (const { model, models } of cases) {
      const [one, same, other] = [
        narrowGrant(models, 7777, ' a'),
        narrowGrant(models, 7778, ' a'),
        narrowGrant(models, 7777, ' b'),
      ].map((grant) => keysOf({ model, grant }))
      expect(same?.shared).toEqual(one?.shared)
      for (const key of one?.alone ?? []) expect(same?.alone).not.toContain(key)
      for (const key of [...(one?.alone ?? []), ...(one?.shared ?? [])])
        expect([...(other?.alone ?? []), ...(other?.shared ?? [])]).not.toContain(key)
    }
  })

  it('carry the user of each plan as a value', () => {
    for (const { model, models } of cases) {
      const users = [narrowGrant(models, 7777), narrowGrant(models, 7778)]
      const plans = users.flatMap((grant) => plansOf({ model, grant }, 1).read)
      expect(readStatement.toSql(plans, models, openPass).toQuery().values).toContainEqual([7777, 7778])
    }
  })
})
