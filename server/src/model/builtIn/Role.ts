import { model } from '../declare.ts'
import { text } from '../field/text.ts'
import { collection } from '../relation/collection.ts'
import { roleModel, ruleModel } from './names.ts'

/** A named set of rules for users and keys. */
export const Role = model({
  name: roleModel,
  label: { en: 'Role', de: 'Rolle', fr: 'Rôle' },
  plural: { en: 'Roles', de: 'Rollen', fr: 'Rôles' },
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    help: text({ multiline: true, max: 2000 }),
    rules: collection(ruleModel, { by: 'role' }),
  },
})
