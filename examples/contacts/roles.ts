import { role } from 'tabularium'
import { Company } from './Company.ts'
import { Contact } from './Contact.ts'
import { Interaction } from './Interaction.ts'
import { Tag } from './Tag.ts'

/** Can read everything and change nothing. */
export const reader = role({
  name: 'reader',
  help: 'Reads all companies, contacts, interactions and tags.',
  rules: [
    { model: Company, read: true },
    { model: Contact, read: true },
    { model: Interaction, read: true },
    { model: Tag, read: true },
  ],
})

/** Works with the contacts that the user has created, and can't see others. */
export const sales = role({
  name: 'sales',
  help: 'Reads companies and tags; reads and writes their own contacts and the interactions with them.',
  rules: [
    { model: Company, read: true },
    { model: Tag, read: true },
    {
      model: Contact,
      read: true,
      create: true,
      update: true,
      delete: true,
      condition: { fieldName: 'createdBy', operator: '=', value: '$user.id' },
    },
    {
      model: Interaction,
      read: true,
      create: true,
      update: true,
      delete: true,
      condition: { fieldName: 'contact.createdBy', operator: '=', value: '$user.id' },
    },
  ],
})
