import { expect, it } from 'vitest'
import { describeModels } from '../../test/describeModels.ts'
import { createFormats } from '../field/createFormats.ts'
import type { AccessChange } from '../history/AccessChange.ts'
import { de } from '../i18n/de/de.ts'
import { en } from '../i18n/en/en.ts'
import { fr } from '../i18n/fr/fr.ts'
import { describeAccessAuthor, describeAccessChange } from './describeAccessChange.ts'

const models = describeModels()
const find = (name: string) => models.find((model) => model.name === name)
const toldIn = (words: typeof en) => ({
  find,
  formats: createFormats(words, words.language, 'UTC'),
  logicOf: (name: string) => name,
})
const told = toldIn(en)
const [clerk, reader] = [
  { id: 1, title: 'clerk' },
  { id: 2, title: 'reader' },
]

function change(changes: AccessChange['changes'], more: Partial<AccessChange> = {}): AccessChange {
  return {
    model: 'tabularium.User',
    id: 7,
    version: 1,
    operation: 'update',
    on: '2026-11-18T16:02:11.000Z',
    by: { id: 3, username: 'ada', name: null },
    requestId: 'r',
    via: null,
    through: 'session',
    changes,
    ...more,
  }
}

it.each<[AccessChange, string]>([
  [change({ roles: { from: [], to: [clerk] } }), 'gave zoe the role clerk'],
  [change({ roles: { from: null, to: [clerk, reader] } }), 'gave zoe the roles clerk, reader'],
  [change({ roles: { from: [clerk], to: [reader] } }), 'gave zoe the role reader and took the role clerk from zoe'],
  [change({ admin: { from: false, to: true } }), 'made zoe an administrator'],
  [change({ admin: { from: true, to: false } }), 'took the rights of an administrator from zoe'],
  [change({ disabled: { from: false, to: true } }), 'disabled zoe'],
  [change({ disabled: { from: true, to: false } }, { operation: 'restore' }), 'let zoe log in again'],
  [change({ provisioned: { from: false, to: true } }), 'handed zoe over to the directory'],
  [change({ password: { secret: true } }), 'set another password for zoe'],
  [
    change({ name: { from: 'Zoe', to: 'Zoé' }, disabled: { from: false, to: true } }),
    'disabled zoe and changed user zoe: Name Zoe → Zoé',
  ],
  [
    change(
      {
        username: { to: 'zoe' },
        admin: { to: false },
        disabled: { to: false },
        provisioned: { to: true },
        roles: { to: [clerk] },
      },
      { operation: 'create' },
    ),
    'created user zoe and gave zoe the role clerk',
  ],
  [change({ roles: { from: [clerk], to: null } }, { operation: 'delete' }), 'deleted user zoe'],
  [change({ name: { to: 'Entra' } }, { model: 'tabularium.Key', operation: 'create' }), 'created key zoe'],
])('%j is said as: %s', (write, said) => {
  expect(describeAccessChange(write, 'zoe', told)).toBe(said)
})

it('is said in other languages', () => {
  const swapped = change({ roles: { from: [clerk], to: [reader] } })
  expect(describeAccessChange(swapped, 'zoe', toldIn(de))).toBe(
    'hat zoe die Rolle reader gegeben und hat zoe die Rolle clerk genommen',
  )
  expect(describeAccessChange(swapped, 'zoe', toldIn(fr))).toBe(
    'a donné à zoe le rôle reader et a retiré à zoe le rôle clerk',
  )
})

it.each<[Partial<AccessChange>, string, boolean]>([
  [{}, 'ada', true],
  [{ by: { id: 3, username: 'ada', name: 'Ada' } }, 'Ada', true],
  [{ by: null }, 'The service', false],
  [{ through: 'key', via: { id: 4, name: 'nightly' } }, 'ada (key “nightly”)', true],
  [{ through: 'scim', via: { id: 4, name: 'Entra' } }, 'SCIM (key “Entra”)', false],
  [{ through: 'scim', via: { id: 4, name: null } }, 'SCIM (key “ended since”)', false],
  [{ through: 'oidc:company' }, 'A login at Example Corp', false],
  [{ through: 'command', by: null }, 'The command line', false],
  [{ through: 'migrate', by: null }, 'The migration', false],
  [{ through: 'job' }, 'The service', false],
])('what %j made is by: %s', (more, name, isPerson) => {
  const author = describeAccessAuthor(change({}, more), told, () => 'Example Corp')
  expect(author).toEqual({ name, isPerson })
})
