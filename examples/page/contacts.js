// A page without a framework: log in, find, edit, and decide about a conflict.
import { ConflictError, createClient, TabulariumError } from '@tabularium/client'

const fields = ['firstName', 'lastName', 'email', 'phone']
const at = (id) => document.getElementById(id)
const client = createClient({ url: document.querySelector('meta[name=service]').content })
const contacts = client.records('com.example.contacts.Contact')

/** The contact that is edited, as it was when it was opened. */
let seen
/** The conflict that waits for a decision. */
let conflict

onSubmit('login', async ({ username, password }) => {
  await client.login(username, password)
  await showList()
})
onSubmit('search', ({ q }) => showList(q))
onSubmit('edit', save)
onSubmit('conflict', decide)

// A session of an earlier visit is still there.
await client.me().then(() => showList(), () => undefined)

/** Runs the action when a form is sent, with its values. */
function onSubmit(id, action) {
  at(id).addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(() => action(Object.fromEntries(new FormData(event.target))))
  })
}

/** Shows what went wrong, if something did. */
async function attempt(action) {
  at('message').textContent = ''
  try {
    await action()
  } catch (error) {
    showError(error)
  }
}

async function showList(q = '') {
  const { records, total } = await contacts.find({
    ...(q === '' ? {} : { q }),
    fields: ['fullName', 'email'],
    sortBy: ['lastName', 'firstName'],
    limit: 50,
  })
  at('login').hidden = true
  at('contacts').hidden = false
  at('total').textContent = `${records.length} of ${total}`
  at('list').replaceChildren(...records.map(toRow))
}

function toRow({ id, fullName, email }) {
  const open = Object.assign(document.createElement('button'), { type: 'button', textContent: fullName })
  open.addEventListener('click', () => void attempt(() => edit(id)))
  return rowOf(open, email ?? '')
}

async function edit(id) {
  seen = await contacts.read(id, { fields })
  for (const field of fields) at('edit').elements[field].value = seen[field] ?? ''
  at('edit').hidden = false
  at('conflict').hidden = true
}

/** Sends what was changed, based on the version that was shown. */
async function save(values) {
  const changed = fields.filter((field) => values[field] !== (seen[field] ?? ''))
  const change = Object.fromEntries(changed.map((field) => [field, values[field] || null]))
  try {
    await contacts.update(seen, change, { onConflict: 'merge' })
    await finish()
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    showConflict(error)
  }
}

/** Shows the three values of each field that clashes. */
function showConflict(error) {
  conflict = error
  at('clashes').replaceChildren(
    ...(error.conflicts ?? []).map(({ field, base, current, yours, by }) => {
      const choice = document.createElement('select')
      choice.name = field
      choice.append(new Option('theirs', 'theirs'), new Option('mine', 'yours'))
      return rowOf(field, base ?? '', `${current ?? ''} (${by?.username ?? 'unknown'})`, yours ?? '', choice)
    }),
  )
  at('conflict').hidden = false
}

async function decide(decisions) {
  try {
    await conflict.merge(decisions)
    await finish()
  } catch (error) {
    // Somebody was faster again: decide again.
    if (!(error instanceof ConflictError)) throw error
    showConflict(error)
  }
}

async function finish() {
  at('edit').hidden = true
  at('conflict').hidden = true
  await showList(at('search').elements.q.value)
}

/** The text is set as text, never as HTML: it comes from other people. */
function rowOf(...cells) {
  const row = document.createElement('tr')
  for (const cell of cells) row.insertCell().append(cell)
  return row
}

function showError(error) {
  const errors = error instanceof TabulariumError && error.code === 'invalid-record' ? error.errors : {}
  const mistakes = Object.entries(errors).map(([field, message]) => `${field} ${message}`)
  at('message').textContent = mistakes.length > 0 ? mistakes.join('; ') : error.message
}
