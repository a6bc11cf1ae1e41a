import { model } from '../declare.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { userModel, webhookModel } from './names.ts'

const orders = [
  { value: 'record', label: { en: 'per record', de: 'je Datensatz', fr: 'par enregistrement' } },
  { value: 'all', label: { en: 'of all changes', de: 'aller Änderungen', fr: 'de toutes les modifications' } },
] as const

/** An address that is called with every change of some records, limited to what a user sees. */
export const Webhook = model({
  name: webhookModel,
  label: { en: 'Webhook', de: 'Webhook', fr: 'Webhook' },
  plural: { en: 'Webhooks', de: 'Webhooks', fr: 'Webhooks' },
  title: 'name',
  list: ['name', 'url', 'state', 'user'],
  fields: {
    name: text({ required: true, max: 100 }),
    url: text({
      required: true,
      max: 2000,
      label: { en: 'Address', de: 'Adresse', fr: 'Adresse' },
      help: 'Where the changes are sent, by POST; https.',
    }),
    models: json({ required: true, help: 'The full names of the models whose changes are sent.' }),
    condition: json({
      label: { en: 'Only these records', de: 'Nur diese Datensätze', fr: 'Seulement ces enregistrements' },
      help: 'Criteria as in a search, on fields of the record itself: it is sent what meets them; empty: all changes.',
    }),
    user: reference(userModel, {
      required: true,
      default: '$user',
      onDelete: 'cascade',
      help: 'It is sent what this user may read when it is sent.',
    }),
    secret: text({
      secret: true,
      max: 120,
      pattern: 'whsec_[A-Za-z0-9+/]{32,88}={0,2}',
      help: 'Signs what is sent; the service makes one if a new webhook has none.',
    }),
    previousSecret: text({ secret: true, max: 120, help: 'The secret before; it signs along for 24 hours.' }),
    secretChangedOn: dateTime({ help: 'When the secret was replaced.' }),
    state: choice(['active', 'paused', 'ended'], {
      required: true,
      default: 'active',
      help: 'A paused one continues where it stopped; the receiver ends one with HTTP status 410.',
    }),
    order: choice(orders, {
      label: { en: 'Keep order', de: 'Reihenfolge', fr: 'Garder l’ordre' },
      required: true,
      default: 'record',
      help: 'What waits for a delivery that fails: later changes of the same record, or all later changes.',
    }),
  },
})
