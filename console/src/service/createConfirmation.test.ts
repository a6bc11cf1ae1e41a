import { expect, it } from 'vitest'
import { createConfirmation } from './createConfirmation.ts'

const refused = (methods: readonly string[] = ['password']) =>
  Response.json({ status: -1, data: { code: 'confirmation-required', methods } }, { status: 403 })
const done = () => Response.json({ status: 0, data: [] })

/** A service that answers one after the other, and what it was sent. */
function answering(...answers: (() => Response)[]) {
  const sent: (RequestInit | undefined)[] = []
  const confirmation = createConfirmation((_, init) => {
    sent.push(init)
    return Promise.resolve((answers.shift() ?? done)())
  })
  return { confirmation, sent }
}

/** Waits until somebody is asked. */
const whenAsked = async ({ methods, subscribe }: ReturnType<typeof createConfirmation>) => {
  if (methods()) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}

it('sends a request again once it was confirmed, as it was', async () => {
  const { confirmation, sent } = answering(refused)
  const init = { method: 'PUT', body: '{}', headers: { 'idempotency-key': 'a' } }
  const reply = confirmation.fetch('/ws/rest/tabularium.Role', init)
  await whenAsked(confirmation)
  expect(confirmation.methods()).toEqual(['password'])
  confirmation.end(true)
  expect((await reply).status).toBe(200)
  expect(sent).toEqual([init, expect.objectContaining(init)])
  expect(confirmation.methods()).toBeUndefined()
})

it('gives the refusal, which can be read, to whoever does not confirm', async () => {
  const { confirmation, sent } = answering(refused)
  const reply = confirmation.fetch('/ws/rest/tabularium.Role', {})
  await whenAsked(confirmation)
  confirmation.end(false)
  expect(await (await reply).json()).toMatchObject({ data: { code: 'confirmation-required' } })
  expect(sent).toHaveLength(1)
})

it('asks again if that was not enough', async () => {
  const { confirmation, sent } = answering(refused, () => refused(['oidc:company']))
  const reply = confirmation.fetch('/a')
  await whenAsked(confirmation)
  confirmation.end(true)
  await whenAsked(confirmation)
  expect(confirmation.methods()).toEqual(['oidc:company'])
  confirmation.end(true)
  expect((await reply).status).toBe(200)
  expect(sent).toHaveLength(3)
})

it('asks once for all that waits', async () => {
  const { confirmation, sent } = answering(refused, refused)
  const replies = [confirmation.fetch('/a'), confirmation.fetch('/b')]
  await whenAsked(confirmation)
  // The second refusal is read by then.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  confirmation.end(true)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
  expect(sent).toHaveLength(4)
})

it('asks for no other refusal, and leaves its body alone', async () => {
  const { confirmation } = answering(
    () => Response.json({ status: -1, data: { code: 'not-permitted' } }, { status: 403 }),
    () => new Response('<html>', { status: 403 }),
  )
  expect(await (await confirmation.fetch('/a')).json()).toMatchObject({ data: { code: 'not-permitted' } })
  expect(await (await confirmation.fetch('/a')).text()).toBe('<html>')
  expect(confirmation.methods()).toBeUndefined()
})
