import { model } from '../declare.ts'
import { text } from '../field/text.ts'
import { collection } from '../relation/collection.ts'
import { roleModel, ruleModel } from './names.ts'

/** A named set of rules for users and keys. */
export const Role = model({
  name: roleModel,
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    help: text({ multiline: true, max: 2000 }),
    rules: collection(ruleModel, { by: 'role' }),
  },
})
