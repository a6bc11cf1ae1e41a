import { namesOfUsers, userModel } from './builtIn/names.ts'
import type { Model } from './Model.ts'

/** The fields that represent a record where others refer to it: its title; of a user, the names of an author. */
export function titleNames({ name, title }: Pick<Model, 'name'> & Partial<Pick<Model, 'title'>>): readonly string[] {
  if (name === userModel) return namesOfUsers
  return title === undefined ? [] : [title]
}
