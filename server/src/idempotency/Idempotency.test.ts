import { describe, expect, it } from 'vitest'
import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure, unavailable } from '../failure/failure.ts'
import { trustedMembers } from '../text/json.ts'
import { Models } from '../model/Models.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { ResponseKey, StoredResponse } from '../statement/service/responses.ts'
import type { WriteContext } from '../plan/Plan.ts'
import { KeyTaken } from '../statement/refusal/toRecordFailure.ts'
import { Idempotency } from './Idempotency.ts'
import type { ReadAgain } from './rereadResponse.ts'

const service = serviceAuthorization(new Models([]))

const context = (key: string, { userId = 1, hash = 'h' } = {}) => ({
  authorization: { ...service, userId },
  requestId: 'r',
  dryRun: false,
  idempotency: { key, hash },
})

/** Responses in memory, stored as the statements of writes store them. */
class Responses {
  readonly #stored = new Map<string, StoredResponse>()
  asked = 0
  settled = 0

  keep(userId: number, key: string, answer: Partial<StoredResponse> = {}): void {
    const plain = {
      hash: 'h',
      rights: undefined,
      version: 0,
      json: '{"id":1}',
      extraMembers: undefined,
      expired: false,
    }
    this.#stored.set(`${userId} ${key}`, { ...plain, ...answer })
  }

  async find({ authorization, key }: ResponseKey): Promise<StoredResponse | undefined> {
    this.asked++
    return this.#stored.get(`${authorization.userId} ${key}`)
  }

  async forget({ authorization, key }: ResponseKey): Promise<void> {
    this.#stored.delete(`${authorization.userId} ${key}`)
  }

  async settle(): Promise<void> {
    this.settled++
  }
}

/** Guards a write; records are read again only if the test passes `readAgain`. */
function guard(
  idempotency: Idempotency,
  by: WriteContext,
  work: () => Promise<Envelope>,
  readAgain: ReadAgain = never,
) {
  return idempotency.guard(by, work, readAgain)
}

/** Work that counts its runs and stores its response as a statement would. */
function workOn(answers: Responses, key: string) {
  const work = async () => {
    work.done++
    answers.keep(1, key)
    return envelope
  }
  work.done = 0
  return work
}

const envelope: Envelope = toRecordEnvelope({ version: 0, json: '{"id":1}' })
const never = () => Promise.reject(new Error('This must not be done.'))

describe('a write', () => {
  it('without a key is done each time, without a lookup', async () => {
    const answers = new Responses()
    const idempotency = new Idempotency(answers)
    const work = workOn(answers, 'k')
    for (let n = 0; n < 3; n++)
      expect(await guard(idempotency, { authorization: service, requestId: 'r', dryRun: false }, work)).toBe(envelope)
    expect([work.done, answers.asked]).toEqual([3, 0])
  })

  it('with a key is done once; a repeat gets the first response', async () => {
    const answers = new Responses()
    const idempotency = new Idempotency(answers)
    const work = workOn(answers, 'k')
    expect(await guard(idempotency, context('k'), work)).toBe(envelope)
    expect(await guard(idempotency, context('k'), work)).toEqual({ ...envelope, replayed: true })
    expect(work.done).toBe(1)
  })

  it('repeats the members next to data, and the id after a delete', async () => {
    const answers = new Responses()
    answers.keep(1, 'merge', { version: 2, extraMembers: trustedMembers('"merged":{"base":0}') })
    answers.keep(1, 'delete', { version: undefined, json: '7' })
    const idempotency = new Idempotency(answers)
    expect((await guard(idempotency, context('merge'), never)).text).toBe(
      '{"status":0,"data":[{"id":1}],"merged":{"base":0}}',
    )
    expect(await guard(idempotency, context('delete'), never)).toEqual({
      text: '{"status":0,"data":[7]}',
      replayed: true,
    })
  })

  it('with the key of another request is refused', async () => {
    const answers = new Responses()
    answers.keep(1, 'k')
    await expect(guard(new Idempotency(answers), context('k', { hash: 'other' }), never)).rejects.toMatchObject({
      code: 'key-reused',
    })
  })

  it('with a key that another user has used is done', async () => {
    const answers = new Responses()
    answers.keep(2, 'k', { hash: 'other' })
    const work = workOn(answers, 'k')
    await guard(new Idempotency(answers), context('k'), work)
    expect(work.done).toBe(1)
  })

  it('with an expired key is done, whatever the key was used for', async () => {
    const answers = new Responses()
    answers.keep(1, 'k', { hash: 'other', expired: true })
    const work = workOn(answers, 'k')
    expect(await guard(new Idempotency(answers), context('k'), work)).toBe(envelope)
    expect(work.done).toBe(1)
  })

  it('that fails does not use up its key', async () => {
    const answers = new Responses()
    const idempotency = new Idempotency(answers)
    const fault = new Failure('invalid-record', 'No.', { errors: {} })
    await expect(guard(idempotency, context('k'), () => Promise.reject(fault))).rejects.toBe(fault)
    expect(await guard(idempotency, context('k'), workOn(answers, 'k'))).toBe(envelope)
  })
})

describe('two at once with one key', () => {
  it('in one process: the first is done, the second gets key-in-use, other requests do not wait', async () => {
    const answers = new Responses()
    const idempotency = new Idempotency(answers)
    const gate = Promise.withResolvers<Envelope>()
    const first = guard(idempotency, context('k'), () => gate.promise)
    await expect(guard(idempotency, context('k'), never)).rejects.toMatchObject({
      code: 'key-in-use',
      details: { retryAfter: 1 },
    })
    expect(await guard(idempotency, context('other'), workOn(answers, 'other'))).toBe(envelope)
    expect(await guard(idempotency, context('k', { userId: 2 }), workOn(answers, 'k'))).toBe(envelope)
    gate.resolve(envelope)
    expect(await first).toBe(envelope)
    answers.keep(1, 'k')
    expect(await guard(idempotency, context('k'), never)).toMatchObject({ replayed: true })
  })

  it.each<[string, Error]>([
    ['the key was taken', new KeyTaken('The key is taken.')],
    ['the version had passed', new Failure('version-conflict', 'No.', { data: { current: null } })],
    ['the record was gone', new Failure('record-not-found', 'No.')],
    ['the value was there already', new Failure('not-unique', 'No.', { errors: {} })],
    ['code refused what was done already', new Failure('refused', 'No.', { data: { reason: 'done' }, errors: {} })],
  ])('in two processes: if %s, the second gets the response of the first', async (_, error) => {
    const answers = new Responses()
    const work = async () => {
      answers.keep(1, 'k')
      throw error
    }
    expect(await guard(new Idempotency(answers), context('k'), work)).toEqual({ ...envelope, replayed: true })
  })

  it('in two processes: if the first has not ended, the second gets key-in-use', async () => {
    const taken = () => Promise.reject(new KeyTaken('The key is taken.'))
    await expect(guard(new Idempotency(new Responses()), context('k'), taken)).rejects.toMatchObject({
      code: 'key-in-use',
    })
  })

  it('in two processes: a conflict with a third is still a conflict', async () => {
    const conflict = new Failure('version-conflict', 'No.', { data: { current: null } })
    await expect(guard(new Idempotency(new Responses()), context('k'), () => Promise.reject(conflict))).rejects.toBe(
      conflict,
    )
  })

  it('if the records of a stored response cannot be read again, the outcome is unknown', async () => {
    const answers = new Responses()
    answers.keep(1, 'k', { rights: 'others' })
    const away = () => Promise.reject(unavailable('Away.'))
    await expect(guard(new Idempotency(answers), context('k'), never, away)).rejects.toMatchObject({
      details: { data: { outcome: 'unknown' } },
    })
  })

  it('if the lookup of the first fails, the outcome is unknown', async () => {
    const answers = new Responses()
    let asked = 0
    const idempotency = new Idempotency({
      find: (key) => (asked++ === 0 ? answers.find(key) : Promise.reject(unavailable('Away.'))),
      forget: (key) => answers.forget(key),
      settle: () => answers.settle(),
    })
    const taken = () => Promise.reject(new KeyTaken('The key is taken.'))
    await expect(guard(idempotency, context('k'), taken)).rejects.toMatchObject({
      code: 'unavailable',
      details: { data: { outcome: 'unknown' } },
    })
  })
})

describe('a repeat', () => {
  it('is as durable as a commit: what was found must be on the standby too', async () => {
    const answers = new Responses()
    const idempotency = new Idempotency(answers)
    await guard(idempotency, context('k'), workOn(answers, 'k'))
    expect(answers.settled).toBe(0)
    await guard(idempotency, context('k'), never)
    expect(answers.settled).toBe(1)
    answers.settle = () => Promise.reject(unavailable('No standby.', { outcome: 'not-applied' }))
    await expect(guard(idempotency, context('k'), never)).rejects.toMatchObject({
      code: 'unavailable',
      details: { data: { outcome: 'unknown' } },
    })
  })

  it('by a caller whose rights have changed shows the records as they see them now', async () => {
    const answers = new Responses()
    const rights = 'those of somebody else'
    const json = '{"id":1,"version":0,"pay":1},{"id":2,"version":4,"pay":2},7'
    answers.keep(1, 'k', {
      rights,
      json,
      version: undefined,
      extraMembers: trustedMembers('"total":3,"merged":{"base":0},"also":{"deleted":1}'),
    })
    answers.keep(1, 'one', { rights, version: 0 })
    const idempotency = new Idempotency(answers)
    const readAgain: ReadAgain = async (id) => (id === 1 ? { version: 5, json: '{"id":1,"version":5}' } : undefined)
    expect(await guard(idempotency, context('k'), never, readAgain)).toEqual({
      text: '{"status":0,"data":[{"id":1,"version":5},{"id":2,"version":4},7],"merged":{"base":0}}',
      merged: true,
      replayed: true,
    })
    expect(await guard(idempotency, context('one'), never, readAgain)).toEqual({
      text: '{"status":0,"data":[{"id":1,"version":5}]}',
      version: 5,
      replayed: true,
    })
  })
})

describe('a write with a key that timed out on a lock', () => {
  const failed = (where: string) =>
    unavailable('Busy.', {
      outcome: 'not-applied',
      cause: Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03', where }),
    })

  it('gets key-in-use if it waited for the key', async () => {
    const error = failed('while inserting index tuple (0,2) in relation "answers_key_unique"')
    await expect(
      guard(new Idempotency(new Responses()), context('k'), () => Promise.reject(error)),
    ).rejects.toMatchObject({
      code: 'key-in-use',
    })
  })

  it('has an unknown outcome: it may have waited for an earlier attempt', async () => {
    const error = failed('while updating tuple (0,2) in relation "contact"')
    await expect(
      guard(new Idempotency(new Responses()), context('k'), () => Promise.reject(error)),
    ).rejects.toMatchObject({
      code: 'unavailable',
      details: { data: { outcome: 'unknown' } },
    })
  })
})
