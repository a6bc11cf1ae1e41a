import { model } from '../declare.ts'
import { boolean } from '../field/boolean.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { roleModel, ruleModel } from './names.ts'

/** What a role may do with the records of a model. Rules add up: an action that no rule allows is forbidden. */
export const Rule = model({
  name: ruleModel,
  label: { en: 'Rule', de: 'Regel', fr: 'Règle' },
  plural: { en: 'Rules', de: 'Regeln', fr: 'Règles' },
  title: 'model',
  list: ['role', 'model', 'read', 'create', 'update', 'delete', 'run'],
  fields: {
    role: reference(roleModel, { required: true, onDelete: 'cascade' }),
    model: text({
      required: true,
      max: 200,
      help: 'A model or an action, package.* for all of a package, or * for all but those of the service.',
    }),
    read: boolean({ required: true, default: false }),
    create: boolean({ required: true, default: false }),
    update: boolean({ required: true, default: false }),
    delete: boolean({ required: true, default: false }),
    run: boolean({ required: true, default: false, help: 'The action may be run, or all actions of the package.' }),
    condition: json({
      help: 'Criteria as in a search: the rule applies to records that meet them; empty: to all records.',
    }),
    readFields: json({ help: 'The names of the fields that may be read; empty: all fields.' }),
    writeFields: json({ help: 'The names of the fields that may be written; empty: all fields.' }),
    hideFields: json({
      help: 'Instead of the fields that may be read: all may be but these, and what follows from them.',
    }),
    lockFields: json({ help: 'Instead of the fields that may be written: all may be but these.' }),
    comment: boolean({ help: 'Comments may be written; empty: if records may be updated.' }),
    export: boolean({ help: 'What may be read may be exported as a file, too; empty: yes.' }),
  },
})
