import { icons } from '../model/navigation.ts'
import type { Schema } from '../model/field/Schema.ts'
import { actions } from '../permission/Rule.ts'
import { fieldMembers, section, words } from './formSchemas.ts'
import { listOf, nullable, schemaRef, shownObject } from './refs.ts'
import { keySchema, sessionSchema } from './signInOperations.ts'
import { anything, count, moment, names, open, text, whole } from './values.ts'

const extents = (of: readonly string[]) =>
  shownObject(Object.fromEntries(of.map((action) => [action, { type: 'string', enum: ['all', 'some', 'none'] }])))

const rule: Schema = shownObject({
  id: nullable(whole),
  role: nullable(text),
  model: text,
  allows: listOf(schemaRef('Action')),
  condition: { description: 'The criteria of the rule; null if it is for all records.' },
  conditional: { const: true, description: 'It has criteria about what you may not know.' },
  fields: nullable(names),
  met: { type: ['boolean', 'null'] },
  clauses: listOf(shownObject({ criterion: anything, met: { type: ['boolean', 'null'] } })),
})

/** The schemas of answers about models and callers. */
export function ownSchemas(modelNames: readonly string[]): Record<string, Schema> {
  return {
    ModelName: { type: 'string', enum: modelNames },
    FieldDescription: {
      description: 'A field or relation with its options; `may` says in how many records you may read and set it.',
      type: 'object',
      required: ['name', 'type', 'label'],
      properties: { ...fieldMembers, may: extents(['read', 'create', 'update']) },
      additionalProperties: true,
    },
    TypeDescription: shownObject(
      {
        writable: { type: 'boolean', description: 'Whether clients can set the field.' },
        sortable: { type: 'boolean' },
        operators: {
          description: 'What each operator takes. Those of a rollup are those of the field that it results in.',
          type: 'object',
          additionalProperties: { type: 'string', enum: ['nothing', 'value', 'pattern', 'list', 'range'] },
        },
      },
      ['writable'],
    ),
    ModelDescription: shownObject(
      {
        name: text,
        label: words,
        plural: words,
        title: text,
        list: names,
        sortBy: names,
        pick: names,
        fields: listOf(schemaRef('FieldDescription')),
        may: { anyOf: [listOf(schemaRef('Action')), extents(actions)] },
        byId: { const: true, description: 'Records are read by their ids alone: there is no list.' },
        search: names,
        accents: { const: false },
        indexes: listOf(names),
        unique: listOf(names),
        together: listOf(names),
        sections: listOf(section),
        group: words,
        icon: { type: 'string', enum: [...icons] },
        nav: { type: 'boolean' },
        views: {
          ...listOf(open),
          description:
            'The lists that are offered to the caller; each of their `colors` has the tree of its condition.',
        },
        checks: listOf(open),
        constraints: listOf(
          shownObject(
            {
              kind: { type: 'string', enum: ['unique', 'noOverlap', 'atMost'] },
              name: text,
              fields: names,
              where: { ...open, description: 'Which records count, as criteria; all if absent.' },
              message: words,
            },
            ['kind', 'name', 'fields', 'message'],
          ),
        ),
        rules: {
          ...listOf(shownObject({ kind: text, name: text }, ['kind', 'name'])),
          description: 'The checks and constraints by name, in one list.',
        },
        transitions: open,
        undoTransitions: { const: false },
        only: { type: 'object', additionalProperties: { const: 'actions' } },
        archive: { const: true },
        keepHistory: whole,
        was: text,
      },
      ['name', 'label'],
    ),
    ActionDescription: shownObject(
      {
        name: text,
        label: text,
        help: text,
        on: { ...text, description: 'The model whose records it is about.' },
        many: { const: true, description: 'Whether it can be run for several records of that model at once.' },
        when: {
          ...shownObject({ message: words, tree: open }, ['message']),
          description: 'What a record of that model must meet now, and why it is refused otherwise.',
        },
        leadsTo: {
          type: 'object',
          additionalProperties: text,
          description: 'The values of choices that the record has afterwards.',
        },
        takes: listOf(schemaRef('FieldDescription')),
        gives: listOf(schemaRef('FieldDescription')),
        undo: { type: 'boolean', description: 'Whether its writes can be undone.' },
      },
      ['name', 'label', 'takes', 'gives', 'undo'],
    ),
    ActionExplanation: shownObject(
      {
        user: shownObject({ id: whole, username: text }),
        action: text,
        allowed: { type: 'boolean' },
        why: text,
        rules: listOf(open),
        as: { type: ['string', 'null'], description: 'The role whose rights it has over records.' },
      },
      ['user', 'action', 'allowed', 'why', 'rules', 'as'],
    ),
    Me: shownObject(
      {
        id: whole,
        username: text,
        name: text,
        admin: { type: 'boolean' },
        roles: names,
        seenBy: {
          ...shownObject({ id: whole, username: text }, ['id', 'username']),
          description: 'With `X-See-As`: the administrator who asks.',
        },
        session: sessionSchema,
        key: keySchema,
        now: moment,
        may: { type: 'object', additionalProperties: listOf(schemaRef('Action')) },
        variables: open,
        limits: shownObject({ maxLimit: count, maxBulk: count, bodyLimit: count }),
        version: text,
        language: nullable(text),
        timeZone: nullable(text),
        application: shownObject(
          {
            label: text,
            today: { type: 'string', format: 'date' },
            timeZone: text,
            languages: names,
            currency: text,
            yearBegins: text,
          },
          ['today', 'timeZone', 'languages', 'yearBegins'],
        ),
      },
      [
        'id',
        'username',
        'name',
        'language',
        'timeZone',
        'admin',
        'roles',
        'now',
        'may',
        'limits',
        'version',
        'application',
      ],
    ),
    Explanation: shownObject(
      {
        user: shownObject({ id: whole, username: text }),
        model: text,
        action: schemaRef('Action'),
        id: whole,
        allowed: { enum: [true, false, 'some'] },
        why: text,
        variables: open,
        rules: listOf(rule),
        hiddenFields: shownObject({ never: names, sometimes: names, why: listOf(text) }, ['never', 'sometimes']),
        broken: listOf(open),
      },
      ['user', 'model', 'action', 'allowed', 'why', 'rules'],
    ),
  }
}
