import { Fault, type TextKind } from './Kind.ts'

/** Records by the names of their models and their ids. */
export function namedRecords(max: number): TextKind<{ model: string; id: number }[]> {
  return {
    fromText: (text) => {
      const parts = text.split(',').map((part) => part.trim())
      if (parts.length > max) throw new Fault(`must name at most ${max} records`)
      return parts.map((part) => {
        const [, model, digits] = /^([^/]{1,200})\/(\d{1,16})$/.exec(part) ?? []
        const id = Number(digits)
        if (model === undefined || !Number.isSafeInteger(id) || id < 1)
          throw new Fault('must name records by model and id, such as com.example.orders.Order/5')
        return { model, id }
      })
    },
    schema: () => ({ type: 'array', items: { type: 'string' }, maxItems: max }),
  }
}
