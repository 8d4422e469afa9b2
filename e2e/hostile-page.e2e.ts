import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { title } from './support/frame.ts'
import { fromMail } from './support/mails.ts'
import { newPerson } from './support/new-person.ts'
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
    await expect(page).toHaveURL('/transactions')
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

    // The same machine under another name is another site to the browser.
    const server = createServer((_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A prize</title><p>A prize')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens has an address with a port.
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const done: string[] = []
    let [posted, refused] = [0, 0]
    page.on('response', (response) => {
      if (response.request().method() !== 'POST') return
      posted += 1
      if (response.status() < 400) done.push(`${response.request().url()}: ${response.status()}`)
    })
    // What the page is not allowed to read the browser keeps from the page alone.
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const sent = new Map<string, string>()
    network.on('Network.requestWillBeSent', ({ requestId, request }) => sent.set(requestId, request.method))
    network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      const method = sent.get(requestId) ?? ''
      if (['GET', 'OPTIONS'].includes(method)) return
      if (statusCode >= 400) refused += 1
      else done.push(`${method}: ${statusCode}`)
    })
    await page.goto(elsewhere)
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
    // Two requests for each, and a form in a frame for each.
    await expect.poll(() => refused).toBeGreaterThanOrEqual(2 * writes.length)
    expect(posted).toBeGreaterThanOrEqual(writes.length)
    expect(done).toEqual([])

    // By navigation, which takes the cookie along: a form that is posted, and an address.
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
      expect(done).toEqual([])
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
  const link = await fromMail(page, email, /http[^"<\s]*updatePassword[^"<\s]*/)
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
