import { roleModel, userModel } from '../meta/ownModels.ts'
import { parameters, textOf, wholeOf } from './query.ts'
import { recordTitle, row } from './RouteRow.ts'

/** Why a user may or may not do something. */
export interface WhyRoute {
  readonly screen: 'why'
  readonly user: string
  readonly model: string
  readonly id: number | undefined
  readonly action: string
}

/** Who changed rights, or who looked as whom: by a user, of a model or one of its records, since when; or all of it. */
export interface AccessChangesRoute {
  readonly screen: 'accessChanges'
  readonly show: '' | 'looks'
  readonly user: string
  readonly model: string
  readonly record: number | undefined
  /** A moment, or a time before now such as `week`. */
  readonly since: string
}

/** All changes of rights. */
export const allAccessChanges: AccessChangesRoute = {
  screen: 'accessChanges',
  show: '',
  user: '',
  model: '',
  record: undefined,
  since: '',
}

/** The screens about users, roles and rights. */
export const accessRoutes = {
  access: row<{ readonly screen: 'access' }>({
    path: '/settings/users',
    was: ['/settings/roles', '/access'],
    parse: () => ({ screen: 'access' }),
    title: (_, { words }) => [words.access.title],
    palette: (words) => words.frame.access,
  }),
  role: row<{ readonly screen: 'role'; readonly id: number }>({
    path: '/settings/roles/:id',
    was: ['/access/roles/:id'],
    parse: ({ id }) => ({ screen: 'role', id }),
    title: ({ id }, context) => [recordTitle(roleModel, id, context), context.words.access.title],
    record: ({ id }) => ({ model: roleModel, id }),
    palette: undefined,
  }),
  user: row<{ readonly screen: 'user'; readonly id: number }>({
    path: '/settings/users/:id',
    was: ['/access/users/:id'],
    parse: ({ id }) => ({ screen: 'user', id }),
    title: ({ id }, context) => [recordTitle(userModel, id, context), context.words.access.title],
    record: ({ id }) => ({ model: userModel, id }),
    palette: undefined,
  }),
  accessChanges: row<AccessChangesRoute>({
    path: '/settings/changes',
    parse: (_, query) => ({
      screen: 'accessChanges',
      show: query.get('show') === 'looks' ? 'looks' : '',
      user: textOf(query, 'user'),
      model: textOf(query, 'model'),
      record: wholeOf(query, 'record'),
      since: textOf(query, 'since'),
    }),
    query: ({ show, user, model, record, since }) => parameters({ show, user, model, record, since }),
    title: (_, { words }) => [words.trail.title, words.access.title],
    palette: undefined,
  }),
  why: row<WhyRoute>({
    path: '/settings/why',
    was: ['/access/why'],
    parse: (_, query) => {
      const [user, model, action] = [textOf(query, 'user'), textOf(query, 'model'), textOf(query, 'action')]
      return { screen: 'why', user, model, id: wholeOf(query, 'id'), action }
    },
    query: ({ user, model, id, action }) => parameters({ user, model, id, action }),
    title: (_, { words }) => [words.whyScreen.title],
    palette: undefined,
  }),
}
