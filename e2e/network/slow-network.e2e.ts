import type { APIRequestContext, Route } from '@playwright/test'
import { newCard } from '../support/cards.ts'
import { newCustomer } from '../support/customers.ts'
import { title } from '../support/frame.ts'
import { linkNow, makeCardLink, makeLink, numbers, paymentsOf, pressPay, typeCard } from '../support/links.ts'
import { panel, rows, untilListed } from '../support/list.ts'
import { chargedBack, merchantCalled, newReference } from '../support/payments.ts'
import { newSubscription } from '../support/subscriptions.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

interface Form {
  /** The address of the list. `name` and `verb` are the texts of the button and the dialog. */
  at: string
  name: string
  verb?: string
  resource: string
  fill: (dialog: Locator, reference: string, page: Page, chosen?: string) => Promise<void>
  /** Creates a record to choose in the form, and returns its name. */
  prepare?: (api: APIRequestContext) => Promise<string>
  /** The query that counts the created rows. */
  count: (reference: string, chosen?: string) => string
}

const choose = async (dialog: Locator, field: string, text: string, page: Page) => {
  await dialog.getByRole('combobox', { name: field }).fill(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click()
}
const chooseFirst = async (dialog: Locator, field: string, page: Page) => {
  await dialog.getByRole('combobox', { name: field }).click()
  await page.getByRole('option').filter({ visible: true }).first().click()
}
const type = (dialog: Locator, field: string | RegExp, text: string) =>
  dialog.getByRole('textbox', { name: field }).fill(text)
const byReference = (reference: string) => `merchant_reference=${reference}`
const byName = (reference: string) => `_search_by=name&_search=${reference}`

const forms: readonly Form[] = [
  {
    at: '/payment-links',
    name: 'Betaallink maken',
    resource: 'paymentlink',
    fill: async (dialog, reference, page) => {
      await choose(dialog, 'Betaalprofiel', 'Bloom Nederland', page)
      await type(dialog, 'Bedrag', '12,50')
      await type(dialog, 'Referentie', reference)
    },
    count: byReference,
  },
  {
    at: '/card-add-links',
    name: 'Kaartlink maken',
    resource: 'cardaddlink',
    prepare: async (api) => (await newCustomer(api)).name,
    fill: async (dialog, reference, page, customer = '') => {
      await choose(dialog, 'Betaalprofiel', 'Bloom Nederland', page)
      await choose(dialog, 'Klant', customer, page)
      await type(dialog, 'Referentie', reference)
    },
    count: byReference,
  },
  {
    at: '/customers',
    name: 'Klant toevoegen',
    resource: 'customer',
    fill: async (dialog, reference) => {
      await type(dialog, 'E-mailadres', `${reference}@example.com`)
      await type(dialog, 'Achternaam', reference)
    },
    count: byName,
  },
  {
    at: '/transactions/scheduled',
    name: 'Betaling plannen',
    verb: 'Plannen',
    resource: 'scheduledtransaction',
    prepare: async (api) => (await newCard(api)).customer.name,
    fill: async (dialog, reference, page, customer = '') => {
      await choose(dialog, 'Klant', customer, page)
      await chooseFirst(dialog, 'Kaart', page)
      await choose(dialog, 'Betaalprofiel', 'Bloom Nederland', page)
      await type(dialog, 'Bedrag', '19,95')
      await type(dialog, 'Referentie', reference)
      await dialog.getByRole('button', { name: 'Gepland op' }).click()
      await page.locator('[data-direction=next]').first().click()
      await page.getByRole('button', { name: /^15 / }).first().click()
      await page.getByRole('button', { name: 'Toepassen' }).click()
    },
    count: byReference,
  },
  {
    at: '/subscriptions/plans',
    name: 'Abonnementsplan toevoegen',
    resource: 'plan',
    fill: async (dialog, reference, page) => {
      await type(dialog, /^Naam/, reference)
      await choose(dialog, 'Betaalprofiel', 'Bloom Nederland', page)
      await type(dialog, /^Bedrag/, '12,50')
    },
    count: byName,
  },
  {
    at: '/subscriptions',
    name: 'Abonnement toevoegen',
    resource: 'subscription',
    prepare: async (api) => (await newCustomer(api)).name,
    fill: async (dialog, _, page, customer = '') => {
      await choose(dialog, 'Klant', customer, page)
      await choose(dialog, 'Abonnementsplan', 'Boeket', page)
    },
    count: (_, customer) => `_search_by=customer_name&_search=${customer}`,
  },
  {
    at: '/subscriptions/discounts',
    name: 'Korting toevoegen',
    resource: 'subscriptiondiscount',
    fill: async (dialog, reference) => {
      await type(dialog, /^Naam/, reference)
      await type(dialog, /^Korting/, '150')
    },
    count: byName,
  },
]

const open = async (page: Page, { at, name }: Form): Promise<Locator> => {
  await page.goto(at)
  await untilListed(page)
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}
const send = (dialog: Locator, { name, verb = name }: Form): Locator =>
  dialog.getByRole('button', { name: verb, exact: true })
const again = (dialog: Locator) => dialog.getByRole('button', { name: 'Opnieuw proberen' })

/** The number of rows that the server has. */
const made = async (
  api: APIRequestContext,
  { resource, count }: Form,
  reference: string,
  chosen?: string,
): Promise<number> => {
  const query = `merchant=${await merchantCalled(api, 'Bloom')}&created_at>=2020-01-01&${count(reference, chosen)}`
  return (await (await api.get(`/v1/${resource}/count?${query}`)).json()).count
}

/** The server executes the request, and its answer never arrives. */
const loseAnswers = (page: Page, call: string) =>
  page.route(call, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })

/** Slows the network down to a phone at the edge of its reception. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  const slow3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await network.send('Network.emulateNetworkConditions', slow3G)
}

// All forms share their code; only the heavy suite tries every one.
const isHeavy = process.env.KONTOR_HEAVY === '1'
const always = {
  lost: ['paymentlink', 'scheduledtransaction'],
  reloaded: ['subscription'],
  done: ['disputing a chargeback', 'taking a scheduled payment now', 'cancelling a subscription'],
}

test.describe('what is made by a form', () => {
  test.use({ who: 'owner' })

  for (const form of forms) {
    const call = `**/v1/${form.resource}`

    if (isHeavy || always.lost.includes(form.resource))
      test(`${form.resource}: on a slow network a second press does nothing; a lost answer is asked for again`, async ({
        page,
        api,
      }) => {
        const reference = newReference()
        const chosen = await form.prepare?.(api)
        const dialog = await open(page, form)
        await form.fill(dialog, reference, page, chosen)
        await loseAnswers(page, call)
        const sent: string[] = []
        page.on('request', (each) => each.method() === 'POST' && sent.push(each.headers()['idempotency-key'] ?? ''))
        await send(dialog, form).click()
        await expect(dialog.getByRole('alert')).toContainText('Er kwam geen antwoord')
        expect(await made(api, form, reference, chosen)).toBe(1)
        await page.unroute(call)

        await slowDown(page)
        await again(dialog).click()
        await expect(dialog.locator('button[type=submit]')).toHaveAttribute('data-loading', 'true')
        await page.keyboard.press('Enter')
        await dialog.locator('button[type=submit]').click({ force: true })
        await expect(dialog).toBeHidden()
        expect(sent).toEqual([sent[0], sent[0]])
        expect(await made(api, form, reference, chosen)).toBe(1)
        expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual(
          [],
        )
      })

    if (isHeavy || always.reloaded.includes(form.resource))
      test(`${form.resource}: a page that is reloaded while it is sent goes on with the same order`, async ({
        page,
        api,
      }) => {
        const reference = newReference()
        const chosen = await form.prepare?.(api)
        const dialog = await open(page, form)
        await form.fill(dialog, reference, page, chosen)
        // The request arrives, and gets no answer.
        await page.route(call, async (route) => void (await route.fetch()), { times: 1 })
        await send(dialog, form).click()
        await expect.poll(() => made(api, form, reference, chosen)).toBe(1)
        page.on('dialog', (question) => question.accept())
        await page.reload()
        await expect(dialog.getByRole('alert')).toContainText('Er kwam geen antwoord')
        await again(dialog).click()
        await expect(dialog).toBeHidden()
        expect(await made(api, form, reference, chosen)).toBe(1)
        await page.reload()
        await untilListed(page)
        await expect(dialog).toBeHidden()
      })
  }
})

interface Action {
  name: string
  /** The address of the panel, and a function that counts how often the action was done. */
  begin: (api: APIRequestContext) => Promise<{ address: string; times: () => Promise<number> }>
  button: string
  /** The verb of the dialog, when it differs from the button's. */
  verb?: string | RegExp
  fill?: (dialog: Locator) => Promise<unknown>
  call: string
}

const read = async <T>(api: APIRequestContext, path: string): Promise<T> => (await api.get(path)).json()
const eventsOf = async (api: APIRequestContext, path: string, kind: string): Promise<number> =>
  (await read<{ kind: string }[]>(api, path)).filter((event) => event.kind === kind).length

const onLink =
  (resource: 'paymentlink' | 'cardaddlink', list: string, kind: string): Action['begin'] =>
  async (api) => {
    const { id } = await (resource === 'paymentlink' ? makeLink(api, { amount: 900 }) : makeCardLink(api))
    return { address: `/${list}/${id}`, times: () => eventsOf(api, `/v1/${resource}/${id}/activity`, kind) }
  }

/** Counts the calls to the processor. Evidence files are sent before the answer itself. */
const onChargeback =
  (operation: string): Action['begin'] =>
  async (api) => {
    const { id, transaction } = await chargedBack(api)
    const calls = () =>
      read<{ call: { operation: string; url: string } | null }[]>(api, `/v1/transaction/${transaction}/events`)
    return {
      address: `/chargebacks/${id}`,
      times: async () =>
        (await calls()).filter(({ call }) => call?.operation === operation && !call.url.includes('evidence')).length,
    }
  }

const onScheduled =
  (timesOf: (api: APIRequestContext, path: string) => Promise<number>): Action['begin'] =>
  async (api) => {
    const { id: card, customer, payment_profile } = await newCard(api)
    const data = {
      ...{ payment_profile, customer: customer.id, card, amount: 900 },
      due_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      merchant_reference: newReference(),
    }
    const { id } = await (await api.post(`/v1/scheduledtransaction?merchant=${customer.merchant}`, { data })).json()
    return { address: `/transactions/scheduled/${id}`, times: () => timesOf(api, `/v1/scheduledtransaction/${id}`) }
  }

const receipt = { name: 'pakbon.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }

const actions: readonly Action[] = [
  {
    name: 'expiring a payment link',
    begin: onLink('paymentlink', 'payment-links', 'expired'),
    button: 'Laten verlopen',
    verb: 'Nu laten verlopen',
    call: '**/v1/paymentlink/*/expire',
  },
  {
    name: 'mailing a payment link',
    begin: onLink('paymentlink', 'payment-links', 'mailed'),
    button: 'Mailen',
    verb: 'Mail versturen',
    fill: (dialog) => type(dialog, 'E-mailadres', 'payer@example.com'),
    call: '**/v1/paymentlink/*/mail',
  },
  {
    name: 'cancelling a card-add link',
    begin: onLink('cardaddlink', 'card-add-links', 'cancelled'),
    button: 'Link intrekken',
    call: '**/v1/cardaddlink/*/cancel',
  },
  {
    name: 'accepting a chargeback',
    begin: onChargeback('accept'),
    button: 'Accepteren',
    verb: 'Terugboeking accepteren',
    call: '**/v1/chargeback/*/accept',
  },
  {
    name: 'disputing a chargeback',
    begin: onChargeback('dispute'),
    button: 'Betwisten',
    verb: 'Bewijs versturen',
    fill: async (dialog) => {
      await dialog.locator('input[type=file]').setInputFiles(receipt)
      await expect(dialog.getByRole('link', { name: 'pakbon.pdf' })).toBeVisible()
      await dialog.getByLabel('Toelichting').fill('Getekend voor ontvangst')
    },
    call: '**/v1/chargeback/*/dispute',
  },
  {
    name: 'taking a scheduled payment now',
    begin: onScheduled(async (api, path) => (await read<unknown[]>(api, `${path}/attempts`)).length),
    button: 'Nu uitvoeren',
    verb: /incasseren$/,
    call: '**/v1/scheduledtransaction/*/run',
  },
  {
    name: 'cancelling a scheduled payment',
    begin: onScheduled(async (api, path) => ((await read<{ cancelled_at: string }>(api, path)).cancelled_at ? 1 : 0)),
    button: 'Annuleren',
    verb: 'Geplande betaling annuleren',
    call: '**/v1/scheduledtransaction/*/cancel',
  },
  {
    name: 'cancelling a subscription',
    begin: async (api) => {
      const path = `/v1/subscription/${(await newSubscription(api)).id}`
      const times = async () => ((await read<{ status: string }>(api, path)).status === 'CANCELLED' ? 1 : 0)
      return { address: path.replace('/v1/subscription', '/subscriptions'), times }
    },
    button: 'Opzeggen',
    call: '**/v1/subscription/*/cancel',
  },
  {
    name: 'erasing a customer',
    begin: async (api) => {
      const { id } = await newCustomer(api)
      return { address: `/customers/${id}`, times: () => eventsOf(api, `/v1/customer/${id}/events`, 'erased') }
    },
    button: 'Gegevens wissen',
    verb: 'Definitief wissen',
    call: '**/v1/customer/*/erase',
  },
]

test.describe('what cannot be undone', () => {
  test.use({ who: 'owner' })
  // A chargeback takes a while to arrive.
  test.slow()

  const tried = actions.filter(({ name }) => isHeavy || always.done.includes(name))
  for (const { name, begin, button, verb = button, fill, call } of tried)
    test(`${name}: happens once when its answer is lost and it is sent again`, async ({ page, api }) => {
      const { address, times } = await begin(api)
      await page.goto(address)
      const opener = panel(page).getByRole('button', { name: button, exact: true })
      await expect(opener).toBeVisible()
      await opener.click()
      const dialog = page.getByRole('dialog')
      await fill?.(dialog)
      await loseAnswers(page, call)
      await dialog.getByRole('button', { name: verb, exact: true }).click()
      await expect(dialog.getByRole('alert')).toContainText('Er kwam geen antwoord')
      await expect.poll(times).toBe(1)
      await page.unroute(call)
      await slowDown(page)
      await again(dialog).click()
      await expect(dialog.locator('button[type=submit]')).toHaveAttribute('data-loading', 'true')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await times()).toBe(1)
    })

  test('expiring several links: those without an answer are sent again, and each expires once', async ({
    page,
    api,
  }) => {
    const reference = newReference()
    const links = []
    for (const end of ['a', 'b', 'c'])
      links.push(await makeLink(api, { amount: 700, merchant_reference: `${reference}-${end}` }))
    await page.goto(`/payment-links?_search=${reference}&_sort=merchant_reference`)
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Alle rijen van deze pagina kiezen' }).check()
    await page.getByRole('region', { name: 'Acties op de selectie' }).getByRole('button').first().click()
    const call = `**/v1/paymentlink/${links[1]?.id}/expire`
    await loseAnswers(page, call)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Toepassen op 3 rijen' }).click()
    await expect(dialog.getByRole('status')).toContainText('2 van 3 gereed, 1 niet gelukt')
    expect(await linkNow(api, links[1] ?? { id: '', url: '', merchant_reference: '' })).toMatchObject({
      status: 'EXPIRED',
    })
    await page.unroute(call)
    await dialog.getByRole('button', { name: /opnieuw/i }).click()
    await expect(dialog.getByRole('status')).toContainText('3 van 3 gereed')
    for (const { id } of links) expect(await eventsOf(api, `/v1/paymentlink/${id}/activity`, 'expired')).toBe(1)
  })
})

test.describe('who goes elsewhere while it is sent', () => {
  test.use({ who: 'owner' })
  const form = forms[0] as Form
  const call = '**/v1/paymentlink'

  const leave = async (page: Page, dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Sluiten' }).last().click()
    await page.getByRole('link', { name: 'Terugbetalingen' }).first().click()
    await expect(title(page)).toHaveText('Terugbetalingen')
  }

  test('is told of the answer there, and stays there', async ({ page, api }) => {
    const reference = newReference()
    const dialog = await open(page, form)
    await form.fill(dialog, reference, page)
    let answer = () => {}
    const isTime = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(call, async (route) => {
      const response = await route.fetch()
      await isTime
      await route.fulfill({ response })
    })
    await send(dialog, form).click()
    await leave(page, dialog)
    answer()
    await expect(page.getByText('De betaallink is gemaakt')).toBeVisible()
    await expect(page).toHaveURL(/\/refunds/)
    await page.goto('/payment-links')
    await untilListed(page)
    await expect(dialog).toBeHidden()
    expect(await made(api, form, reference)).toBe(1)
  })

  test('finds the form as it was when nothing arrived, and sends it once', async ({ page, api }) => {
    const reference = newReference()
    const dialog = await open(page, form)
    await form.fill(dialog, reference, page)
    let cut = () => {}
    const isTime = new Promise<void>((resolve) => {
      cut = resolve
    })
    await page.route(call, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await isTime
      await route.abort('connectionreset')
    })
    await send(dialog, form).click()
    await leave(page, dialog)
    cut()
    await expect(page.getByRole('alert')).toContainText('De opdracht is niet bevestigd')
    await page.unroute(call)
    await page.getByRole('link', { name: 'Betaallinks' }).first().click()
    await expect(dialog.getByRole('textbox', { name: 'Referentie' })).toHaveValue(reference)
    expect(await made(api, form, reference)).toBe(0)
    await again(dialog).click()
    await expect(dialog).toBeHidden()
    expect(await made(api, form, reference)).toBe(1)
  })
})

test('a payment page that is reloaded before its payment arrives shows it when somebody pays again', async ({
  page,
  api,
}) => {
  const link = await makeLink(api, { amount: 1_800, reusable: true })
  await page.goto(link.url)
  await typeCard(page, numbers.good)
  let order: unknown
  // The request is under way for longer than the payer waits.
  const keep = (route: Route) => {
    order = route.request().postDataJSON()
  }
  await page.route('**/v1/pay/*/payments', keep, { times: 1 })
  await pressPay(page)
  await expect.poll(() => order).toBeTruthy()
  await page.reload()
  await typeCard(page, numbers.good)
  const late = await api.post(`/v1/pay/${link.url.split('/').at(-1)}/payments`, { data: order })
  expect(late.ok(), await late.text()).toBe(true)
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Betaald' })).toBeVisible()
  expect(await paymentsOf(api, link)).toHaveLength(1)
})
