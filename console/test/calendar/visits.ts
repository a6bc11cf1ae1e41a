import { application, choice, date, dateTime, model, text } from 'tabularium'

export const place = application({ timeZone: 'Pacific/Auckland' })

/** Visits of days, and meetings at moments; a visit must not end before it begins, nor be in a year to come. */
export const Visit = model({
  name: 'com.example.calendar.Visit',
  plural: 'Visits',
  title: 'name',
  list: ['name', 'status', 'beginsOn', 'endsOn'],
  fields: {
    name: text({ required: true, max: 50 }),
    status: choice(['open', 'done', 'void'], { default: 'open' }),
    beginsOn: date({ max: '2099-12-31' }),
    endsOn: date(),
    meetsAt: dateTime(),
  },
  checks: [
    { name: 'endsLater', fields: ['endsOn'], holds: 'endsOn >= beginsOn', message: 'must not be before it begins' },
    { name: 'notTheThirteenth', fields: ['beginsOn'], holds: "beginsOn != '2030-05-13'", message: 'is a bad day' },
  ],
  views: {
    open: {
      where: { fieldName: 'status', operator: '=', value: 'open' },
      sortBy: ['beginsOn'],
      colors: [
        { where: { fieldName: 'beginsOn', operator: '<', value: '$today' }, color: 'red' },
        { where: "name = 'Due'", color: 'teal', on: 'cell', field: 'beginsOn' },
      ],
      default: true,
    },
    plan: { layout: 'calendar', from: 'beginsOn', to: 'endsOn', color: 'status' },
    late: {
      layout: 'calendar',
      from: 'beginsOn',
      color: 'status',
      colors: [{ where: "status = 'open' and beginsOn < $today", color: 'red' }],
    },
    meetings: { layout: 'calendar', from: 'meetsAt' },
    cards: {
      layout: 'board',
      by: 'status',
      card: ['endsOn'],
      colors: [
        { where: { fieldName: 'beginsOn', operator: '<', value: '$today' }, color: 'red' },
        { where: "name = 'Due'", color: 'teal', on: 'cell', field: 'endsOn' },
      ],
    },
  },
})
