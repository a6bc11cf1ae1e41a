import { describe, expect, it } from 'vitest'
import { credential } from '../../test/harness/authorizations.ts'
import { Failure, unavailable } from '../failure/failure.ts'
import { toFailure } from '../postgres/errors.ts'
import { TimelineEnded } from '../postgres/NoConnection.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
import type { Caller } from './Caller.ts'
import { type CallerSteps, withCachedCaller } from './withCachedCaller.ts'

const named = (username: string): Caller => ({
  userId: 1,
  username,
  admin: false,
  language: null,
  rules: username,
  credential,
})
const cached = named('cached')
const current = named('current')

interface Planned {
  readonly by: string
}

/** Runs the steps, and returns the result with the list of what was done. */
async function run(steps: Partial<CallerSteps<Planned, Planned>>) {
  const done: string[] = []
  const answered = await withCachedCaller<Planned, Planned>({
    findCached: () => cached,
    authenticate: async () => {
      done.push('authenticate')
      return current
    },
    plan: ({ username: by }) => ({ by }),
    execute: async (plan) => {
      done.push(`execute for ${plan.by}`)
      return plan
    },
    ...steps,
  }).catch((error: unknown) => error)
  return { answered, done }
}

describe('a request', () => {
  it('is executed for the cached caller, without a look-up', async () => {
    expect(await run({})).toEqual({ answered: { by: 'cached' }, done: ['execute for cached'] })
  })

  it('looks up the caller if none is cached', async () => {
    const { answered, done } = await run({ findCached: () => undefined })
    expect({ answered, done }).toEqual({ answered: { by: 'current' }, done: ['authenticate', 'execute for current'] })
  })

  it('is not rejected because the cached caller may not do it', async () => {
    const plan = ({ username: by }: Caller) => {
      if (by === 'cached') throw new Failure('not-permitted', 'No.')
      return { by }
    }
    expect((await run({ plan })).answered).toEqual({ by: 'current' })
  })

  it('is rejected at once if the service has no capacity, without a look-up', async () => {
    const plan = () => {
      throw unavailable('No capacity.')
    }
    expect(await run({ plan })).toMatchObject({
      answered: { message: 'No capacity. Send the request again.' },
      done: [],
    })
  })

  it('starts over if rights have changed meanwhile, and gives up after ten times', async () => {
    let times = 0
    const execute = async () => {
      times += 1
      throw new AuthorizationChanged('Changed.')
    }
    const { answered, done } = await run({ execute })
    expect(answered).toMatchObject({ code: 'unavailable' })
    expect([times, done.length]).toEqual([11, 10])
  })

  it('starts over if the timeline of the database has changed before its statement was sent', async () => {
    const execute = async ({ by }: Planned) => {
      if (by === 'cached') throw toFailure(new TimelineEnded('The timeline of the primary has changed.'), 'write')
      return { by }
    }
    expect(await run({ execute })).toEqual({ answered: { by: 'current' }, done: ['authenticate'] })
  })

  it('fails as the statement failed', async () => {
    const execute = async () => {
      throw new Failure('not-unique', 'Taken.', { errors: {} })
    }
    expect(await run({ execute })).toMatchObject({ answered: { code: 'not-unique' }, done: [] })
  })
})
