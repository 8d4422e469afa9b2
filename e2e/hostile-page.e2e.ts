import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { title } from './support/frame.ts'
import { fromMail } from './support/mails.ts'
import { newPerson } from './support/making/new-person.ts'
import { fillIn } from './support/signing-in.ts'
import { expect, test } from './support/test.ts'

interface Write {
  method: string
  path: string
}

test.describe('a page of another site', () => {
  test('changes nothing: no form, image, request or navigation of it is done, whichever operation it asks for', async ({
    page,
    baseURL,
  }) => {
    const { email } = await newPerson()
    await page.goto('/login')
    await fillIn(page, email)
    await expect(page).toHaveURL('/')
    // An answer to the first screen itself that came later would count as one to the other site.
    await page.waitForLoadState('networkidle')
    const document = await (await page.request.get('/v1/openapi.json')).json()
    const writes: Write[] = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => ({
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-000000000001'),
        })),
    )
    expect(writes.length).toBeGreaterThan(60)

    // The same machine under another host name is another site to the browser.
    const server = createServer((_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A prize</title><p>A prize')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // The cast is safe: a listening server has an address with a port.
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await page.goto(elsewhere)
    const posted: string[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'POST') posted.push(`${response.status()} ${response.request().url()}`)
    })
    // The browser hides these answers from the page, but not from the developer tools protocol.
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    // The two events come in either order.
    const methods = new Map<string, string>()
    const statuses = new Map<string, number>()
    network.on('Network.requestWillBeSent', ({ requestId, request }) => methods.set(requestId, request.method))
    network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode))
    const answers = () =>
      [...statuses]
        .map(([id, status]) => `${status} ${methods.get(id) ?? 'of an unknown method'}`)
        .filter((answer) => !/GET|OPTIONS/.test(answer))
    const isRefused = (answer: string) => /^[45]/.test(answer)
    const done = () => [...answers(), ...posted].filter((answer) => !isRefused(answer))
    await page.evaluate(
      async ([origin, all]) => {
        const waits = all.flatMap(({ method, path }) => {
          const url = origin + path
          const plain = { credentials: 'include', mode: 'no-cors', body: '{}' } as const
          const image = new Image()
          image.src = url
          return [
            fetch(url, { ...plain, method: 'POST' }),
            fetch(url, { ...plain, method: 'POST', headers: { 'content-type': 'text/plain' } }),
            fetch(url, { method, credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' }),
          ]
        })
        await Promise.allSettled(waits)
        for (const { path } of all) {
          const frame = document.createElement('iframe')
          frame.name = `frame${Math.random()}`
          const form = document.createElement('form')
          Object.assign(form, { method: 'POST', action: origin + path, enctype: 'text/plain', target: frame.name })
          form.innerHTML = `<input name='{"a":"' value='"}'>`
          document.body.append(frame, form)
          form.submit()
          await new Promise((next) => setTimeout(next, 30))
        }
      },
      [new URL(baseURL ?? '').origin, writes] as const,
    )
    // Each write has two requests and one form in a frame.
    await expect.poll(() => answers().filter(isRefused).length).toBeGreaterThanOrEqual(2 * writes.length)
    await expect.poll(() => posted.length).toBeGreaterThanOrEqual(writes.length)
    await expect.poll(done).toEqual([])

    // A navigation carries the cookie: once as a posted form, once as an address.
    for (const path of ['/v1/auth/logout', '/v1/profile/session', '/v1/refund']) {
      await page.goto(elsewhere)
      await Promise.all([
        page.waitForNavigation(),
        page.evaluate((action) => {
          const form = Object.assign(document.createElement('form'), { method: 'POST', action, enctype: 'text/plain' })
          document.body.append(form)
          form.submit()
        }, baseURL + path),
      ])
      await expect.poll(done).toEqual([])
    }
    expect((await page.request.get('/v1/auth/session')).status()).toBe(200)
    server.close()
  })
})

test('the secret of a mailed link leaves the page in the request that uses it, and in no address', async ({ page }) => {
  const { email } = await newPerson()
  await page.goto('/forgotPassword')
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByRole('button', { name: 'Link sturen' }).click()
  const link = await fromMail(email, /http[^"<\s]*updatePassword[^"<\s]*/)
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThanOrEqual(22)
  const carrying: string[] = []
  page.on('request', (request) => {
    const { referer = '' } = request.headers()
    if (`${request.url()} ${referer}`.includes(token)) carrying.push(`${request.resourceType()} ${request.method()}`)
  })
  await page.goto(link)
  await expect(page).toHaveURL(/\/updatePassword\?(?!.*token)/)
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord', exact: true }).fill('Tulpen-uit-2028')
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord herhalen' }).fill('Tulpen-uit-2028')
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  await expect(page).toHaveURL('/login?reset=password')
  await expect(title(page)).toBeVisible()
  expect(carrying).toEqual(['document GET'])
  await page.goBack()
  expect(page.url()).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(token)
})
