import { describe, expect, it } from 'vitest'
import { answer } from './answer.ts'
import type { AnsweredOperation } from './AnsweredOperation.ts'
import type { Services } from './Services.ts'
import { operations } from './table.ts'
import type { CreateCall } from '../call/Call.ts'
import { withBuiltIn } from '../model/builtIn/builtInModels.ts'
import { model } from '../model/declare.ts'
import { text } from '../model/field/text.ts'
import { toModel } from '../model/toModel.ts'
import { RightsCache } from '../permission/RightsCache.ts'
import type { Caller } from '../session/Caller.ts'

const models = withBuiltIn([toModel(model({ name: 'org.example.Note', title: 'name', fields: { name: text() } }))])
const call: CreateCall = {
  operation: 'create',
  token: 'x',
  model: 'org.example.Note',
  requestId: 'r',
  dryRun: false,
  sent: { nmae: 'wrong' },
}

function callerWith(more: Partial<Caller>): Caller {
  return { userId: 1, username: 'ada', admin: true, rules: '', credential: {}, ...more } as Caller
}

/** How often a call is planned, counted by the reports of its model, and its result. */
async function plansOf(cached: Caller, found: Caller): Promise<{ plans: number; message: string }> {
  const sessions = { cachedCaller: () => cached, require: async () => found }
  const services = { models, sessions, rights: new RightsCache(models), maxBulk: 10 } as unknown as Services
  let plans = 0
  const deadline = { at: Infinity, mayBeWritten: false }
  const create = operations.find(({ name }) => name === 'create') as AnsweredOperation
  const ended = answer(create, call, services, {
    deadline,
    address: '',
    requestId: 'r',
    onLanguage: () => {},
    onCaller: () => {},
    onModel: () => (plans += 1),
    onAction: () => {},
    isGone: () => false,
    onGone: () => {},
    onWait: () => {},
  })
  const message = await ended.then(
    () => 'answered',
    (error: Error) => error.message,
  )
  return { plans, message }
}

describe('a request that cannot be planned', () => {
  it('is refused after the caller was looked up, and planned once if their rights have not changed', async () => {
    const { plans, message } = await plansOf(callerWith({}), callerWith({}))
    expect(message).toContain('The record was not accepted')
    expect(plans).toBe(1)
  })

  it('is planned again if the rights of the caller have changed', async () => {
    const may = { read: true, create: true, update: false, delete: false }
    const rules = JSON.stringify({ ...may, model: '*', condition: null, readFields: null, writeFields: null })
    expect((await plansOf(callerWith({ admin: false, rules }), callerWith({}))).plans).toBe(2)
    expect((await plansOf(callerWith({ userId: 2 }), callerWith({}))).plans).toBe(2)
  })
})
