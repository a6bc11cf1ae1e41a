import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import type { Database } from '../../postgres/Database.ts'
import { orderRequestedStatement } from '../../statement/service/linkOrders.ts'
import { orderNetworkNoticesStatement } from '../../statement/service/mailNotices.ts'
import type { WorkState } from '../../statement/service/work.ts'

/** Who is to get mails: those who asked for a link, or logged in, since they were looked up. */
export type OrderedMails = Pick<WorkState, 'areLinksAsked' | 'areLoginsNew'>

/**
 * Orders the mails that no request orders: to those who asked for a link, and to those who logged in from a network
 * that is new to them. `at` is a later moment: what is due by then is done already now. Returns how many.
 */
export async function orderMails(
  { areLinksAsked, areLoginsNew }: OrderedMails,
  database: Database,
  passwordUse: PasswordChoice,
  at?: number,
): Promise<number> {
  const links = areLinksAsked ? await database.run(orderRequestedStatement(passwordUse, at), 'write') : []
  const notices = areLoginsNew ? await database.run(orderNetworkNoticesStatement(), 'write') : []
  return links.length + notices.length
}
