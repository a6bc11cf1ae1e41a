import type { Person } from 'tabularium/demo'
import type { Secrets } from './Secrets.ts'

export const adminName = 'admin'
export const salesName = 'sam'

/** The administrator of a demo. */
export function adminOf({ adminPassword }: Secrets): Person {
  return { username: adminName, name: 'Administrator', admin: true, roles: [], password: adminPassword }
}

/** A second administrator, whom the console of the demo asks for a conflict. */
export function colleagueOf({ colleaguePassword }: Secrets): Person {
  return { username: 'robin', name: 'Robin, a colleague', admin: true, roles: [], password: colleaguePassword }
}

/** A user with the role sales, which both examples declare. */
export function salesOf({ salesPassword }: Secrets): Person {
  return { username: salesName, name: 'Sam, who sells', admin: false, roles: ['sales'], password: salesPassword }
}
