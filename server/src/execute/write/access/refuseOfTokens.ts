import { Failure } from '../../../failure/failure.ts'
import { keyModel, webhookModel } from '../../../model/builtIn/names.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * An access token ends when its provider or an administrator ends it. So it makes and changes nothing by which its
 * program could go on: no API keys and no webhooks, whatever its user may do.
 */
export function refuseOfTokens({ authorization, writtenRecords }: WriteTransaction): void {
  const lasting = [keyModel, webhookModel].find((name) => writtenRecords.idsOf(name).length > 0)
  if (!authorization.credential?.client || lasting === undefined) return
  throw new Failure('not-permitted', `An access token cannot write ${lasting}, which would outlive it: log in.`)
}
