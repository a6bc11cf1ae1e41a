import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, type RecordJson } from './harness/client.ts'
import { noSuchId } from './harness/contacts.ts'
import { Company, Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { clientOf, type MadeRole, makeRole, makeUser, own, Session, User } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const german = { fieldName: 'country', operator: '=', value: 'DE' }
const important = { operator: 'or', criteria: [own, { fieldName: 'vip', operator: '=', value: true }] }
const names = ['firstName', 'lastName', 'fullName']
/**
 * Reads the names of all contacts, and changes their own and the important ones; sees the names of German companies.
 */
let clerk: MadeRole
let cleo: RecordJson
let client: Client
let [hers, theirs, near, far]: number[] = []

beforeAll(async () => {
  const { client: admin, database, service } = stage
  clerk = await makeRole(admin, 'clerk', [
    { model: Contact, read: true, readFields: names },
    { model: Contact, read: true, create: true, update: true, condition: important, writeFields: ['notes'] },
    { model: Company, read: true, condition: german, readFields: ['name'] },
  ])
  cleo = await makeUser(admin, 'cleo', [clerk])
  client = await clientOf(service, database, cleo.id)
  hers = recordOf(await admin.create(Contact, { firstName: 'Grace', lastName: 'Hopper' })).id
  await database.query('update record.com_example_contacts_contact set created_by = $1 where id = $2', [cleo.id, hers])
  theirs = recordOf(await admin.create(Contact, { firstName: 'Ada', lastName: 'Lovelace', vip: false })).id
  near = recordOf(await admin.create(Company, { name: 'Near', country: 'DE' })).id
  far = recordOf(await admin.create(Company, { name: 'Far', country: 'AT' })).id
  return () => client.close()
})

/** The one element of an explanation. */
async function explain(who: Client, what: string): Promise<RecordJson> {
  return recordOf(await who.exchange('GET', `/ws/explain/${what}`))
}

/** The rules of the clerk about contacts, as an explanation shows them. */
function contactRules(fields: { read: boolean }, met: readonly object[] = [{}, {}]): object[] {
  const [reading, writing] = clerk.rules
  const common = { role: 'clerk', model: Contact }
  const shownFields = fields.read ? [names, null] : [null, ['notes']]
  return [
    { id: reading?.id, ...common, allows: ['read'], condition: null, fields: shownFields[0], ...met[0] },
    {
      id: writing?.id,
      ...common,
      allows: ['read', 'create', 'update'],
      condition: important,
      fields: shownFields[1],
      ...met[1],
    },
  ]
}

describe('a user asks about themselves', () => {
  it('what a rule without a condition allows is allowed, and the default action is read', async () => {
    const allowed = success([
      {
        user: { id: cleo.id, username: 'cleo' },
        model: Contact,
        action: 'read',
        allowed: true,
        why: 'A rule without a condition allows it.',
        rules: contactRules({ read: true }),
      },
    ])
    expect(shown(await client.exchange('GET', `/ws/explain/${Contact}`))).toEqual(allowed)
    expect(shown(await client.exchange('GET', `/ws/explain/${Contact}?action=read`))).toEqual(allowed)
  })

  it('what depends on the record is allowed for some', async () => {
    expect(await explain(client, `${Contact}?action=update`)).toEqual({
      user: { id: cleo.id, username: 'cleo' },
      model: Contact,
      action: 'update',
      allowed: 'some',
      why: 'Rules allow it for the records that meet their conditions. Give an id to learn more.',
      rules: contactRules({ read: false }),
    })
  })

  it('what no rule allows is not allowed, and the rules that were tried are shown', async () => {
    const reply = await explain(client, `${Contact}?action=delete`)
    expect(reply).toMatchObject({ allowed: false, why: `No rule allows the action delete on records of ${Contact}.` })
    expect(reply['rules']).toEqual(contactRules({ read: false }))
  })

  it('about a record each rule says whether it is met, if it allows the action at all', async () => {
    expect(await explain(client, `${Contact}/${hers}?action=update`)).toEqual({
      user: { id: cleo.id, username: 'cleo' },
      model: Contact,
      action: 'update',
      id: hers,
      allowed: true,
      why: `The rule ${clerk.rules[1]?.id} of the role clerk allows it.`,
      rules: contactRules({ read: false }, [{ met: null }, { met: true }]),
    })
    const other = await explain(client, `${Contact}/${theirs}?action=update`)
    expect(other).toMatchObject({
      allowed: false,
      why: 'The record does not meet the condition of any rule that allows it.',
      rules: contactRules({ read: false }, [{ met: null }, { met: false }]),
    })
    const read = await explain(client, `${Contact}/${theirs}`)
    expect(read).toMatchObject({ allowed: true, rules: [{ met: true }, { met: false }] })
  })

  it('a hidden record is like one that does not exist, and no rule says anything about it', async () => {
    for (const id of [far, noSuchId]) {
      const reply = await explain(client, `${Company}/${id}`)
      expect(reply).toMatchObject({ allowed: false, why: `There is no record with the id ${id} that may be read.` })
      expect(reply['rules']).toEqual([expect.not.objectContaining({ met: expect.anything() })])
    }
  })

  it('a condition about a hidden field is not shown, only that there is one', async () => {
    const rule = {
      id: clerk.rules[2]?.id,
      role: 'clerk',
      model: Company,
      allows: ['read'],
      conditional: true,
      fields: ['name'],
    }
    expect(await explain(client, Company)).toMatchObject({ allowed: 'some', rules: [rule] })
    const reply = await explain(client, `${Company}/${near}`)
    expect(reply).toMatchObject({ allowed: true, rules: [{ ...rule, met: true }] })
    expect(JSON.stringify(reply)).not.toContain('country')
  })

  it('the rules that every user has are included', async () => {
    const reply = await explain(client, `${User}/${cleo.id}`)
    expect(reply).toMatchObject({
      allowed: true,
      why: 'The rule that all users have allows it.',
      rules: [
        {
          id: null,
          role: null,
          fields: [
            'username',
            'name',
            'admin',
            'timeZone',
            'language',
            'email',
            'emailVerifiedOn',
            'kind',
            'externalId',
            'provisioned',
            'roles',
          ],
          met: true,
        },
      ],
    })
  })

  it('the answer has nothing that is only for administrators', async () => {
    for (const what of [Contact, `${Contact}/${hers}`, `${Company}/${near}`, `${User}/${cleo.id}`]) {
      const { text } = await client.exchange('GET', `/ws/explain/${what}`)
      for (const member of ['clauses', 'hiddenFields', 'broken']) expect(text).not.toContain(`"${member}"`)
    }
  })
})

describe('an administrator asks about a user', () => {
  const about = (what: string, user: string | number = 'cleo') =>
    explain(stage.client, `${what}${what.includes('?') ? '&' : '?'}user=${user}`)

  it('by username or id, and learns which fields they never see, and which only in some records', async () => {
    const reply = await about(Contact)
    expect(reply).toMatchObject({ user: { id: cleo.id, username: 'cleo' }, allowed: true })
    expect(reply['rules']).toEqual(contactRules({ read: true }))
    expect(reply['hiddenFields']).toEqual({
      never: ['tags', 'interactions'],
      sometimes: [
        'email',
        'phone',
        'status',
        'credit',
        'birthDate',
        'vip',
        'company',
        'lastContactedOn',
        'preferences',
        'notes',
      ],
    })
    expect(reply['broken']).toEqual([])
    expect(await about(Contact, cleo.id)).toEqual(reply)
  })

  it('learns of each criterion whether the record meets it, or that it is unknown', async () => {
    const clauses = (isOwn: boolean | null, isVip: boolean | null) => [
      { criterion: own, met: isOwn },
      { criterion: important.criteria[1], met: isVip },
    ]
    expect(await about(`${Contact}/${theirs}?action=update`)).toMatchObject({
      allowed: false,
      rules: [{ met: null }, { met: false, clauses: clauses(false, false) }],
    })
    expect(await about(`${Contact}/${hers}?action=update`)).toMatchObject({
      allowed: true,
      why: `The rule ${clerk.rules[1]?.id} of the role clerk allows it.`,
      rules: [{ met: null }, { met: true, clauses: clauses(true, null) }],
    })
  })

  it('learns that a record exists which they do not see, and why', async () => {
    expect(await about(`${Company}/${far}`)).toMatchObject({
      allowed: false,
      why: 'The record exists, but no rule allows reading it: see the criteria of the rules.',
      rules: [{ condition: german, met: false, clauses: [{ criterion: german, met: false }] }],
    })
    expect(await about(`${Company}/${noSuchId}`)).toMatchObject({
      allowed: false,
      why: `There is no record with the id ${noSuchId} that may be read.`,
      rules: [{ met: null }],
    })
  })

  it('learns that no rule is about a model that they do not know', async () => {
    expect(await about(Tag)).toMatchObject({
      allowed: false,
      why: `No rule allows the action read on records of ${Tag}.`,
      rules: [],
      hiddenFields: { never: ['name'], sometimes: [] },
    })
  })

  it('learns of rules that no longer fit their model', async () => {
    const role = await makeRole(stage.client, 'old', [{ model: Tag, read: true }])
    const { id } = await makeUser(stage.client, 'olga', [role])
    const condition = { fieldName: 'colour', operator: '=', value: 'red' }
    await stage.database.query('update record.tabularium_rule set condition = $1 where role = $2', [condition, role.id])
    const reply = await about(Tag, id)
    expect(reply).toMatchObject({ allowed: false, rules: [{ id: role.rules[0]?.id, condition }] })
    expect(reply['broken']).toMatchObject([
      { rule: { id: role.rules[0]?.id }, model: Tag, why: expect.stringContaining('colour') },
    ])
  })

  it('and about themselves: they may do everything except what only the service does', async () => {
    const all = { allowed: true, why: 'An administrator may do everything.' }
    expect(await explain(stage.client, `${Contact}/${hers}?action=delete`)).toMatchObject(all)
    expect(await about(Contact, 'admin')).toMatchObject({ user: { id: 1, username: 'admin' }, ...all })
    expect(await explain(stage.client, `${Session}?action=create`)).toMatchObject({ allowed: false })
    expect(await explain(stage.client, `${Contact}/${noSuchId}`)).toMatchObject({ allowed: false })
  })

  it('a disabled user may do nothing, whatever their rules say', async () => {
    const { id } = await makeUser(stage.client, 'dora', [clerk], { disabled: true })
    const none = { allowed: false, why: 'The user is disabled, and cannot do anything.' }
    expect(await about(Contact, id)).toMatchObject({ ...none, rules: contactRules({ read: true }) })
    expect(await about(`${Contact}/${hers}`, 'dora')).toMatchObject({ ...none, rules: [{ met: true }, { met: false }] })
    const chief = await makeUser(stage.client, 'chief', [], { admin: true, disabled: true })
    expect(await about(Contact, chief.id)).toMatchObject(none)
  })
})

describe('a request that cannot be answered says what to do', () => {
  it.each<[string, string, Parameters<typeof refusal>[0], string]>([
    ['an action that there is not', `${Contact}?action=change`, 'invalid-parameter', 'read, create, update, delete'],
    ['an action named twice', `${Contact}?action=read&action=read`, 'invalid-parameter', 'action'],
    ['an unknown parameter', `${Contact}?who=cleo`, 'invalid-parameter', 'who'],
    ['an id that is none', `${Contact}/first`, 'invalid-parameter', 'id'],
    ['a model that there is not', 'com.example.contacts.Contract', 'unknown-model', `Did you mean "${Contact}"`],
    ['a user that there is not', `${Contact}?user=nobody`, 'record-not-found', 'give an id or a username'],
    ['an id that no user has', `${Contact}?user=${noSuchId}`, 'record-not-found', 'give an id or a username'],
    ['text that is no username', `${Contact}?user=Somebody%20Else`, 'invalid-parameter', 'id or the username'],
  ])('%s', async (_, what, code, message) => {
    const reply = await stage.client.exchange('GET', `/ws/explain/${what}`)
    expect(shown(reply)).toEqual(refusal(code, { data: { message: expect.stringContaining(message) } }))
  })

  it('other users cannot ask about anybody else, whether they exist or not', async () => {
    for (const user of ['admin', '1', 'nobody', 'cleo'])
      expect(shown(await client.exchange('GET', `/ws/explain/${Contact}?user=${user}`))).toEqual(
        refusal('not-permitted', {
          data: { message: 'Only an administrator may ask about another user: omit the parameter user.' },
        }),
      )
  })

  it('without a session the answer is 401', async () => {
    expect(shown(await client.exchange('GET', `/ws/explain/${Contact}`, { cookie: null }))).toEqual(
      refusal('session-required'),
    )
  })
})
