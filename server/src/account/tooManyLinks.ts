import { Failure } from '../failure/failure.ts'
import { maxLinksAnHour } from '../statement/service/linkOrders.ts'

/** The failure of a wish for more mails to one account than it gets. */
export function tooManyLinks(): Failure {
  const message = `An account gets at most ${maxLinksAnHour} such mails in an hour. Wait, or use the last one.`
  return new Failure('too-many-attempts', message, { retryAfter: 3_600 })
}
