// A list without framework: the requests of the console, in the same order, and a plain table.
const ask = async (path) => (await fetch(path)).json()
const model = new URLSearchParams(location.search).get('model')
const [, metadata] = await Promise.all([ask('/ws/me?optional=true'), ask('/ws/meta/models?detail=true&optional=true')])
const { fields, list, title } = metadata.data.find(({ name }) => name === model)
const columns = [...new Set([...list, title])]
const page = await ask(`/ws/rest/${model}?limit=50&fields=${columns.join()}`)
const table = document.createElement('table')
const head = table.createTHead().insertRow()
for (const name of columns) head.insertCell().textContent = fields.find((field) => field.name === name).label
const body = table.createTBody()
for (const record of page.data) {
  const row = body.insertRow()
  for (const name of columns) row.insertCell().textContent = record[name]
}
document.body.append(`1–${page.data.length} of ${page.total}`, table)
