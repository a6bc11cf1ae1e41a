import { describe, expect, it } from 'vitest'
import { admin } from '../../server/test/harness/client.ts'
import { useProviders } from '../../server/test/harness/oidc/useProviders.ts'
import { useConsole } from './useConsole.ts'

const Contact = 'com.example.contacts.Contact'
const providers = useProviders({ signUp: { domains: ['example.com'], roles: [] } })
const { visit } = useConsole(providers)

describe('the login page of a service with providers', () => {
  it('leads to the provider and back to where one wanted to be', async () => {
    providers.company.is('nora', { email: 'nora@example.com', email_verified: true, name: 'Nora New' })
    const nora = await visit(undefined, /401/)
    await nora.page.goto(`${providers.origin}/console/me`)
    const link = nora.page.getByRole('link', { name: 'Continue with Example Corp' })
    await link.waitFor()
    await nora.expectAccessible()
    await link.click()
    await nora.page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(new URL(nora.page.url()).pathname).toBe('/console/me')
    await nora.page.getByText('Nora New').first().waitFor()
    await nora.page.getByText('Example Corp').first().waitFor()
    await nora.page.getByText(/^Example Corp · 127\.0\.0\.1 · since /).waitFor()
  })

  it('lets one log out here, and at the provider too', async () => {
    providers.company.is('otto', { email: 'otto@example.com', email_verified: true, name: 'Otto Out' })
    // The page of the provider loads fonts from elsewhere.
    const otto = await visit(undefined, /401|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/)
    await otto.page.goto(`${providers.origin}/console/me`)
    await otto.page.getByRole('link', { name: 'Continue with Example Corp' }).click()
    await otto.page.getByRole('heading', { name: 'Your account' }).waitFor()
    await otto.page.getByRole('button', { name: 'Otto Out' }).click()
    await otto.page.getByRole('menuitem', { name: 'Log out', exact: true }).waitFor()
    await otto.expectAccessible()
    await otto.page.getByRole('menuitem', { name: 'Log out of Example Corp too' }).click()
    await otto.page.waitForURL((url) => url.origin === providers.company.issuer && url.pathname === '/session/end')
    await otto.page.goto(`${providers.origin}/console/me`)
    await otto.page.getByRole('link', { name: 'Continue with Example Corp' }).waitFor()
  })

  it('says why a login did not work, with its request', async () => {
    providers.company.is('far', { email: 'far@example.net', email_verified: true })
    const far = await visit(undefined, /401/)
    await far.page.goto(`${providers.origin}/console/r/${Contact}`)
    await far.page.getByRole('link', { name: 'Continue with Example Corp' }).click()
    const alert = far.page.getByRole('alert')
    await alert.getByText('No account is tied to this login. Ask an administrator.').waitFor()
    expect(await alert.textContent()).toMatch(/Request: [\w-]{16}/)
    await far.page.getByLabel('Username').waitFor()
    await far.expectAccessible()
  })
})

const emergencies = useProviders({}, { passwords: 'break-glass' })
const { visit: visitThere } = useConsole(emergencies)

describe('the login page of a service where passwords are for emergencies', () => {
  it('offers the provider, and the password folded away', async () => {
    const kim = await visitThere(undefined, /401/)
    await kim.page.goto(`${emergencies.origin}/console/me`)
    await kim.page.getByRole('link', { name: 'Continue with Example Corp' }).waitFor()
    const emergency = kim.page.getByText('Administrators: log in with a password')
    await emergency.waitFor()
    expect(await kim.page.getByLabel('Username').isVisible()).toBe(false)
    await kim.expectAccessible()
    await emergency.click()
    await kim.page.getByLabel('Username').fill('admin')
    await kim.page.getByLabel('Password').fill(admin.password)
    await kim.page.getByRole('button', { name: 'Log in' }).click()
    await kim.page.getByRole('heading', { name: 'Your account' }).waitFor()
    await kim.page.getByRole('heading', { name: 'Password' }).waitFor()
  })
})
