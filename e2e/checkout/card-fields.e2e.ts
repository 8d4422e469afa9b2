import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import type { FrameLocator, Page, Request, Route } from '@playwright/test'
import { type FieldsKontor, publicValues, type Script, scripts, startFieldsKontor } from '../support/card-fields.ts'
import { serveGateways } from '../support/gateway-scripts.ts'
import { chooseCard, numbers, pressPay } from '../support/links.ts'
import { sizes } from '../support/looks.ts'
import { test as base, expect } from '../support/test.ts'

const test = base.extend<{ served: { told: string[] } }, { kontor: FieldsKontor }>({
  kontor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const kontor = await startFieldsKontor()
      await use(kontor)
      await kontor.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  served: async ({ context }, use) => {
    const { told, stop } = await serveGateways(context)
    await use({ told })
    await stop()
  },
})

// One worker: each starts a Kontor of its own, and two at once would alter the roles of the database server.
test.describe.configure({ mode: 'default' })

const fields = (page: Page): FrameLocator => page.frameLocator('iframe.card-frame')
const input = (page: Page, name: string | RegExp) =>
  fields(page).getByRole('group', { name }).frameLocator('iframe').getByRole('textbox')

async function typeCard(page: Page, script: Script, number: string): Promise<void> {
  await input(page, 'Kaartnummer').fill(number)
  await input(page, 'Vervaldatum').fill('12/31')
  await input(page, 'Beveiligingscode').fill('737')
  if (script === 'adyen') await fields(page).getByLabel('Naam op de kaart').fill('J. de Boer')
  if (script === 'mollie') await input(page, 'Naam op de kaart').fill('J. de Boer')
}

const tokenOf: Record<Script, object> = {
  adyen: {
    type: 'scheme',
    encryptedCardNumber: 'eyJ.encryptedCardNumber.MTY=',
    encryptedExpiryMonth: 'eyJ.encryptedExpiryMonth.NA==',
    encryptedExpiryYear: 'eyJ.encryptedExpiryYear.NA==',
    encryptedSecurityCode: 'eyJ.encryptedSecurityCode.Mw==',
    brand: 'visa',
    holderName: 'J. de Boer',
  },
  stripe: { payment_method: `pm_${publicValues.stripe.publishable_key}` },
  mollie: { card_token: `tkn_${publicValues.mollie.profile_id}_test` },
}

test.describe('the card fields of a gateway', () => {
  for (const script of scripts)
    test(`of ${script} give a token, and a number reaches the gateway alone (check 18)`, async ({
      page,
      kontor,
      served,
    }) => {
      const sent: string[] = []
      const record = (request: Request) => {
        if ([kontor.url, kontor.fieldsUrl, kontor.sandboxUrl].some((origin) => request.url().startsWith(origin)))
          sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
      }
      page.on('request', record)
      await page.goto(await kontor.link(script))
      await chooseCard(page)
      await typeCard(page, script, numbers.good)
      // Mollie's script does not say which brand it is.
      await expect(page.locator('[data-product="card"]')).toContainText(script === 'mollie' ? 'Kaart' : 'Visa')
      const before = kontor.tokens.length
      await pressPay(page)
      await expect(page.getByRole('heading', { name: 'Betaald' })).toBeVisible()
      expect(kontor.tokens.slice(before).map((token) => JSON.parse(token))).toEqual([tokenOf[script]])
      // The gateway was told, so that what follows is no accident; Adyen's stand-in seals in the browser.
      if (script !== 'adyen') expect(digitsOf(served.told.join('\n'))).toContain(numbers.good)
      expect(sent.length).toBeGreaterThan(5)
      expect(digitsOf(sent.join('\n'))).not.toContain(numbers.good)
      expect(digitsOf(kontor.log())).not.toContain(numbers.good)
    })

  test('say what is wrong with a card, in the field where it is', async ({ page, kontor, served: _ }) => {
    for (const script of scripts) {
      await page.goto(await kontor.link(script))
      await chooseCard(page)
      await expect(input(page, 'Kaartnummer')).toBeVisible()
      if (script === 'mollie') await input(page, 'Naam op de kaart').fill('J. de Boer')
      await pressPay(page)
      const group = fields(page).getByRole('group', { name: 'Kaartnummer' })
      await expect(group.getByRole('alert')).toHaveText(
        script === 'adyen' ? 'Controleer het kaartnummer.' : 'Onvolledig: number',
      )
      // Mollie's script has no way to put the focus into a field.
      if (script !== 'mollie') await expect(input(page, 'Kaartnummer')).toBeFocused()
      await expect(page.getByRole('button', { name: /betalen/ })).toBeEnabled()
    }
  })

  test('send no number that is typed where the name belongs', async ({ page, kontor, served: _ }) => {
    await page.goto(await kontor.link('adyen'))
    await chooseCard(page)
    await typeCard(page, 'adyen', numbers.good)
    await fields(page).getByLabel('Naam op de kaart').fill('4111 1111 1111 1111')
    const before = kontor.tokens.length
    await pressPay(page)
    await expect(fields(page).getByText('Vul de naam in die op de kaart staat.')).toBeVisible()
    await expect(fields(page).getByLabel('Naam op de kaart')).toHaveCSS('border-color', 'rgb(201, 42, 42)')
    expect(kontor.tokens).toHaveLength(before)
  })

  test('give way to the name of the holder, where a gateway wants that', async ({ page, kontor, served: _ }) => {
    await page.goto(await kontor.link('stripe', 'bancontact'))
    const name = page.getByRole('textbox', { name: 'Naam van de rekeninghouder' })
    await page.getByRole('radio', { name: 'iDEAL' }).check()
    await expect(name).toBeHidden()
    await page.getByRole('radio', { name: 'Bancontact' }).check()
    await pressPay(page)
    await expect(page.getByText('Vul de naam van de rekeninghouder in.')).toBeVisible()
    await expect(name).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await name.fill('A. Janssens')
    await pressPay(page)
    await expect.poll(() => kontor.names.at(-1)).toBe('A. Janssens')
  })

  test('give way to a page for the IBAN, where a gateway has one, and the payer is told', async ({
    page,
    kontor,
    served: _,
  }) => {
    await page.goto(await kontor.link('mollie', 'sepa_debit'))
    await page.getByRole('radio', { name: 'SEPA-incasso' }).check()
    await expect(page.getByText('Je gaat naar een beveiligde pagina, vult daar je IBAN in')).toBeVisible()
    await expect(page.getByText('Met de knop machtig je de winkel')).toHaveCount(0)
  })

  test('take the button’s place: Enter in a field pays', async ({ page, kontor, served: _ }) => {
    await page.goto(await kontor.link('adyen'))
    await chooseCard(page)
    await typeCard(page, 'adyen', numbers.good)
    await input(page, 'Beveiligingscode').press('Enter')
    await expect(page.getByRole('heading', { name: 'Betaald' })).toBeVisible()
  })

  test('keep what is typed when they have a new address', async ({ page, kontor, served: _ }) => {
    await page.goto(await kontor.link('stripe'))
    await chooseCard(page)
    await input(page, 'Kaartnummer').fill(numbers.good)
    const other = async (route: Route) => {
      const reply = await route.fetch()
      const view = await reply.json()
      await route.fulfill({ response: reply, json: { ...view, card_field: `${view.card_field}&again` } })
    }
    await page.route('**/v1/pay/*?attempt=*', other)
    // The page draws as soon as it has looked, because it has its texts already.
    const looked = page.waitForResponse('**/v1/pay/*?attempt=*')
    // As after the back button of a browser that kept the page.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await (await looked).finished()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(input(page, 'Kaartnummer')).toHaveValue(numbers.good)
  })

  test('leave the pay page’s policy as it is, but for one frame (check 18)', async ({ page, kontor, served: _ }) => {
    const requested = new Set<string>()
    page.on('request', (request) => requested.add(new URL(request.url()).origin))
    const reply = await page.goto(await kontor.link('stripe'))
    expect(reply?.headers()['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src ${kontor.fieldsUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    await chooseCard(page)
    await expect(input(page, 'Kaartnummer')).toBeVisible()
    expect([...requested].sort()).toEqual([kontor.url, kontor.fieldsUrl, 'https://js.stripe.com'].sort())
  })

  test('use the hosts of their gateway and no other', async ({ page, kontor, served, context }) => {
    const reached: string[] = []
    await context.route('https://elsewhere.example/**', (route) => {
      reached.push(route.request().url())
      return route.fulfill({ body: '' })
    })
    for (const script of scripts) {
      await page.goto(await kontor.link(script))
      await chooseCard(page)
      await expect(input(page, 'Kaartnummer')).toBeVisible()
      const frame = page.frames().find((each) => each.url().startsWith(kontor.fieldsUrl))
      const blocked = await frame?.evaluate(async (kontorUrl) => {
        const violationOf = (act: () => void) =>
          new Promise<string>((resolve) => {
            addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
            act()
          })
        const add = (tag: 'script' | 'img' | 'iframe') => () => {
          const element = document.createElement(tag)
          element.src = 'https://elsewhere.example/b'
          document.body.append(element)
        }
        const ask = (url: string) => () => void fetch(url).catch(() => {})
        const tries = [ask('https://elsewhere.example/a'), ask(`${kontorUrl}/v1/pay/x`), add('script'), add('img')]
        const violations: string[] = []
        for (const act of [...tries, add('iframe')]) violations.push(await violationOf(act))
        return violations
      }, kontor.url)
      expect(blocked, script).toEqual(['connect-src', 'connect-src', 'script-src-elem', 'img-src', 'frame-src'])
    }
    await context.unroute('https://elsewhere.example/**')
    expect(reached).toEqual([])
    expect(served.told.length).toBeGreaterThan(0)
  })

  for (const [region, host] of [
    ['', 'checkoutshopper-live'],
    ['eu', 'checkoutshopper-live'],
    ['us', 'checkoutshopper-live-us'],
    ['nea', 'checkoutshopper-live-nea'],
  ] as const)
    test(`of adyen come from where the account is: ${region || 'nothing is said'}`, async ({
      page,
      kontor,
      served,
    }) => {
      const client_key = publicValues.adyen.client_key?.replace('test_', 'live_') ?? ''
      const address = kontor.livePage('adyen', { client_key, ...(region && { live_region: region }) })
      await page.goto(address ?? '')
      const hosts = () => new Set(served.told.map((each) => new URL(each.split(' ')[1] ?? '').host))
      await expect.poll(() => hosts()).toContain(`${host}.adyen.com`)
      expect([...hosts()].filter((each) => ![`${host}.adyen.com`, `${host}.cdn.adyen.com`].includes(each))).toEqual([])
    })

  test('keep the address of the frame from the gateway', async ({ page, kontor, served }) => {
    for (const script of scripts) {
      await page.goto(await kontor.link(script))
      await chooseCard(page)
      await expect(input(page, 'Kaartnummer')).toBeVisible()
    }
    expect(served.told.length).toBeGreaterThan(5)
    expect(served.told.join('\n')).not.toContain('for=')
    expect(
      page
        .frames()
        .map((each) => each.url())
        .join('\n'),
    ).not.toContain('for=')
  })

  test('are not framed by another site, and answer none', async ({ page, kontor, served: _ }) => {
    await page.goto(await kontor.link('stripe'))
    await chooseCard(page)
    const address = await page.locator('iframe.card-frame').getAttribute('src')
    const heard = `<!doctype html><title>A shop</title><p id="heard"></p><iframe src="${address}"></iframe><script>
      addEventListener('message', ({ data }) => { document.getElementById('heard').textContent += JSON.stringify(data) })
      setInterval(() => frames[0].postMessage({ type: 'card:submit' }, '*'), 50)
    </script>`
    const other = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(heard))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    const { port } = other.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/`)
    await expect.poll(() => refused.join('\n')).toContain('frame-ancestors')
    // A window of its own is no frame, and has another parent: itself.
    const opened = await page.context().newPage()
    await opened.goto(address ?? '')
    await opened.evaluate(() => {
      addEventListener('message', ({ data }) => document.body.append(JSON.stringify(data)))
      postMessage({ type: 'card:submit' }, '*')
    })
    await expect(opened.frameLocator('#number iframe').getByRole('textbox')).toBeVisible()
    await expect(opened.getByText('card:token')).toHaveCount(0)
    expect(await page.locator('#heard').textContent()).toBe('')
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))
  })

  test('say that an address was tampered with, and let the payer choose something else', async ({
    page,
    kontor,
    served: _,
  }) => {
    await page.route(`${kontor.fieldsUrl}/test_stripe*`, (route) =>
      route.continue({ url: route.request().url().replace('for=', 'for=x') }),
    )
    await page.goto(await kontor.link('stripe'))
    await chooseCard(page)
    await expect(fields(page).getByText('Dit adres is niet door Kontor gemaakt of is gewijzigd.')).toBeVisible()
    await pressPay(page)
    await expect(page.getByText('De kaartgegevens konden niet worden verwerkt.')).toBeVisible()
    await page.getByLabel('iDEAL').check()
    await pressPay(page)
    await page.waitForURL(/\/authenticate\//)
  })

  for (const script of ['stripe', 'mollie', 'adyen'] as const)
    test(`of ${script} that do not load say what to do, load again, and leave the other products`, async ({
      page,
      kontor,
      served: _,
    }) => {
      await page.route(/(js\.stripe|js\.mollie)\.com/, (route) => route.abort())
      // Adyen's library is ours; what can be cut is the way to its file.
      if (script === 'adyen')
        await page.route(`${kontor.fieldsUrl}/assets/adyen-library-*.js`, (route) => route.abort())
      await page.goto(await kontor.link(script))
      await chooseCard(page)
      await expect(fields(page).getByText('De kaartvelden laden niet.')).toBeVisible()
      await pressPay(page)
      await expect(page.getByText('De kaartgegevens konden niet worden verwerkt.')).toBeVisible()
      await page.getByLabel('iDEAL').check()
      await expect(page.getByText('Je gaat naar je bank om te betalen')).toBeVisible()
      await page.getByLabel('Kaart', { exact: true }).check()
      await expect(fields(page).getByText('De kaartvelden laden niet.')).toBeVisible()
      await page.unrouteAll()
      await fields(page).getByRole('button', { name: 'Opnieuw proberen' }).click()
      await expect(input(page, 'Kaartnummer')).toBeVisible()
    })

  test('that cannot be reached at all are said to be away', async ({ page, kontor, served: _ }) => {
    await page.clock.install()
    await page.route(`${kontor.fieldsUrl}/**`, (route) => route.abort())
    await page.goto(await kontor.link('stripe'))
    await chooseCard(page)
    await expect(page.locator('iframe.card-frame')).toBeVisible()
    await page.clock.fastForward(20_000)
    await expect(page.getByText('Het kaartveld is op dit moment niet bereikbaar.')).toBeVisible()
    await page.getByLabel('iDEAL').check()
    await expect(page.getByText('Het kaartveld is op dit moment niet bereikbaar.')).toHaveCount(0)
  })

  test('are accessible, by keyboard, light and dark, narrow and wide, in both languages', async ({
    page,
    kontor,
    served: _,
  }) => {
    test.slow()
    for (const script of scripts) {
      const link = await kontor.link(script)
      for (const [colorScheme, size] of [
        ['light', 'phone'],
        ['dark', 'desk'],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize(sizes[size])
        await page.goto(link)
        await chooseCard(page)
        await expect(input(page, /Kaartnummer|Card number/)).toBeVisible()
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze()
        expect(violations, `${script} ${colorScheme}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        await page.getByRole('button', { name: /^(English|Nederlands)$/ }).click()
      }
    }
  })
})

test('the demo listens for card fields', async ({ request }) => {
  const reply = await request.get(`${process.env.KONTOR_E2E_FIELDS_URL}/sandbox?lang=nl`)
  expect([reply.status(), await reply.text()]).toEqual([404, expect.stringContaining('Deze pagina bestaat niet.')])
})

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
