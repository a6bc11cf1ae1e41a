import { factorModel, keyModel, userModel } from '../../../model/builtIn/names.ts'
import {
  orderFactorNoticesStatement,
  orderKeyNoticesStatement,
  orderNoticesStatement,
} from '../../../statement/service/mailNotices.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** Tells users by mail that they got another password, key or factor: whoever did it may not have been them. */
export async function orderNotices({
  writtenRecords,
  transaction,
  authorization,
  services,
}: WriteTransaction): Promise<void> {
  if (!services.sendsNotices) return
  const { writes } = writtenRecords
  const users = writes.filter(
    ({ plan: { model, operation, fields } }) =>
      model.name === userModel && operation === 'update' && fields.some(({ name }) => name === 'password'),
  )
  const keys = writes.filter(({ plan: { model, operation } }) => model.name === keyModel && operation === 'create')
  const factors = writes.filter(
    ({ plan: { model, operation } }) => model.name === factorModel && operation === 'create',
  )
  const requestId = [...users, ...keys, ...factors][0]?.plan.context.requestId
  if (requestId === undefined) return
  const by = authorization.userId
  const idsOf = (written: typeof writes) => written.map(({ id }) => id)
  if (users.length > 0) await transaction.run(orderNoticesStatement(idsOf(users), { event: 'password', by, requestId }))
  if (keys.length > 0) await transaction.run(orderKeyNoticesStatement(idsOf(keys), { event: 'key', by, requestId }))
  if (factors.length > 0)
    await transaction.run(orderFactorNoticesStatement(idsOf(factors), { event: 'factor', by, requestId }))
}
