import { model } from '../declare.ts'
import { layouts } from '../DeclaredView.ts'
import { boolean } from '../field/boolean.ts'
import { choice } from '../field/choice.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { links } from '../relation/links.ts'
import { roleModel, userModel, viewModel } from './names.ts'

/** A list that a user saved: what is found, how it is sorted, and what is shown. It gives no right to any record. */
export const View = model({
  name: viewModel,
  label: { en: 'View', de: 'Ansicht', fr: 'Vue' },
  plural: { en: 'Views', de: 'Ansichten', fr: 'Vues' },
  title: 'name',
  list: ['model', 'name', 'owner', 'pinned'],
  fields: {
    model: text({
      required: true,
      indexed: true,
      max: 200,
      help: 'The full name of the model whose records it lists.',
    }),
    name: text({ required: true, max: 100 }),
    owner: reference(userModel, { required: true, default: '$user', onDelete: 'cascade' }),
    roles: links(roleModel, {
      help: 'It is shared with the users of these roles. Sharing takes a rule that allows it.',
    }),
    q: text({ max: 200, help: 'The words to find, as find takes them.' }),
    criteria: json({ help: 'Criteria as in a search; empty: all records.' }),
    sortBy: json({ help: 'The names to sort by, as in a search; empty: by id.' }),
    fields: json({ help: 'The names of the columns; empty: the list fields of the model.' }),
    chart: text({
      max: 200,
      help: 'The chart above the list, as in the address of the console, such as `status~sum.credit`; empty: none.',
    }),
    layout: choice(layouts, { help: 'How it shows the records; empty: as a grid.' }),
    groupBy: json({
      help: 'The names to group by, dates with their period: `["customer", "dueOn:month"]`; empty: none.',
    }),
    footer: json({ help: 'The figures below the columns: `{"total": "sum"}`; empty: none.' }),
    options: json({ help: 'What the layout needs: `{"by": "status"}`; the members are those of a declared view.' }),
    pinned: boolean({
      required: true,
      default: false,
      help: 'Whether the home page of those it is shared with shows it.',
    }),
  },
})
