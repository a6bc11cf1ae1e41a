import { name, type Sql } from '../sql/sql.ts'
import type { Model } from './Model.ts'

/** The PostgreSQL schema that holds the records of all models. */
export const recordSchema = 'record'

/** The table of `com.example.contacts.ContactList` is `com_example_contacts_contact_list`. */
export function tableOf(modelName: string): string {
  return modelName
    .split('.')
    .map((part) => toSnake(part).replace(/^_/, ''))
    .join('_')
}

/** The column of `firstName` is `first_name`. */
export function columnOf(fieldName: string): string {
  return toSnake(fieldName)
}

const tableNames = new WeakMap<Model, Sql>()

/** The qualified name of a model's table. It is cached, since every statement contains it. */
export function tableName(model: Model): Sql {
  const known = tableNames.get(model)
  if (known) return known
  const made = name(recordSchema, tableOf(model.name))
  tableNames.set(model, made)
  return made
}

function toSnake(text: string): string {
  return text.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
