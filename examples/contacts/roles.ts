import { role } from 'tabularium'
import { Company } from './Company.ts'
import { Contact } from './Contact.ts'
import { Interaction } from './Interaction.ts'
import { Tag } from './Tag.ts'

/** Sees everything and changes nothing. */
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

/** Works with the contacts that they brought in themselves, and sees no others. */
export const sales = role({
  name: 'sales',
  help: 'Reads companies and tags; reads and writes their own contacts and what happened with them.',
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
