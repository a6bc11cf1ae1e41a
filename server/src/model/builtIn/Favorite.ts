import { model } from '../declare.ts'
import { integer } from '../field/integer.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { favoriteModel, userModel, viewModel } from './names.ts'

const isNull = (fieldName: string) => ({ fieldName, operator: 'isNull' })
const notNull = (fieldName: string) => ({ fieldName, operator: 'notNull' })

/**
 * What a user has starred: a view, saved or declared, or a record. It names the record and has no value of it, because
 * the user may lose the right to read that.
 */
export const Favorite = model({
  name: favoriteModel,
  label: { en: 'Favourite', de: 'Favorit', fr: 'Favori' },
  plural: { en: 'Favourites', de: 'Favoriten', fr: 'Favoris' },
  title: 'id',
  list: ['user', 'view', 'model', 'viewName', 'record', 'position'],
  fields: {
    user: reference(userModel, { required: true, default: '$user', onDelete: 'cascade' }),
    view: reference(viewModel, { onDelete: 'cascade', help: 'The saved view; empty: it is something of a model.' }),
    model: text({ max: 200, help: 'The full name of the model.' }),
    viewName: text({ max: 200, help: 'The name of a view that the model declares.' }),
    record: integer({ help: 'The id of the record.' }),
    position: integer({ required: true, default: 0, help: 'Favourites are shown in this order.' }),
  },
  unique: [
    ['user', 'view'],
    ['user', 'model', 'record'],
    ['user', 'model', 'viewName'],
  ],
  checks: [
    {
      name: 'viewOrRecord',
      fields: ['view', 'model', 'viewName', 'record'],
      holds: {
        operator: 'or',
        criteria: [
          { operator: 'and', criteria: ['model', 'viewName', 'record'].map(isNull).concat(notNull('view')) },
          { operator: 'and', criteria: ['view', 'viewName'].map(isNull).concat(['model', 'record'].map(notNull)) },
          { operator: 'and', criteria: ['view', 'record'].map(isNull).concat(['model', 'viewName'].map(notNull)) },
        ],
      },
      message: 'must name a view, or a model and one of its declared views or the id of a record',
    },
  ],
  keepHistory: 365,
})
