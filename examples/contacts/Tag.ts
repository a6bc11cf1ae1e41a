import { model, text, type RecordOf } from 'tabularium'

export const Tag = model({
  name: 'com.example.contacts.Tag',
  plural: 'Tags',
  title: 'name',
  icon: 'tag',
  group: 'Customers',
  fields: {
    name: text({ required: true, unique: true, max: 60 }),
  },
})

export type Tag = RecordOf<typeof Tag>
