import { model } from '../declare.ts'
import { integer } from '../field/integer.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { links } from '../relation/links.ts'
import { dashboardModel, roleModel, userModel } from './names.ts'

/** Figures, charts and lists that a user put beside each other. It gives no right to any record. */
export const Dashboard = model({
  name: dashboardModel,
  label: { en: 'Dashboard', de: 'Dashboard', fr: 'Tableau de bord' },
  plural: { en: 'Dashboards', de: 'Dashboards', fr: 'Tableaux de bord' },
  title: 'name',
  list: ['name', 'owner', 'updatedOn'],
  fields: {
    name: text({ required: true, max: 100 }),
    owner: reference(userModel, { required: true, default: '$user', onDelete: 'cascade' }),
    roles: links(roleModel, {
      help: 'It is shared with the users of these roles. Sharing takes a rule that allows it.',
    }),
    tiles: json({ help: 'A list of at most 24 tiles, in the form of a declared dashboard; models by their names.' }),
    columns: integer({ required: true, default: 12, min: 1, max: 12, help: 'How many columns the tiles stand in.' }),
  },
})
