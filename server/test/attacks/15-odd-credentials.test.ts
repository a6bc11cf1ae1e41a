import { describe, expect, it } from 'vitest'
import { admin, Client } from '../harness/client.ts'
import { refusal, shown } from '../harness/contract.ts'
import { runCommand } from '../harness/runCommand.ts'
import { timed } from '../harness/timed.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const wrong = refusal('wrong-credentials', { data: { message: 'The username or the password is wrong.' } })

async function login(body: object) {
  const client = new Client(stage.service.url)
  const reply = await client.exchange('POST', '/callback', { body })
  client.close()
  return reply
}

describe('a password that nobody can have', () => {
  const never: [string, string][] = [
    ['257 characters', 'x'.repeat(257)],
    ['1,025 bytes', 'x'.repeat(1_025)],
    ['1,028 bytes in 257 characters', '🐎'.repeat(257)],
    ['nearly a megabyte', 'x'.repeat(1_000_000)],
    ['the right one with much behind it', admin.password.padEnd(2_000, '\0')],
    ['the right one behind much', admin.password.padStart(2_000, ' ')],
    ['the right one with a NUL behind it', `${admin.password}\0`],
    ['the right one with a NUL in it', admin.password.replace('-', '\0')],
    ['half of a pair behind the right one', `${admin.password}\ud800`],
    ['the replacement of half of a pair', `${admin.password}\ufffd`],
  ]

  it.each(never)('is wrong, for a user who exists and one who does not: %s', async (_, password) => {
    for (const username of ['admin', 'nobody']) {
      const reply = await login({ username, password })
      expect(shown(reply)).toEqual(wrong)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  it('is refused before it is hashed: in a fraction of the time', timed, async () => {
    const client = new Client(stage.service.url)
    const medianOf = async (password: string) => {
      const times: number[] = []
      for (let n = 0; n < 21; n++) {
        const start = performance.now()
        // The administrator of the tests has a cheap hash. Nobody has one of the usual cost.
        await client.exchange('POST', '/callback', { body: { username: 'nobody', password } })
        times.push(performance.now() - start)
      }
      return times.toSorted((a, b) => a - b)[10] ?? 0
    }
    const hashed = await medianOf('x'.repeat(256))
    expect(await medianOf('x'.repeat(257))).toBeLessThan(hashed / 2)
    expect(await medianOf('x'.repeat(100_000))).toBeLessThan(hashed / 2)
    client.close()
  })
})

describe('a username that only looks like one', () => {
  it.each([
    ['a Cyrillic letter', '\u0430dmin'],
    ['a Greek letter', 'adm\u03b9n'],
    ['wide letters', '\uff41\uff44\uff4d\uff49\uff4e'],
    ['a mathematical letter', '\u{1d41a}dmin'],
    ['a capital I with a dot, which folds to i', 'adm\u0130n'],
    ['a small i without a dot', 'adm\u0131n'],
    ['a ligature', 'ad\u33a1in'],
    ['a letter and a mark on it', 'a\u0301dmin'],
    ['the two as one', '\u00e1dmin'],
    ['a letter that is not seen', 'ad\u200bmin'],
    ['a mark that joins', 'admin\u200d'],
    ['a mark of direction', '\u202eadmin'],
    ['a mark of order', '\ufeffadmin'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a space behind it', 'admin '],
    ['a space before it', ' admin'],
    ['another space behind it', 'admin\u00a0'],
    ['a line end behind it', 'admin\n'],
    ['a NUL behind it', 'admin\0'],
    ['a NUL and more behind it', 'admin\0x'],
    ['half of a pair behind it', 'admin\ud800'],
    ['the replacement of half of a pair', 'admin\ufffd'],
    ['a dot behind it', 'admin.'],
    ['SQL', "admin' or '1'='1"],
    ['a pattern', 'adm%'],
    ['another pattern', 'admi_'],
  ])('is nobody: %s', async (_, username) => {
    expect(shown(await login({ ...admin, username }))).toEqual(wrong)
  })

  it.each(['kate', 'KATE', 'Kate'])('%s is the user kate, and the Kelvin sign is no K', async (username) => {
    const env = { DATABASE_URL: stage.database.url }
    if (username === 'kate') await runCommand(['user', 'add', 'kate', '--password-stdin'], env, admin.password)
    expect((await login({ ...admin, username })).status).toBe(200)
    expect(shown(await login({ ...admin, username: username.replace(/k/i, '\u212a') }))).toEqual(wrong)
  })

  it('cannot be assigned', async () => {
    const env = { DATABASE_URL: stage.database.url }
    const add = (username: string) => runCommand(['user', 'add', username, '--password-stdin'], env, admin.password)
    await expect(add('\u0430dmin')).rejects.toThrow('must be 1 to 100 of the letters a-z')
    await expect(add('ADMIN')).rejects.toThrow('There is a user "admin" already.')
  })

  it('is refused if it is too long', async () => {
    expect(shown(await login({ ...admin, username: 'a'.repeat(200) }))).toEqual(wrong)
    expect(shown(await login({ ...admin, username: 'a'.repeat(201) }))).toEqual(
      refusal('invalid-record', { errors: { username: 'must have at most 200 characters' } }),
    )
  })
})

describe('a password that can be written in two ways', () => {
  const [composed, apart] = ['caf\u00e9-au-lait-noir', 'cafe\u0301-au-lait-noir']

  it.each([
    ['rene', composed],
    ['zoe', apart],
  ])('is right in both, however it was set (%s)', async (username, password) => {
    const env = { DATABASE_URL: stage.database.url }
    await runCommand(['user', 'add', username, '--password-stdin'], env, password)
    for (const written of [composed, apart]) expect((await login({ username, password: written })).status).toBe(200)
    expect(shown(await login({ username, password: 'cafe-au-lait-noir' }))).toEqual(wrong)
  })
})

describe('a common password', () => {
  const refused: [string, string][] = [
    ['short', 'must have at least 12 characters, and has 5'],
    ['Password1234', 'is a common one, which is tried first: choose another'],
    ['x'.repeat(257), 'must have at most 256 characters'],
    ['half-a-surrogate-\ud83d', ''],
  ]

  it.each([...refused, ['Barbara.Liskov', 'must not be the username: choose another']])(
    'cannot be set for a new user: %s',
    async (password, message) => {
      const user = { username: 'barbara.liskov', name: 'Barbara Liskov', password }
      expect(shown(await stage.client.create('tabularium.User', user))).toEqual(
        refusal('invalid-record', { errors: { password: expect.stringContaining(message) } }),
      )
    },
  )

  it.each(refused)('cannot be chosen by users themselves: %s', async (password, message) => {
    const body = { old: admin.password, new: password }
    const reply = await stage.client.exchange('POST', '/ws/password', { body })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(message.split(':')[0])
    expect((await login(admin)).status).toBe(200)
  })

  it.each([
    ['add', 'QWERTYUIOP123', 'is a common one, which is tried first: choose another'],
    ['add', 'grace.hopper', 'must not be the username: choose another'],
    ['password', 'password1234', 'is a common one, which is tried first: choose another'],
  ])('cannot be set: user %s with %s', async (command, password, message) => {
    const env = { DATABASE_URL: stage.database.url }
    const args = ['user', command, 'grace.hopper', '--password-stdin']
    await expect(runCommand(args, env, password)).rejects.toThrow(`The password ${message}`)
  })
})
