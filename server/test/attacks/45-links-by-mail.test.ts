import { beforeAll, describe, expect, it } from 'vitest'
import { Client, type RecordJson, recordOf, type Reply } from '../harness/client.ts'
import { refusal, shown, success } from '../harness/contract.ts'
import { headersOf, tokenIn } from '../harness/MailServer.ts'
import { clientOf, makeRole, makeUser, User } from '../harness/people.ts'
import { addressOf, newPassword, oldPassword, tokenOf, useLinks } from '../harness/useLinks.ts'

const stage = useLinks()
const done = success([])
const linkInvalid = refusal('link-invalid')
const forgotten = (body: unknown, headers?: Readonly<Record<string, string>>) =>
  stage.post('/ws/password/forgotten', body, headers)
const reset = (token: unknown, password: unknown = newPassword) =>
  stage.post('/ws/password/reset', { token, new: password })
const mailsTo = (username: string) => stage.mails.arrived.filter(({ to }) => to === addressOf(username))

/** An answer without what differs from one to the next. */
const shapeOf = ({ status, text, headers }: Reply) => {
  const { date: _, 'x-request-id': __, ...same } = headers
  return { status, text, headers: same }
}

describe('an account', () => {
  it('is not told from none: all are answered alike, and a verified one gets a mail', async () => {
    await stage.person('rita')
    await stage.person('dora', { disabled: true })
    await stage.person('ulla', { emailVerifiedOn: null })
    await stage.person('robot', { kind: 'service', password: null, email: null, emailVerifiedOn: null })
    const names = ['rita', 'nobody', 'dora', 'ulla', 'robot']
    const replies: Reply[] = []
    for (const username of names)
      replies.push(await forgotten({ username }), await forgotten({ email: addressOf(username) }))
    expect(shown(replies[0] as Reply)).toEqual(done)
    expect(new Set(replies.map((reply) => JSON.stringify(shapeOf(reply)))).size).toBe(1)
    await stage.settle()
    expect(stage.mails.arrived.map(({ to }) => to)).toEqual(
      [addressOf('rita'), addressOf('rita')].slice(0, mailsTo('rita').length),
    )
    expect(mailsTo('rita').length).toBeGreaterThan(0)
  })

  it('is looked up at a random moment, by no request', async () => {
    await forgotten({ username: 'rita' })
    const [row] = await stage.database.query<{ wait: number; digest: string }>(
      `select extract(epoch from due_on - now())::float as wait, encode(digest, 'escape') as digest
      from tabularium.mail_requests`,
    )
    expect(row?.wait).toBeGreaterThan(-1)
    expect(row?.wait).toBeLessThan(5.1)
    expect(row?.digest).not.toContain('rita')
    await stage.settle()
    expect(await stage.database.query('select from tabularium.mail_requests')).toEqual([])
  })
})

describe('a link', () => {
  it('leads to publicUrl whatever the request says, and has its token in the fragment', async () => {
    await stage.person('hans')
    const evil = 'evil.example'
    await forgotten(
      { username: 'hans' },
      {
        'x-forwarded-host': evil,
        forwarded: `host=${evil}`,
        'x-original-host': evil,
        host: evil,
        'x-forwarded-proto': 'x',
      },
    )
    await stage.settle()
    const mail = await stage.mails.next(addressOf('hans'))
    expect(mail.message).not.toContain(evil)
    expect(mail.text).toMatch(/\shttp:\/\/127\.0\.0\.1:8080\/console\/reset#token=[\w-]{43}\s/)
  })

  it('is in no table, job or log: they have its digest', async () => {
    await stage.person('cara')
    const token = await tokenOf(stage.forget('cara'))
    await reset(token, 'short')
    const tables = await stage.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('record', 'tabularium')`,
    )
    for (const { name } of tables) {
      const rows = await stage.database.query(`select from ${name} as t where t::text like $1`, [`%${token}%`])
      expect({ name, rows: rows.length }).toEqual({ name, rows: 0 })
    }
    expect(stage.service.logs()).not.toContain(token)
    expect(shown(await reset(token))).toEqual(done)
    expect(stage.service.logs()).not.toContain(token)
  })

  it('counts once of 20 uses at the same time', async () => {
    await stage.person('umut')
    const token = await tokenOf(stage.forget('umut'))
    const passwords = Array.from({ length: 20 }, (_, n) => `${newPassword} ${n}`)
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    const used = passwords.filter((_, n) => replies[n]?.status === 200)
    expect(used).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(shown(reply)).toEqual(linkInvalid)
    expect((await stage.loginAs('umut', used[0])).status).toBe(200)
  })

  it('is worth nothing after a newer one, another password, another address, and an hour', async () => {
    const user = await stage.person('toni')
    const change = async (fields: object) => {
      const { version } = recordOf(await stage.client.read(User, user.id))
      recordOf(await stage.client.update(User, user.id, { version, ...fields }))
    }
    const first = await tokenOf(stage.forget('toni'))
    const second = await tokenOf(stage.forget('toni'))
    expect(shown(await reset(first))).toEqual(linkInvalid)
    await change({ password: 'another long password of hers' })
    expect(shown(await reset(second))).toEqual(linkInvalid)
    const third = await tokenOf(stage.forget('toni'))
    await change({ email: 'else@example.com', emailVerifiedOn: '2026-01-01T00:00:00Z' })
    expect(shown(await reset(third))).toEqual(linkInvalid)
    await change({ email: addressOf('toni'), emailVerifiedOn: '2026-01-01T00:00:00Z' })
    await stage.database.query('update tabularium.mail_links set expires_on = now() where user_id = $1', [user.id])
    expect(shown(await reset(third))).toEqual(linkInvalid)
    await stage.database.query(
      "update tabularium.mail_links set expires_on = now() + interval '1 minute' where user_id = $1",
      [user.id],
    )
    expect(shown(await reset(third))).toEqual(done)
  })

  it('is worth nothing for a disabled user, and nothing on another path', async () => {
    const { id, version } = await stage.person('dirk')
    const token = await tokenOf(stage.forget('dirk'))
    const other = await stage.post('/ws/invitations/accept', { token, new: newPassword })
    expect(shown(other)).toEqual(linkInvalid)
    recordOf(await stage.client.update(User, id, { version, disabled: true }))
    expect(shown(await reset(token))).toEqual(linkInvalid)
  })

  it.each([{}, [], '', null, 0, true, 'a'.repeat(43), 'a'.repeat(10_000), "' or true --", '\u0000'])(
    '%j is none',
    async (token) => {
      expect((await reset(token)).status).toBe(400)
    },
  )

  it('leaves nothing of the session of before: none can be opened with the old password meanwhile', async () => {
    await stage.person('olga')
    const { client } = await stage.loginAs('olga')
    const token = await tokenOf(stage.forget('olga'))
    const [used, ...logins] = await Promise.all([
      reset(token),
      ...Array.from({ length: 8 }, () => stage.loginAs('olga', oldPassword)),
    ])
    expect(used?.status).toBe(200)
    const sessions = [client, ...logins.map((login) => login.client)]
    for (const session of sessions) expect((await session.exchange('GET', '/ws/me')).status).toBe(401)
  })
})

describe('mails', () => {
  it('are three an hour for an account, however many requests there are', async () => {
    await stage.person('vera')
    for (let rounds = 0; rounds < 6; rounds++) {
      for (let n = 0; n < 5; n++) expect(shown(await forgotten({ username: 'vera' }))).toEqual(done)
      await stage.settle()
    }
    expect(mailsTo('vera')).toHaveLength(3)
    const [row] = await stage.database.query(
      `select count(*) from record.tabularium_job as jobs
      join record.tabularium_user as users on users.id = (jobs.input ->> 'user')::bigint
      where jobs.name = 'tabularium.reset' and users.username = 'vera'`,
    )
    expect(row).toEqual({ count: '3' })
  })

  it.each([
    [{ username: { $ne: 1 } }],
    [{ username: ['rita'] }],
    [{ email: [addressOf('rita'), 'evil@example.net'] }],
    [{ email: `${addressOf('rita')}, evil@example.net` }],
    [{ email: `${addressOf('rita')}\r\nBcc: evil@example.net` }],
    [{ username: 'rita', email: 'evil@example.net' }],
    [{ username: 'rita\u0000' }],
    [{ username: '\ud800' }],
    [{}],
    [[]],
  ])('%j reaches nobody', async (body) => {
    const before = stage.mails.arrived.length
    expect([200, 400]).toContain((await forgotten(body)).status)
    await stage.settle()
    expect(stage.mails.arrived.slice(before)).toEqual([])
  })

  it('are sent to one address, whatever the user is called', async () => {
    const body = { username: 'wim', email: addressOf('wim'), name: 'Wim\r\nBcc: evil@example.net\r\n\r\n{link}' }
    recordOf(await stage.client.exchange('POST', '/ws/invitations', { body }))
    await stage.settle()
    const mail = await stage.mails.next(addressOf('wim'))
    expect([headersOf('Bcc', mail), headersOf('To', mail)]).toEqual([[], [`To: ${addressOf('wim')}`]])
    expect(mail.text.match(/#token=/g)).toHaveLength(1)
  })

  it('that could not be sent for a while are all sent, and none twice', async () => {
    const names = Array.from({ length: 5 }, (_, n) => `later${n}`)
    for (const name of names) await stage.person(name)
    stage.mails.refusals = 12
    for (const username of names) await forgotten({ username })
    for (let tries = 0; tries < 12 && names.some((name) => mailsTo(name).length === 0); tries++) {
      await stage.settle()
      await stage.database.query("update record.tabularium_job set due_on = now() where state = 'waiting'")
    }
    await stage.settle()
    stage.mails.refusals = 0
    expect(names.map((name) => mailsTo(name).length)).toEqual([1, 1, 1, 1, 1])
    for (const name of names) expect(shown(await reset(tokenIn(mailsTo(name)[0] as never)))).toEqual(done)
  })
})

describe('a manager of users', () => {
  let clerk: Client
  let strong: RecordJson
  let weak: RecordJson

  beforeAll(async () => {
    const { client: admin, database, service } = stage
    const onlyAddress = {
      model: User,
      read: true,
      update: true,
      create: true,
      writeFields: ['name', 'email', 'username'],
    }
    const role = await makeRole(admin, 'clerks', [onlyAddress])
    const { id } = await makeUser(admin, 'clerk', [role])
    clerk = await clientOf(service, database, id)
    strong = await stage.person('strong', { admin: true })
    weak = await stage.person('weak')
    return () => clerk.close()
  })

  it('who may write addresses takes no account over: another address is not verified, and gets no link', async () => {
    const changed = recordOf(await clerk.update(User, weak.id, { version: weak.version, email: 'evil@example.net' }))
    expect(changed['emailVerifiedOn']).toBeNull()
    const verify = { version: changed.version, emailVerifiedOn: '2026-01-01T00:00:00Z' }
    expect(shown(await clerk.update(User, weak.id, verify)).status).not.toBe(200)
    await forgotten({ username: 'weak' })
    await forgotten({ email: 'evil@example.net' })
    await stage.settle()
    expect(stage.mails.arrived.some(({ to }) => to === 'evil@example.net')).toBe(false)
  })

  it('changes the address of nobody who may do more, and invites nobody whose password they may not set', async () => {
    const change = await clerk.update(User, strong.id, { version: strong.version, email: 'evil@example.net' })
    expect(change.status).toBe(403)
    for (const { id } of [strong, weak]) {
      const reply = await clerk.exchange('POST', '/ws/invitations', { body: { user: id } })
      expect([400, 403]).toContain(reply.status)
    }
    await stage.settle()
    expect(stage.mails.arrived.some(({ to }) => to === 'evil@example.net')).toBe(false)
  })

  it('invites users with no more rights than their own', async () => {
    const invite = (body: object) => clerk.exchange('POST', '/ws/invitations', { body })
    expect((await invite({ username: 'puppet', email: 'puppet@example.com', roles: [{ id: 1 }] })).status).toBe(403)
    expect((await invite({ username: 'puppet', email: 'puppet@example.com' })).status).toBe(200)
    const stranger = await stage.post('/ws/invitations', { username: 'x', email: 'x@example.com' })
    expect(shown(stranger)).toEqual(refusal('session-required'))
  })
})
