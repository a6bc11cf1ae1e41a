import { choice, model, text } from 'tabularium'

const fields = {
  name: text({ required: true, max: 40 }),
  status: choice(
    [
      { value: 'draft', label: 'Draft' },
      { value: 'placed', label: 'Placed' },
      { value: 'void', label: 'Given up' },
    ],
    { required: true, default: 'draft' },
  ),
}
const transitions = { status: { draft: ['placed', 'void'], placed: ['void'] } }

/** Something that was ordered. */
export const Order = model({
  name: 'com.example.steps.Order',
  plural: 'Orders',
  title: 'name',
  list: ['name', 'status'],
  fields,
  transitions,
})

/** What was sent to somebody: its steps stay. */
export const Receipt = model({
  name: 'com.example.steps.Receipt',
  plural: 'Receipts',
  title: 'name',
  list: ['name', 'status'],
  fields,
  transitions,
  undoTransitions: false,
})
