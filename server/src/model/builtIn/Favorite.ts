import { model } from '../declare.ts'
import { integer } from '../field/integer.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { favoriteModel, userModel, viewModel } from './names.ts'

const isNull = (fieldName: string) => ({ fieldName, operator: 'isNull' })
const notNull = (fieldName: string) => ({ fieldName, operator: 'notNull' })

/**
 * What a user has starred: a view or a record. It names the record and has no value of it, because the user may lose
 * the right to read that.
 */
export const Favorite = model({
  name: favoriteModel,
  label: { en: 'Favourite', de: 'Favorit', fr: 'Favori' },
  plural: { en: 'Favourites', de: 'Favoriten', fr: 'Favoris' },
  title: 'id',
  list: ['user', 'view', 'model', 'record', 'position'],
  fields: {
    user: reference(userModel, { required: true, default: '$user', onDelete: 'cascade' }),
    view: reference(viewModel, { onDelete: 'cascade', help: 'The view; empty: it is a record.' }),
    model: text({ max: 200, help: 'The full name of the model of the record.' }),
    record: integer({ help: 'The id of the record.' }),
    position: integer({ required: true, default: 0, help: 'Favourites are shown in this order.' }),
  },
  unique: [
    ['user', 'view'],
    ['user', 'model', 'record'],
  ],
  checks: [
    {
      name: 'viewOrRecord',
      fields: ['view', 'model', 'record'],
      holds: {
        operator: 'or',
        criteria: [
          { operator: 'and', criteria: [notNull('view'), isNull('model'), isNull('record')] },
          { operator: 'and', criteria: [isNull('view'), notNull('model'), notNull('record')] },
        ],
      },
      message: 'must name a view, or the model and id of a record',
    },
  ],
  keepHistory: 365,
})
