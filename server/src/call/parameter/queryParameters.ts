import { actions } from '../../permission/Rule.ts'
import { changeSetKinds } from '../ChangeSetKind.ts'
import {
  archivedText,
  boolean,
  count,
  criteria,
  duration,
  flag,
  moment,
  names,
  oneOf,
  text,
  textThat,
} from './kinds.ts'
import { exportParameters } from './exportParameters.ts'
import { loginParameters, username } from './loginParameters.ts'
import { defaultChanges, defaultLimit, maxNamed, maxNames, maxSortKeys, maxWait } from './limits.ts'
import { namedRecords } from './namedRecords.ts'
import type { Parameter } from './Parameter.ts'

/**
 * The parameters of query strings. Those that have a meaning in a body, too, have the same row there.
 *
 * A row is the one place for a parameter: its parsing, its part of the OpenAPI document and its row in the reference
 * pages come from it.
 */
export const queryParameters = {
  offset: { kind: count(), default: 0, description: 'How many to skip.' },
  limit: {
    kind: count('maxLimit'),
    default: (maxLimit: number) => Math.min(defaultLimit, maxLimit),
    description: 'How many to answer at most; 0 answers the total alone.',
  },
  after: {
    kind: text('must be the value of next in an answer to the same search'),
    notWith: 'offset',
    description: 'The `next` of the answer before, to the same search: the page begins behind it.',
  },
  fields: {
    kind: names(maxNames),
    description:
      'The fields to answer, besides `id` and `version`; dotted names lead over references and relations. ' +
      "`@list` and `@form` stand for what the model's list or form shows.",
  },
  sortBy: {
    kind: names(maxSortKeys),
    absent: "in the model's order, or by id",
    description: 'The fields to sort by, `-` before a name for descending; dotted names lead over references.',
  },
  where: { kind: criteria, absent: 'all records', description: 'Criteria, as JSON; `null` means all records.' },
  q: { kind: text(), description: "Words, each of which must occur in one of the model's search fields." },
  total: {
    kind: boolean,
    absent: '`true`',
    description: '`false` leaves out the total, which may be most of the work.',
  },
  archived: {
    kind: archivedText,
    absent: 'records that are not archived',
    description: 'Of a model with `archive`: `true` also shows archived records, `only` shows no others.',
  },
  may: { kind: flag, description: '`true` also answers which records of the page you may change.' },
  changes: { kind: flag, description: '`true` adds a token, to follow the changes of what was answered.' },
  atVersion: {
    name: 'version',
    kind: count(),
    description: 'Answer the record as it was at this version. Not together with `fields`.',
  },
  mayDo: {
    name: 'may',
    kind: flag,
    description: '`true` also answers what you may do with the record. Not together with `version`.',
  },
  quiet: { kind: boolean, default: false, description: '`true`: this request is no use of the session.' },
  optional: {
    kind: boolean,
    default: false,
    description: '`true`: without a session or key the answer has no data, instead of being a failure.',
  },
  members: { kind: flag, description: '`true` also lists the writes of the records in its collections.' },
  titles: { kind: flag, description: '`true` shows references and links as `{id, title}`, in a conflict too.' },

  // Exports.
  ...exportParameters,

  // Writes.
  dryRun: { kind: boolean, default: false, description: '`true` checks and answers everything, and writes nothing.' },
  onConflict: {
    kind: oneOf('refuse', 'merge'),
    default: 'refuse',
    description: 'What to do if the version is not the current one: `refuse`, or `merge` if no field clashes.',
  },
  key: {
    kind: names(),
    description:
      'An upsert: the unique field, or all fields of a unique group, by which a record is updated if there is one.',
  },
  version: { kind: count(), description: 'Refuse the delete unless this is the current version.' },
  counts: {
    kind: flag,
    description: '`true`: if others refer to the record, the failure says how many, and which are the first.',
  },

  // The change feed and change sets.
  feedModels: {
    name: 'models',
    kind: names(),
    absent: 'all that you may read',
    description: 'The full names of models.',
  },
  feedAfter: { name: 'after', kind: text(), absent: 'from now on', description: 'A token of the feed, or `start`.' },
  feedLimit: {
    name: 'limit',
    kind: count('maxLimit', 1),
    default: (maxLimit: number) => Math.min(defaultChanges, maxLimit),
    description: 'The most changes to answer.',
  },
  wait: {
    kind: duration(maxWait),
    default: 0,
    description: `How long to wait if there is nothing yet, such as \`25s\`; at most \`${maxWait / 1_000}s\`.`,
  },
  record: { kind: oneOf('now'), description: 'With `now`, each change has the record as it is now.' },
  newest: {
    kind: flag,
    description:
      '`true`: the newest changes first, of records that you may read now. `after` is the `next` of such a page.',
  },
  writtenBy: { name: 'user', kind: username, description: 'With `newest`: only what the user with this name wrote.' },
  records: {
    kind: namedRecords(maxNamed),
    description: 'With `newest`: only changes of these records, such as `com.example.orders.Order/5`.',
  },
  changedField: {
    name: 'field',
    kind: text(),
    description: 'With `newest`: only what wrote this field of the one model.',
  },
  since: { kind: moment, description: 'With `newest`: only what was written at this time or later.' },
  through: {
    kind: oneOf('single', ...changeSetKinds),
    description: 'With `newest`: only writes of one record (`single`), or of change sets of this kind.',
  },
  tokens: { kind: flag, description: '`true`: each change has the token behind it, as the events of a stream have.' },
  setsOfUser: { name: 'user', kind: username, description: 'Only those of the user with this name.' },
  setsOfModel: { name: 'model', kind: text(), description: 'Only those that name records of this model.' },
  state: { kind: oneOf('waiting', 'parked'), description: 'Only these.' },

  ...loginParameters,

  // What there is, and what one may do.
  words: {
    name: 'q',
    kind: textThat((words) => words.trim() !== '', 'must have the words to find, such as q=ada'),
    required: true,
    description: 'All of these words must occur.',
  },
  recent: {
    kind: namedRecords(maxNamed),
    description: 'Records that you had open, such as `com.example.orders.Order/5`: their titles are answered.',
  },
  action: { kind: oneOf(...actions), default: 'read', description: 'The action to explain.' },
  user: {
    kind: textThat((name) => /^[a-z0-9][a-z0-9._@+-]{0,99}$/.test(name), 'must be the id or the username of a user'),
    description: 'The id or username of another user; for administrators.',
  },
  detail: { kind: boolean, default: false, description: '`true` answers all models with all their fields.' },
  language: { kind: oneOf('*'), description: '`*` answers words in all languages, as they are declared.' },
  models: { kind: names(), absent: 'all', description: 'The full names of the models to describe.' },
} as const satisfies Readonly<Record<string, Parameter>>
