import type { NewUser } from '../user/users.ts'
import type { Secrets } from './secrets.ts'

export const adminName = 'admin'
export const salesName = 'sam'

/** A user of the demo. */
export interface Person extends Omit<NewUser, 'passwordHash'> {
  readonly password: string
}

/** The users of the demo: an administrator, and one user for each role that the example declares. */
export function peopleOf({ adminPassword, salesPassword, readerPassword }: Secrets): Person[] {
  return [
    { username: adminName, name: 'Administrator', admin: true, roles: [], password: adminPassword },
    { username: salesName, name: 'Sam, who sells', admin: false, roles: ['sales'], password: salesPassword },
    { username: 'rita', name: 'Rita, who reads', admin: false, roles: ['reader'], password: readerPassword },
  ]
}
