import { toCurlLines } from './curlLines.ts'
import type { Example } from './Example.ts'
import { inventCompanies, inventContacts, inventedTags, inventInteractions } from './inventRecords.ts'
import { adminOf, colleagueOf, salesOf } from './people.ts'

const contacts = 1000

/** The average number of interactions for each contact. */
const interactionsEach = 3

/** People, their companies and what was talked about. */
export const contactsExample: Example = {
  name: 'contacts',
  packageName: 'com.example.contacts',
  main: 'Contact',
  madeUp: `${contacts.toLocaleString('en')} contacts`,
  peopleOf: (secrets) => [
    adminOf(secrets),
    salesOf(secrets),
    colleagueOf(secrets),
    {
      username: 'rita',
      name: 'Rita, who reads',
      admin: false,
      roles: ['reader'],
      password: secrets.readerPassword,
    },
  ],
  fill: async (insert) => {
    await insert('Tag', inventedTags)
    const companyIds = await insert('Company', inventCompanies())
    const contactIds = await insert('Contact', inventContacts(contacts, companyIds))
    await insert('Interaction', inventInteractions(interactionsEach * contacts, contactIds))
  },
  toCurlLines,
}
