/** The page of the API. It loads its two scripts from this service, and nothing from elsewhere. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API reference</title>
</head>
<body>
<div id="docs"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`

/** The script of the page: asks for a login if there is no session, and shows the document of the user. */
export const docsScript = `'use strict'
const target = document.getElementById('docs')

async function show() {
  const reply = await fetch('/ws/openapi.json')
  const answer = await reply.json()
  if (reply.ok) return mount(answer)
  askForLogin(reply.status === 401 ? '' : answer.data.message)
}

function mount(content) {
  target.replaceChildren()
  Scalar.createApiReference(target, {
    content,
    telemetry: false,
    withDefaultFonts: false,
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  })
}

function askForLogin(message) {
  const form = document.createElement('form')
  const text = document.createElement('p')
  text.textContent = message || 'Log in to see what you may do.'
  const [username, password] = [input('username', 'text'), input('password', 'password')]
  const button = document.createElement('button')
  button.textContent = 'Log in'
  form.append(text, username, ' ', password, ' ', button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const reply = await fetch('/callback', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: username.value, password: password.value }),
    })
    if (reply.ok) return show()
    const failure = await reply.json()
    text.textContent = failure.data.message
  })
  target.replaceChildren(form)
}

function input(name, type) {
  const made = document.createElement('input')
  const autocomplete = type === 'password' ? 'current-password' : 'username'
  Object.assign(made, { name, type, placeholder: name, required: true, autocomplete })
  return made
}

show()
`
