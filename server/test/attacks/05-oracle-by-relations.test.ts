import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordJson } from '../harness/client.ts'
import { OracleProbe, shareOf } from '../harness/OracleProbe.ts'
import { TwinServices } from '../harness/TwinServices.ts'
import { Badge, Case, fillVault, onlookers, Person, Team, vault } from '../harness/vault.ts'

/** From one record to the values of related records. */
const ways = [
  'team.budget',
  'team.members.salary',
  'team.quiet.name',
  'secretTeam.name',
  'boss.salary',
  'boss.boss.note',
  'boss.owner.username',
  'owner.username',
  'owner.roles.name',
  'badges.kind',
  'badges.name',
  'friends.salary',
  'friends.badges.name',
  'friends.team.budget',
  'cases.subject',
  'createdBy.username',
  'team.headcount',
  'team.payroll',
  'team.closed',
  'team.lastNote',
  'team.quietCount',
  'badgeCount',
  'topBadge',
  'boss.topBadge',
]
const totals = ['headcount', 'payroll', 'closed', 'lastNote', 'quietCount', 'quietName']
const people = [1, 2, 3, 4, 6, 12, 28]
let asked = 0

afterAll(() => {
  console.info(`${asked} questions had the same answer, to the byte`)
  expect(asked).toBeGreaterThan(1_000)
})

describe.each(onlookers)('somebody $name', (onlooker) => {
  let mirror: TwinServices
  let inquiry: OracleProbe
  const share = <T>(list: readonly T[]) => shareOf(list, onlookers.indexOf(onlooker))

  beforeAll(async () => {
    mirror = await TwinServices.open(vault, (admin) => fillVault(admin, onlooker), onlooker.change)
    inquiry = new OracleProbe(mirror)
  })

  afterAll(async () => {
    asked += inquiry.count
    expect(mirror.logs()).not.toContain('internal failure')
    await mirror.close()
  })

  it('learns nothing by following references and relations', async () => {
    for (const name of share(ways)) {
      await inquiry.ask('GET', `/ws/rest/${Person}?fields=${name}&limit=100`)
      await inquiry.ask('GET', `/ws/rest/${Person}/1?fields=${name},name`)
      for (const sortBy of [name, `-${name}`]) await inquiry.search(Person, { sortBy: [sortBy], limit: 100 })
      for (const [operator, value] of [
        ['=', '32.50'],
        ['like', 'other'],
        ['>', 1],
        ['isNull', undefined],
      ])
        await inquiry.search(Person, { data: { fieldName: name, operator, value }, fields: ['name'], limit: 100 })
      await inquiry.search(Person, {
        data: { operator: 'not', criteria: [{ fieldName: name, operator: 'notNull' }] },
        limit: 0,
      })
    }
  })

  it('learns nothing from the other side: collections and links', async () => {
    for (const fields of share([
      'members',
      'members.salary',
      'members.boss.name',
      'quiet',
      'quiet.name',
      'budget',
      'members.badges',
      'headcount,payroll,closed,lastNote',
      'quietCount,quietName',
    ]))
      for (const id of [1, 2, 3, 4, 5]) await inquiry.ask('GET', `/ws/rest/${Team}/${id}?fields=${fields}`)
    for (const fieldName of share([
      'members',
      'members.salary',
      'members.note',
      'members.score',
      'quiet',
      'quiet.name',
      ...totals,
    ]))
      for (const [operator, value] of [['isNull'], ['notNull'], ['=', 3], ['=', '32.50'], ['like', 'other']])
        await inquiry.search(Team, { data: { fieldName, operator, value }, limit: 100 })
    for (const fieldName of ['badges', 'friends', 'badges.id', 'friends.id'])
      for (const id of share([1, 2, 3, 4, 5, 6, 7, 8, 9]))
        await inquiry.search(Person, { data: { fieldName, operator: '=', value: id }, limit: 0 })
  })

  it('learns nothing from the history and from old versions', async () => {
    for (const id of share(people)) {
      await inquiry.ask('GET', `/ws/rest/${Person}/${id}/history`)
      await inquiry.ask('GET', `/ws/rest/${Person}/${id}/history?limit=1&offset=1`)
      for (const version of [0, 1, 2, 3]) await inquiry.ask('GET', `/ws/rest/${Person}/${id}?version=${version}`)
      await inquiry.ask('POST', `/ws/rest/${Person}/${id}/restore?dryRun=true`, { data: { version: 2, toVersion: 0 } })
    }
    for (const model of [Team, Badge, Case])
      for (const id of [1, 2, 3, 4, 5, 6]) await inquiry.ask('GET', `/ws/rest/${model}/${id}/history`)
  })

  it('learns nothing from metadata and explanations', async () => {
    await inquiry.ask('GET', '/ws/meta/models')
    for (const model of [Person, Team, Badge, Case, 'org.example.vault.Nothing', 'tabularium.User']) {
      await inquiry.ask('GET', `/ws/meta/fields/${model}`)
      for (const action of share(['read', 'create', 'update', 'delete'])) {
        await inquiry.ask('GET', `/ws/explain/${model}?action=${action}`)
        for (const id of [1, 3, 4, 28, 99]) await inquiry.ask('GET', `/ws/explain/${model}/${id}?action=${action}`)
      }
    }
  })

  it('learns nothing by writing references, links and members', async () => {
    for (const [id, query] of share([
      [1, '?dryRun=true'],
      [2, ''],
      [3, ''],
      [4, '?dryRun=true'],
      [5, '?dryRun=true'],
      [5, ''],
    ] as const)) {
      for (const field of ['badges', 'friends'])
        for (const linked of [[1], [3], [6], [2, 3], [id], [99]])
          await inquiry.change(Person, id, { [field]: linked.map((one) => ({ id: one })) }, { query })
      for (const field of ['team', 'secretTeam', 'boss', 'owner'])
        for (const to of [1, 3, 4, 99]) await inquiry.change(Person, id, { [field]: { id: to } }, { query })
    }
    for (const id of share([1, 2, 4]))
      for (const query of ['?dryRun=true', '']) {
        const shown = await inquiry.ask('GET', `/ws/rest/${Team}/${id}?fields=members`)
        const [team] = shown.status === 200 ? (shown.json?.data as RecordJson[]) : []
        const members = (team?.['members'] as RecordJson[] | undefined)?.map(({ id: own, version }) => ({
          id: own,
          version,
        }))
        for (const kept of [
          members?.slice(1),
          members,
          [],
          [...(members ?? []), { name: 'new' }],
          [{ id: 4, version: 2 }],
        ])
          await inquiry.change(Team, id, { members: kept ?? [] }, { query })
        await inquiry.change(Team, id, { quiet: [] }, { query })
      }
  })

  it('learns nothing by deletes', async () => {
    for (const id of [3, 4, 7, 9, 11, 28, 99]) {
      await inquiry.ask('DELETE', `/ws/rest/${Person}/${id}?version=0`)
      await inquiry.ask('DELETE', `/ws/rest/${Person}/${id}?dryRun=true`)
      await inquiry.ask('DELETE', `/ws/rest/${Person}/${id}`)
      await inquiry.ask('GET', `/ws/rest/${Person}/${id}/history`)
      await inquiry.ask('POST', `/ws/rest/${Person}/${id}/restore`, { data: { version: 3, toVersion: 1 } })
    }
    for (const id of [1, 3, 6]) await inquiry.ask('DELETE', `/ws/rest/${Badge}/${id}`)
    await inquiry.walk(Person, { sortBy: ['name'], fields: ['name', 'friends'] }, 10)
  })
})
