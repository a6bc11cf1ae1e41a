import type { DeliveryKey } from '../WebhookCall.ts'
import { Fault, type JsonKind } from './Kind.ts'

/** The name of a delivery. */
export const deliveryKey: JsonKind<DeliveryKey> = {
  fromJson: (value) => {
    const pattern = /^([\w.]{1,200})\/(\d{1,16})\/(\d{1,16})$/
    const [, model, id, version] = (typeof value === 'string' && pattern.exec(value)) || []
    if (model === undefined || !Number.isSafeInteger(Number(id)) || !Number.isSafeInteger(Number(version)))
      throw new Fault('must be model/id/version, such as "com.example.contacts.Contact/5/2"')
    return { model, id: Number(id), version: Number(version) }
  },
  schema: () => ({ type: 'string' }),
}

/** True, where false has no meaning. */
export const onlyTrue: JsonKind<true> = {
  fromJson: (value) => {
    if (value !== true) throw new Fault('must be true')
    return value
  },
  schema: () => ({ const: true }),
}

/** A date and time with its zone. */
export const moment: JsonKind<string> = {
  fromJson: (value) => {
    const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
    if (Number.isNaN(time)) throw new Fault('must be a date and time with its zone, such as "2026-01-31T08:30:00Z"')
    return new Date(time).toISOString()
  },
  schema: () => ({ type: 'string', format: 'date-time' }),
}
