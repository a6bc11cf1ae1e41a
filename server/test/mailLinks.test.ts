import { describe, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { headersOf, tokenIn } from './harness/MailServer.ts'
import { jobsOf } from './harness/openWork.ts'
import { makeKey, User } from './harness/people.ts'
import { useService } from './harness/useService.ts'
import { addressOf, newPassword, tokenOf, useLinks } from './harness/useLinks.ts'

const stage = useLinks()
const plain = useService({ work: 'false' })
const reset = (token: unknown, password: unknown = newPassword) =>
  stage.post('/ws/password/reset', { token, new: password })
const accept = (token: unknown, password: unknown = newPassword) =>
  stage.post('/ws/invitations/accept', { token, new: password })
const linkInvalid = refusal('link-invalid')
const done = success([])

describe('a forgotten password', () => {
  it('brings a link to the verified address of the user, by name and by address', async () => {
    await stage.person('rita', { language: 'de-AT', name: 'Rita' })
    const mail = await stage.forget('RITA ')
    expect(headersOf('Auto-Submitted', mail)).toEqual(['Auto-Submitted: auto-generated'])
    expect(mail.text).toContain('Guten Tag Rita,')
    expect(mail.text).toMatch(/http:\/\/127\.0\.0\.1:8080\/console\/reset#token=[\w-]{43}\s/)
    await stage.post('/ws/password/forgotten', { email: ' Rita@Example.com' })
    await stage.settle()
    expect(stage.mails.arrived.filter(({ to }) => to === addressOf('rita'))).toHaveLength(2)
  })

  it('sets a password once, ends every session, and leaves a trace in the history', async () => {
    const { id } = await stage.person('ruth')
    const { client } = await stage.loginAs('ruth')
    const token = await tokenOf(stage.forget('ruth'))
    expect((await reset(token, 'short')).json?.errors).toEqual({ new: expect.stringContaining('12') })
    expect(shown(await reset(token))).toEqual(done)
    expect(shown(await reset(token))).toEqual(linkInvalid)
    expect((await client.exchange('GET', '/ws/me')).status).toBe(401)
    expect((await stage.loginAs('ruth')).status).toBe(401)
    expect((await stage.loginAs('ruth', newPassword)).status).toBe(200)
    const history = await stage.client.exchange('GET', `/ws/rest/${User}/${id}/history`)
    expect((history.json?.data as { changes: object }[])[0]?.changes).toHaveProperty('password')
    expect(history.text).not.toContain('argon2')
  })

  it('tells the user that the password was changed', async () => {
    await stage.person('nora')
    await reset(await tokenOf(stage.forget('nora')))
    const before = stage.mails.arrived.length
    await stage.settle()
    const notice = await stage.mails.next(addressOf('nora'), before)
    expect(notice.text).toContain('Your password was changed.')
    expect(notice.text).not.toContain('http')
  })

  it('has no link for the second try of a mail but the later one, and each try is a message of its own', async () => {
    await stage.person('mona')
    stage.mails.refusals = 2
    await stage.post('/ws/password/forgotten', { username: 'mona' })
    const before = stage.mails.arrived.length
    for (let tries = 0; tries < 3; tries++) {
      await stage.settle()
      await stage.database.query("update record.tabularium_job set due_on = now() where state = 'waiting'")
    }
    await stage.settle()
    const mails = stage.mails.arrived.slice(before).filter(({ to }) => to === addressOf('mona'))
    expect(mails).toHaveLength(1)
    const [only = { message: '', text: '' }] = mails
    expect(headersOf('Message-ID', only)[0]).toMatch(/\.3@tabularium>$/)
    expect(shown(await reset(tokenIn(only)))).toEqual(done)
  })
})

describe('an invitation', () => {
  it('makes a user without a password, who chooses one', async () => {
    const sent = { username: 'wim', email: addressOf('wim'), name: 'Wim\r\nBcc: evil@example.net' }
    const user = recordOf(await stage.client.exchange('POST', '/ws/invitations', { body: sent }))
    expect(user).toMatchObject({ username: 'wim', name: 'Wim Bcc: evil@example.net', emailVerifiedOn: null })
    await stage.settle()
    const mail = await stage.mails.next(addressOf('wim'))
    expect(headersOf('Bcc', mail)).toEqual([])
    expect(mail.text).toContain('Your username is wim.')
    const token = tokenIn(mail)
    expect(shown(await reset(token))).toEqual(linkInvalid)
    expect(shown(await accept(token))).toEqual(done)
    expect(shown(await accept(token))).toEqual(linkInvalid)
    expect((await stage.loginAs('wim', newPassword)).status).toBe(200)
    const { emailVerifiedOn } = recordOf(await stage.client.read(User, user.id))
    expect(emailVerifiedOn).not.toBeNull()
  })

  it('is sent again to a user who is there, and refused to one without an address', async () => {
    const again = (user: number) => stage.client.exchange('POST', '/ws/invitations', { body: { user } })
    const { id } = await stage.person('yara', { password: null, emailVerifiedOn: null })
    expect(recordOf(await again(id))).toMatchObject({ id, username: 'yara', version: 0 })
    await stage.settle()
    expect(shown(await accept(tokenIn(await stage.mails.next(addressOf('yara')))))).toEqual(done)
    const { id: without } = await stage.person('zoe', { email: null, emailVerifiedOn: null })
    expect((await again(without)).json?.errors).toEqual({ user: expect.stringContaining('has no address') })
    expect((await again(999_999)).status).toBe(404)
    expect((await again(id)).status).toBe(200)
    expect((await again(id)).status).toBe(200)
    expect(shown(await again(id))).toEqual(refusal('too-many-attempts'))
  })

  it('reports what is wrong with the new user, and makes nothing', async () => {
    const invite = (body: object) => stage.client.exchange('POST', '/ws/invitations', { body })
    expect((await invite({ username: 'xaver', email: 'a@b.example, c@d.example' })).json?.errors).toHaveProperty(
      'email',
    )
    expect((await invite({ username: 'xaver' })).json?.errors).toHaveProperty('email')
    expect((await invite({ username: 'admin', email: addressOf('x') })).json?.data).toMatchObject({
      code: 'not-unique',
    })
    expect((await invite({ user: 1, username: 'xaver' })).status).toBe(400)
    const [row] = await stage.database.query("select count(*) from record.tabularium_user where username = 'xaver'")
    expect(row).toEqual({ count: '0' })
  })
})

describe('another address', () => {
  it('counts once it is confirmed by the user who asked for it, and the one of now gets a notice', async () => {
    const { id } = await stage.person('ada')
    const { client } = await stage.loginAs('ada')
    const ask = (body: object) => client.exchange('POST', '/ws/email', { body })
    expect((await ask({ email: 'New@Example.org' })).json?.errors).toHaveProperty('password')
    expect((await ask({ email: 'New@Example.org', password: 'wrong' })).status).toBe(401)
    expect((await ask({ email: 'no address', password: 'x' })).json?.errors).toHaveProperty('email')
    expect(shown(await ask({ email: 'New@Example.org', password: 'seven grey geese in a row' }))).toEqual(done)
    await stage.settle()
    expect((await stage.mails.next(addressOf('ada'))).text).toContain('Another address was asked for')
    expect(recordOf(await stage.client.read(User, id))['email']).toBe(addressOf('ada'))
    const token = tokenIn(await stage.mails.next('new@example.org'))
    const verify = (sender: typeof client) => sender.exchange('POST', '/ws/email/verify', { body: { token } })
    expect(shown(await verify(stage.client))).toEqual(linkInvalid)
    expect(shown(await verify(client))).toEqual(done)
    expect(shown(await verify(client))).toEqual(linkInvalid)
    expect(recordOf(await stage.client.read(User, id))['email']).toBe('new@example.org')
  })

  it('cannot be asked for with an API key', async () => {
    const { token } = await makeKey(stage.client)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await stage.post('/ws/email', { email: 'other@example.com', password: 'x' }, headers)
    expect(shown(reply)).toEqual(refusal('not-permitted'))
  })
})

describe('notices', () => {
  it('tell of a password that somebody else set, and of a new key', async () => {
    const { id, version } = await stage.person('kim')
    recordOf(await stage.client.update(User, id, { version, password: 'five red foxes on a hill' }))
    const { client } = await stage.loginAs('kim', 'five red foxes on a hill')
    await makeKey(client)
    const before = stage.mails.arrived.length
    await stage.settle()
    const told = stage.mails.arrived.slice(before).filter(({ to }) => to === addressOf('kim'))
    expect(told.map(({ text }) => /(password was changed|new API key)/.exec(text)?.[0]).toSorted()).toEqual([
      'new API key',
      'password was changed',
    ])
  })
})

describe('a service without a mail server', () => {
  it.each([
    '/ws/password/forgotten',
    '/ws/password/reset',
    '/ws/invitations',
    '/ws/invitations/accept',
    '/ws/email',
    '/ws/email/verify',
  ])('has no %s', async (path) => {
    expect(shown(await plain.client.exchange('POST', path, { body: {} }))).toEqual(refusal('unknown-path'))
  })

  it('does not describe them either, and one with a mail server does', async () => {
    const pathsOf = async ({ client }: Pick<typeof plain, 'client'>) =>
      Object.keys((JSON.parse((await client.exchange('GET', '/ws/openapi.json')).text) as { paths: object }).paths)
    expect(await pathsOf(plain)).not.toContain('/ws/password/forgotten')
    expect(await pathsOf(stage)).toContain('/ws/password/forgotten')
  })

  it('says that a forgotten password is not helped there', async () => {
    const helps = async ({ client }: Pick<typeof plain, 'client'>) =>
      (JSON.parse((await client.exchange('GET', '/login/methods')).text) as { data: { forgotten: boolean }[] }).data
    expect(await helps(plain)).toMatchObject([{ forgotten: false }])
    expect(await helps(stage)).toMatchObject([{ forgotten: true }])
  })
})

describe('what is kept', () => {
  it('is counted, and swept when it is of no use', async () => {
    const jobs = await jobsOf(stage.client, 'tabularium.reset')
    expect(jobs.every(({ kind, state }) => kind === 'mail' && state === 'done')).toBe(true)
    expect(new Set(stage.results)).toEqual(
      new Set(['reset sent', 'reset failed', 'invitation sent', 'address sent', 'notice sent']),
    )
  })
})
