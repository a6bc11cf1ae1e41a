import type { RotateKeyCall } from '../call/AccountCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { withMember } from '../envelope/success.ts'
import { inTransaction, writeOne } from '../execute/inTransaction.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { recordNotFound } from '../execute/requireRecord.ts'
import { Failure } from '../failure/failure.ts'
import { keyModel } from '../model/builtIn/names.ts'
import { type Authorization, serviceAuthorization } from '../permission/Authorization.ts'
import type { Credential } from '../permission/Credential.ts'
import { permit } from '../permission/permit.ts'
import { planCreate } from '../plan/create.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { requirePossibleId } from '../plan/possibleId.ts'
import { planUpdate } from '../plan/update.ts'
import { lockKeyStatement, rotatedKeyStatement } from '../statement/service/keys.ts'
import { makeSecret } from './makeSecret.ts'

const aDay = 86_400_000

interface RotateServices extends ExecutionServices {
  /** 256 random bits. */
  newToken(): Uint8Array
}

type RotatorAuthorization = Authorization & { readonly credential: Credential }

/**
 * Makes an API key with the limits of another one, which ends after the overlap. It is a create and an update with the
 * rights of the caller. A key may replace itself, which is no right to change it: then the service ends the old one,
 * after the limits of the new one were compared with those of the old one as they are.
 */
export async function rotateKey(
  { id, overlap = aDay, expiresOn, requestId }: RotateKeyCall,
  caller: RotatorAuthorization,
  services: RotateServices,
): Promise<Envelope> {
  requirePossibleId(id)
  const { models } = services
  const { isKey, id: own } = caller.credential
  const isItself = isKey && own === id
  const authorization = isItself ? { ...caller, rights: serviceAuthorization(models).rights } : caller
  const context = { authorization, requestId, dryRun: false }
  const model = permit(keyModel, isItself ? ['create'] : ['update'], caller.rights)
  let token = ''
  const answer = await inTransaction(context, services, async (tx) => {
    await tx.transaction.run(lockKeyStatement(id))
    const [row] = await tx.transaction.run(rotatedKeyStatement(id, { overlap, expiresOn }))
    if (!row) throw recordNotFound(id)
    const [version, endsOn, isLate, limits] = row
    const target = { id, onConflict: 'refuse' } as const
    const ending = planUpdate({ version: Number(version), expiresOn: endsOn }, target, model, models, context)
    if (!isItself) await writeOne(ending, tx)
    if (isLate === 't') throw hasEnded()
    const made = makeKey(planCreate(JSON.parse(limits ?? '{}'), model, models, context), services)
    token = made.token
    const { json: data } = await writeOne(made.plan, tx)
    const finish = async () => void (await tx.cascadeWrites([{ plan: ending, path: '' }]))
    return { data, ...(isItself ? { finish } : {}) }
  })
  return withMember(answer, 'token', token)
}

function makeKey(plan: CreatePlan, { newToken }: RotateServices): { plan: CreatePlan; token: string } {
  const made = makeSecret(plan, newToken)
  return { plan: made.plan, token: made.once && 'token' in made.once ? made.once.token : '' }
}

function hasEnded(): Failure {
  const errors = { expiresOn: 'is in the past: send the end of the new key' }
  return new Failure('invalid-record', 'The key was not rotated; see errors for expiresOn.', { errors })
}
