import { accessRoutes } from './accessRoutes.ts'
import { parameters, textOf, wholeOf } from './query.ts'
import { recordRoutes } from './recordRoutes.ts'
import { labelOf, row } from './RouteRow.ts'

/** What was written: by a user, to a model, one of its records or fields, since when, and how; or all of it. */
export interface ChangesRoute {
  readonly screen: 'changes'
  readonly user: string
  readonly model: string
  readonly record: number | undefined
  readonly field: string
  /** A moment, or a time before now such as `week`. */
  readonly since: string
  readonly through: string
}

/** All that was written. */
export const allChanges: ChangesRoute = {
  screen: 'changes',
  user: '',
  model: '',
  record: undefined,
  field: '',
  since: '',
  through: '',
}

/** A dashboard: its id, or the name of a declared one. */
export interface DashboardRoute {
  readonly screen: 'dashboard'
  readonly model: string
}

/** The login. */
export interface LoginRoute {
  readonly screen: 'login'
  readonly to: string
  readonly link?: 'used'
  /** Why a login at a provider opened no session, and the request that was refused. */
  readonly problem?: { readonly reason: string; readonly request: string }
}

/** The writes of one call. */
export interface ChangeSetRoute {
  readonly screen: 'changeSet'
  readonly id: number
  readonly offset: number
}

/** The screens that have an address, a row each. The screens themselves are a table in `app/Screen.tsx`. */
export const routes = {
  login: row<LoginRoute>({
    path: '/login',
    parse: (_, query) => {
      const [problem, request] = [textOf(query, 'problem'), textOf(query, 'request')]
      return {
        screen: 'login',
        to: textOf(query, 'to'),
        ...(query.get('link') === 'used' ? { link: 'used' } : {}),
        ...(problem === '' ? {} : { problem: { reason: problem, request } }),
      }
    },
    query: ({ to, link, problem }) => parameters({ to, link, problem: problem?.reason, request: problem?.request }),
    title: (_, { words }) => [words.login.title],
    palette: undefined,
  }),
  forgotten: row<{ readonly screen: 'forgotten' }>({
    path: '/forgotten',
    parse: () => ({ screen: 'forgotten' }),
    title: (_, { words }) => [words.links.forgotten],
    palette: undefined,
  }),
  reset: row<{ readonly screen: 'reset' }>({
    path: '/reset',
    parse: () => ({ screen: 'reset' }),
    title: (_, { words }) => [words.links.reset],
    palette: undefined,
  }),
  invitation: row<{ readonly screen: 'invitation' }>({
    path: '/invitation',
    parse: () => ({ screen: 'invitation' }),
    title: (_, { words }) => [words.links.invitation],
    palette: undefined,
  }),
  address: row<{ readonly screen: 'address' }>({
    path: '/address',
    parse: () => ({ screen: 'address' }),
    title: (_, { words }) => [words.links.confirm],
    palette: undefined,
  }),
  home: row<{ readonly screen: 'home' }>({
    path: '/',
    parse: () => ({ screen: 'home' }),
    title: (_, { words }) => [words.frame.home],
    palette: (words) => words.frame.home,
  }),
  dashboard: row<DashboardRoute>({
    path: '/d/:model',
    parse: ({ model }) => ({ screen: 'dashboard', model }),
    title: (_, { words }) => [words.dashboard.title],
    palette: undefined,
  }),
  ...recordRoutes,
  changes: row<ChangesRoute>({
    path: '/changes',
    parse: (_, query) => {
      const text = (name: keyof ChangesRoute) => textOf(query, name)
      const record = wholeOf(query, 'record')
      const [user, model, field] = [text('user'), text('model'), text('field')]
      return { screen: 'changes', user, model, record, field, since: text('since'), through: text('through') }
    },
    query: ({ user, model, record, field, since, through }) =>
      parameters({ user, model, record, field, since, through }),
    title: (_, { words }) => [words.changes.title],
    palette: undefined,
  }),
  changeSet: row<ChangeSetRoute>({
    path: '/changes/:id',
    parse: ({ id }, query) => ({ screen: 'changeSet', id, offset: wholeOf(query, 'offset') ?? 0 }),
    query: ({ offset }) => parameters({ offset: offset || undefined }),
    title: ({ id }, { words }) => [words.changes.set(id)],
    palette: undefined,
  }),
  models: row<{ readonly screen: 'models'; readonly model: string }>({
    path: '/settings/models/:model?',
    was: ['/models/:model?'],
    parse: ({ model }) => ({ screen: 'models', model }),
    title: ({ model }, context) => [...(model === '' ? [] : [labelOf(model, context)]), context.words.frame.models],
    palette: (words) => words.frame.models,
  }),
  ...accessRoutes,
  about: row<{ readonly screen: 'about' }>({
    path: '/settings/about',
    was: ['/settings'],
    parse: () => ({ screen: 'about' }),
    title: (_, { words }) => [words.about.title],
    palette: (words) => words.about.title,
  }),
  me: row<{ readonly screen: 'me' }>({
    path: '/me',
    parse: () => ({ screen: 'me' }),
    title: (_, { words }) => [words.frame.me],
    palette: (words) => words.frame.me,
  }),
}

/** What the console can show: a screen with the members of its address, or an address that no screen has. */
export type Route =
  | ReturnType<(typeof routes)[keyof typeof routes]['parse']>
  | { readonly screen: 'unknown'; readonly path: string }

/** The routes of one screen. */
export type RouteOf<Screen extends Route['screen']> = Extract<Route, { screen: Screen }>
