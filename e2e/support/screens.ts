import { type APIRequestContext, expect } from '@playwright/test'
import { groupsOf, merchantNavigation, pspNavigation } from '../../web/src/app/screens.ts'
import type { ShownScreen } from '../../web/src/platform/screen/screen.ts'
import { newContradiction } from './contradictions.ts'
import { newMerchant } from './making/new-merchant.ts'
import { newProcessorSettlement } from './making/new-processor-settlement.ts'
import { body, chargedBack, merchantCalled, newReference, pay, shopCalled } from './payments.ts'
import { type Person, people } from './people.ts'
import { newStuckOperation } from './stuck-operations.ts'

export interface Screen {
  name: string
  who: Person
  address: string
  /** The name, in Dutch and in English, of the button that opens it. */
  opens?: RegExp
  /** True when only its data differs from another screen's. */
  isVariant?: true
  /** True when nothing is at its address, which is what it shows. */
  isMissing?: true
}

const ofNothing = {
  nl: 'Deze pagina bestaat niet|Dit bestaat niet, of je hebt|Hier heb je geen toegang|Dit kon niet worden geladen|Er ging iets mis op',
  'en-US':
    'This page does not exist|It does not exist, or you|You have no access to this|This could not be loaded|Something went wrong on',
}
/** Texts in the place of what is not there, is refused or cannot be read: axe finds as little to say of them as of a screen. */
export const missing = new RegExp(Object.values(ofNothing).join('|'))

/** Every screen, tab, dialog and popover: empty, with little data, and with too much. */
export async function everyScreen(api: APIRequestContext): Promise<Screen[]> {
  apart ??= screensTestedApart(api)
  return [...(await screensOfSuite(api)), ...(await apart)]
}

/** Screens that no test of their own looks at with axe, and whose data costs little. */
export function screensOfSuite(api: APIRequestContext): Promise<Screen[]> {
  known ??= makeScreens(api)
  return known
}

/** Kept, because one worker runs many of the tests that use the screens. */
let known: Promise<Screen[]> | undefined
let apart: Promise<Screen[]> | undefined

async function makeScreens(api: APIRequestContext): Promise<Screen[]> {
  const written = await writtenScreens(api)
  const bloom = `/psp/merchants/${await merchantCalled(api, 'Bloom')}:`
  return [...written, ...asTheyOpen(bloom).filter((screen) => !written.some((each) => isTheSame(each, screen)))]
}

/**
 * Screens that are not written below, as they look when they open. A screen that shares its page with an earlier one is
 * a variant.
 */
function asTheyOpen(merchantView: string): Screen[] {
  const pages = new Map<unknown, ShownScreen>()
  return groupsOf([...merchantNavigation, ...pspNavigation])
    .flatMap(({ items }) => items)
    .flatMap((screen) => {
      if (screen.kind !== 'list' && screen.kind !== 'page') return []
      const isVariant = pages.has(screen.page)
      pages.set(screen.page, screen)
      const isInView = screen.pspOnly && !screen.route.startsWith('/psp/')
      return [
        {
          name: screen.label.replaceAll('_', '-'),
          who: screen.pspOnly ? 'provider' : 'owner',
          address: isInView ? merchantView + screen.route : screen.route,
          ...(isVariant ? { isVariant } : {}),
        },
      ]
    })
}

const isTheSame = (written: Screen, { name, address }: Screen): boolean =>
  written.name === name || (written.address === address && !written.opens)

async function writtenScreens(api: APIRequestContext): Promise<Screen[]> {
  const inView = async (merchant: string) => `/psp/merchants/${await merchantCalled(api, merchant)}:`
  const [bloom, zusters, harbour] = await Promise.all([inView('Bloom'), inView('De Zeven Zusters'), inView('Harbour')])
  const empty = await shopCalled(api, 'CDNOW')
  const settled = await pay(api, { shop: 'Bloom Nederland', amount: 7550 })
  const held = await pay(api, { shop: 'Bloom Nederland', amount: 12_900, capture: false })
  const refund = await api.post(`/v1/transaction/${settled.id}/refund`, {
    data: { amount: 2500, reason: 'Two of the six roses had wilted before they were delivered' },
    headers: { 'idempotency-key': newReference() },
  })
  const { id: refunded } = await refund.json()
  const told = { url: 'https://shop.example/hook', type: 'transaction', item_id: settled.id, status: 'DECLINED' }
  const webhook = await (await api.post('/v1/webhook', { data: told })).json()
  const against = await newContradiction(api)
  // Its item is written a moment after its answer.
  const [call] = await rows(api, `psp/audittrail?transaction=${settled.id}&type=request&_sort=created_at`)
  // The oldest rows belong to the demo. Other tests create, change and delete newer ones.
  const [tagged] = await rows(api, 'transaction?tagged=true&_limit=200', (row) => row.tags.length === 12)
  const links = `merchant=${await merchantCalled(api, 'Bloom')}&_sort=created_at&_limit=1`
  const [link] = await rows(api, `paymentlink?${links}&active=true`)
  const [card] = await rows(api, `cardaddlink?${links}&status=DONE`)
  const [plan] = await rows(api, 'plan?_sort=created_at&_limit=1')
  const [discount] = await rows(api, 'subscriptiondiscount?_sort=created_at&_limit=1')
  const [created] = await rows(api, 'subscription?status=CREATED&_sort=created_at&_limit=1')
  const [pastDue] = await rows(api, 'subscription?status=PAST_DUE&_sort=created_at&_limit=1')
  const [design] = await rows(api, `checkout?${links}`)
  const [tag] = await rows(api, `tag?${links}`)
  const [ruleset] = await rows(api, `validationruleset?action=block&${links}`)
  const [colleague] = await rows(api, `user?_search_by=email&_search=${people.cashier.email}`)
  const [employee] = await rows(api, `psp/user?_search_by=email&_search=${people.support.email}`)
  const [largest] = await rows(api, 'transaction?_sort=-amount&_limit=1')
  const ofBloom = `merchant=${await merchantCalled(api, 'Bloom')}&_sort=created_at&_limit=200`
  const [customer] = await rows(api, `customer?${ofBloom}&status=VERIFIED`)
  const [terminal] = await rows(api, `terminal?${ofBloom}&status=ACTIVE`)
  const charged = await rows(api, `chargeback?${ofBloom}`)
  // Creating one takes until the processor reports it.
  const open = charged.find(({ status }) => status === 'OPEN') ?? (await chargedBack(api))
  const [disputed] = charged.filter(({ evidence_count }) => evidence_count > 0)
  const program = { name: 'Web shop', organisation: await merchantCalled(api, 'Bloom'), expires_in_days: 365 }
  const key = await (await api.post('/v1/apikey', { data: { ...program, roles: ['TRANSACTION_ALL'] } })).json()
  const scheduled = await rows(api, `scheduledtransaction?${ofBloom}`)
  const [planned] = scheduled.filter(({ status }) => status === 'CREATED')
  const [taken] = scheduled.filter(({ status }) => status === 'DONE')
  const shop = `/paymentprofiles/${(await shopCalled(api, 'Bloom Nederland')).id}`
  const stuck = `/psp/stuck-operations/${(await newStuckOperation(api)).id}`
  const paid = `${bloom}/transactions/${settled.id}`
  const scheme = `/psp/pricing/revenue/${await schemeCalled(api, 'revenue', 'Standaard')}`
  const startPackage = `/psp/finance/packages/${await packageCalled(api, 'Start')}`
  const submitted = `/psp/pricing/revenue/${await schemeCalled(api, 'revenue', 'Grootgebruik')}`
  return [
    provider('merchants', '/psp/merchants'),
    owner('report-add', '/reports/transactions/new'),
    owner('schedule-add', '/reports/schedules/new'),
    owner('report-not-there', '/reports/transactions/01900000-0000-7000-8000-000000000000/download'),
    provider('merchants-all', '/psp/merchants?_all=true', { isVariant: true }),
    provider('merchants-deactivate', `/psp/merchants/details/${await merchantCalled(api, 'Velo Parisien')}`, {
      opens: /Velo Parisien.*acti/,
    }),
    provider('merchant-security', '/psp/merchants?_search_by=name&_search=Velo', {
      opens: /^(Aanmeldbeveiliging van|Sign-in security of) Velo/,
    }),
    provider('merchant-add', '/psp/merchants', { opens: /^(Winkelier toevoegen|Add merchant)$/ }),
    provider('merchant-panel', `/psp/merchants/details/${await merchantCalled(api, 'Bloom')}`),
    provider('merchant-users', `/psp/merchants/details/${await merchantCalled(api, 'Bloom')}?tab=users`, {
      isVariant: true,
    }),
    provider('merchant-shops', `/psp/merchants/details/${await merchantCalled(api, 'Bloom')}?tab=shops`),
    owner('organisation-panel', `/organisations/${await merchantCalled(api, 'Bloom')}`),
    provider('welcome-mail-add', '/psp/welcome-mails', { opens: /^(Welkomstmail maken|Create welcome mail)$/ }),
    provider('scheme-panel', scheme),
    provider('scheme-editor', scheme, { opens: /^(Regels schrijven|Write lines)$/ }),
    provider('scheme-submit', scheme, { opens: /^(Ter goedkeuring|Submit for approval)$/ }),
    provider('scheme-assign', scheme, { opens: /^(Toewijzen|Assign)$/ }),
    provider('scheme-edit', scheme, edit),
    provider('scheme-merchants', `${scheme}?tab=merchants`),
    provider('scheme-rehearsal', `${submitted}?tab=rehearsal`),
    provider('scheme-rehearse', `${scheme}?tab=rehearsal`, { opens: /^(Doorrekenen|Rehearse)$/ }),
    provider('package-panel', startPackage),
    provider('package-merchants', `${startPackage}?tab=merchants`),
    provider('package-edit', startPackage, edit),
    provider('package-schemes', startPackage, { opens: /^(Tarieven wijzigen|Change schemes)$/ }),
    provider('scheme-activate', submitted, { opens: /^(Goedkeuren en activeren|Approve and activate)$/ }),
    provider('reserve-scheme-panel', `/psp/pricing/reserve/${await schemeCalled(api, 'reserve', '5 %, 90 dagen')}`),
    provider('transaction-money', `${paid}?tab=money`),
    owner('organisation-edit', `/organisations/${await merchantCalled(api, 'Bloom')}`, edit),
    owner('payment-profile-panel', shop),
    owner('payment-profile-processors', `${shop}?tab=processors`),
    owner('payment-profile-webhooks', `${shop}?tab=webhooks`),
    owner('payment-profile-add', '/paymentprofiles', { opens: /^(Betaalprofiel toevoegen|Add payment profile)$/ }),
    owner('payment-profile-edit', shop, edit),
    owner('payment-profile-clone', shop, { opens: /^(Dupliceren|Clone)$/ }),
    owner('payment-profile-held', shop, { opens: /^(Verwijderen|Delete)$/ }),
    owner('payment-profile-order', `${shop}?tab=processors`, {
      opens: /^(Volgorde wijzigen of weghalen|Reorder or remove)$/,
    }),
    provider('contradiction-panel', `/psp/contradictions/${against.id}`),
    provider('contradiction-take-over', `/psp/contradictions/${against.id}`, { opens: /^(Overnemen|Accept status)$/ }),
    provider('contradiction-pay-back', `/psp/contradictions/${against.id}`, { opens: /^(Terugbetalen|Return money)$/ }),
    provider('contradiction-close', `/psp/contradictions/${against.id}`, {
      opens: /^(Sluiten met notitie|Close with a note)$/,
    }),
    provider('contradicted-payment', `/psp/transactions/${against.payment.id}`),
    provider('psp-transactions', '/psp/transactions?created_at>=2000-01-01', { isVariant: true }),
    provider('psp-transactions-window', '/psp/transactions'),
    provider('view-empty', `${await inView('Northgate Records')}/transactions?payment_profile=${empty.id}`),
    provider('view-little', `${await inView('Sint Maarten Surf')}/transactions`, { isVariant: true }),
    provider('view-long-names', `${zusters}/transactions`, { isVariant: true }),
    provider('view-large-amount', `${harbour}/transactions?_sort=-amount`, { isVariant: true }),
    provider('large-amount-panel', `${harbour}/transactions/${largest?.id}`, { isVariant: true }),
    provider('view-organisations', `${harbour}/transactions`, { opens: /^Organi[sz]at/ }),
    provider('failed-row', `${bloom}/transactions/00000000-0000-7000-8000-000000000000`, { isMissing: true }),
    owner('transactions-filtered', filtered),
    owner('transactions-filtered-empty', `${filtered}&merchant_reference=nowhere`),
    owner('transactions-tagged', '/transactionsTagged'),
    owner('refunds', '/refunds?created_at>=2000-01-01'),
    owner('refund-panel', `/refunds/${refunded}`),
    owner('refund-panel-transaction', `/refunds/${refunded}?tab=transaction`),
    owner('chargebacks', '/chargebacks?created_at>=2000-01-01'),
    owner('chargebacks-open', '/chargebacks?status=OPEN&_sort=respond_by', { isVariant: true }),
    owner('chargeback-panel', `/chargebacks/${open.id}`),
    owner('chargeback-evidence', `/chargebacks/${disputed?.id}?tab=evidence`),
    owner('chargeback-no-evidence', `/chargebacks/${open.id}?tab=evidence`),
    owner('chargeback-accept', `/chargebacks/${open.id}`, { opens: /^(Accepteren|Accept)$/ }),
    owner('chargeback-dispute', `/chargebacks/${open.id}`, { opens: /^(Betwisten|Dispute)$/ }),
    owner('refund-under-chargeback', `/transactions/${open.transaction}`, { opens: /^(Terugbetalen|Refund)$/ }),
    owner('scheduled-add', '/transactions/scheduled', { opens: /^(Betaling plannen|Schedule a payment)$/ }),
    owner('scheduled-panel', `/transactions/scheduled/${planned?.id}`),
    owner('scheduled-edit', `/transactions/scheduled/${planned?.id}`, edit),
    owner('scheduled-run', `/transactions/scheduled/${planned?.id}`, { opens: /^(Nu uitvoeren|Run now)$/ }),
    owner('scheduled-attempts', `/transactions/scheduled/${taken?.id}?tab=attempts`),
    owner('add-refund', '/refunds', { opens: /^(Terugbetaling toevoegen|Add refund)$/ }),
    owner('webhook-panel', `/webhooks/${webhook?.id}`),
    owner('webhook-payload', `/webhooks/${webhook?.id}?tab=payload`, { isVariant: true }),
    owner('webhook-attempts', `/webhooks/${webhook?.id}?tab=attempts`, { isVariant: true }),
    owner('webhook-form', '/webhook-testing', { opens: /^(Webhook versturen|Send a webhook)$/ }),
    provider('psp-webhooks', '/psp/webhooks'),
    provider('call-request', `/psp/audit-trail/${call?.id}`),
    provider('call-response', `/psp/audit-trail/${call?.id}?tab=response`, { isVariant: true }),
    provider('call-transaction', `/psp/audit-trail/${call?.id}?tab=transaction`, { isVariant: true }),
    provider('call-failures', '/psp/audit-trail', { opens: /^(Fouten, laatste 24 uur|Errors, last 24 hours)$/ }),
    provider('stuck-operation-panel', stuck),
    provider('stuck-operation-resolve', stuck, { opens: /^(Uitkomst opgeven|Enter the outcome)$/ }),
    owner('payment-links', '/payment-links?status[]=CREATED&status[]=INITIATED&status[]=DONE&status[]=EXPIRED'),
    owner('payment-link-panel', `/payment-links/${link?.id}`),
    owner('payment-link-activity', `/payment-links/${link?.id}?tab=activity`),
    owner('payment-link-form', '/payment-links', { opens: /^(Betaallink maken|Create payment link)$/ }),
    owner('payment-link-qr', `/payment-links/${link?.id}`, { opens: /^QR/ }),
    owner('card-add-links', '/card-add-links?created_at>=2000-01-01'),
    owner('card-add-link-panel', `/card-add-links/${card?.id}`),
    owner('card-add-link-form', '/card-add-links', { opens: /^(Kaartlink maken|Create card-add link)$/ }),
    owner('add-plan', '/subscriptions/plans', { opens: /^(Abonnementsplan toevoegen|Add plan)$/ }),
    owner('plan-panel', `/subscriptions/plans/${plan?.id}`),
    owner('add-discount', '/subscriptions/discounts', { opens: /^(Korting toevoegen|Add discount)$/ }),
    owner('discount-panel', `/subscriptions/discounts/${discount?.id}`),
    owner('add-subscription', '/subscriptions', { opens: /^(Abonnement toevoegen|Add subscription)$/ }),
    owner('subscription-panel', `/subscriptions/${created?.id}`),
    owner('subscription-plan', `/subscriptions/${created?.id}?tab=plan`),
    owner('subscription-transactions', `/subscriptions/${pastDue?.id}?tab=transactions`),
    owner('subscription-discounts', `/subscriptions/${created?.id}?tab=discounts`),
    owner('cancel-subscription', `/subscriptions/${created?.id}`, { opens: /^(Opzeggen|Cancel subscription)$/ }),
    owner('panel-tags', `/transactionsTagged/${tagged?.id}`),
    provider('panel-details', paid),
    provider('panel-events', `${paid}?tab=events`),
    provider('panel-customer', `${bloom}/transactions/${await withCustomer(api)}?tab=customer`),
    provider('panel-refunds', `${paid}?tab=refunds`),
    owner('refund-dialog', `/transactions/${settled.id}`, { opens: /^(Terugbetalen|Refund)$/ }),
    owner('capture-dialog', `/transactions/${held.id}`, { opens: /^(Incasseren|Capture)$/ }),
    owner('void-dialog', `/transactions/${held.id}`, { opens: /^(Vrijgeven|Void)$/ }),
    owner('columns', '/transactions', { opens: /^(Kolommen|Columns)$/ }),
    owner('export', '/transactions', { opens: /^(Exporteren|Export)$/ }),
    owner('add-filter', '/transactions', { opens: /^(Filter toevoegen|Add a filter)$/ }),
    owner('filter-status', '/transactions?status=DECLINED', { opens: /^Status/ }),
    owner('filter-date', '/transactions?created_at>=2026-01-01', { opens: /^(Datum|Date)/ }),
    owner('filter-amount', '/transactions?amount>=1000&currency_code=EUR', { opens: /^(Bedrag|Amount)/ }),
    owner('dashboard-nothing', '/dashboards/transactions?period=day&created_at>=2019-01-01&created_at<=2019-01-31'),
    owner('dashboard-export', '/dashboards/transactions', {
      opens: /(Uitkomst van transacties exporteren|Export Outcome)/,
    }),
    owner('dashboard-range', '/dashboards/transactions', { opens: /^(Periode|Period)/ }),
    provider('dashboard-large-amount', `${harbour}/dashboards/transactions?created_at>=2026-01-01`, {
      isVariant: true,
    }),
    owner('segments', '/customers/rfm'),
    owner('processor-compare', `/insights/dashboards/processor-compare?ids=${await twoProcessors(api, 'Bloom')}`),
    owner('user-menu', '/transactions', { opens: /Lotte Bloem/ }),
    owner('search', '/transactions', { opens: /^(Zoeken|Search)/ }),
    by('cashier')('cashier', '/transactions', { isVariant: true }),
    by('support')('support-panel', paid, { isVariant: true }),
    owner('profile', '/profile'),
    owner('logout', '/logout'),
    owner('customer-panel', `/customers/${customer?.id}`),
    owner('customer-transactions', `/customers/${customer?.id}?tab=transactions`),
    owner('customer-events', `/customers/${customer?.id}?tab=events`, { isVariant: true }),
    owner('customer-create', '/customers', { opens: /^(Klant toevoegen|Add customer)$/ }),
    owner('customer-edit', `/customers/${customer?.id}`, edit),
    owner('customer-erase', `/customers/${customer?.id}`, { opens: /^(Gegevens wissen|Erase data)$/ }),
    owner('terminal-panel', `/terminals/${terminal?.id}`),
    provider('terminal-create', `${bloom}/terminals`, { opens: /^(Terminal toevoegen|Add terminal)$/ }),
    owner('ruleset-panel', `/riskrules/${ruleset?.id}`),
    owner('ruleset-create', '/tagrules', { opens: /^(Regelset toevoegen|Add ruleset)$/ }),
    owner('tag-panel', `/tags/${tag?.id}`),
    owner('tag-create', '/tags', { opens: /^(Label maken|Create tag)$/ }),
    owner('tag-merge', `/tags/${tag?.id}`, { opens: /^(Samenvoegen met…|Merge into…)$/ }),
    owner('checkout-design-panel', `/checkout-designs/view/${design?.id}`),
    owner('checkout-design-new', '/checkout-designs/new'),
    owner('checkout-design-edit', `/checkout-designs/${design?.id}`, { isVariant: true }),
    provider('api-key-panel', `/psp/api-keys/${key.id}`),
    provider('api-key-edit', `/psp/api-keys/${key.id}`, edit),
    owner('api-key-create', '/apiSettings', { opens: /^(Sleutel maken|Create key)$/ }),
    by('cashier')('api-settings-read-only', '/apiSettings', { isVariant: true }),
    owner('user-panel', `/users/${colleague?.id}`),
    owner('user-edit', `/users/${colleague?.id}`, edit),
    owner('user-invite', '/users', { opens: /^(Gebruikers uitnodigen|Invite users)$/ }),
    provider('provider-user-panel', `/psp/users/${employee?.id}`),
    owner('not-found', '/nowhere', { isMissing: true }),
  ]
}

const by =
  (who: Person) =>
  (name: string, address: string, more: Partial<Screen> = {}): Screen => ({
    name,
    who,
    address,
    ...more,
  })
const provider = by('provider')
const owner = by('owner')
const edit = { opens: /^(Wijzigen|Edit)$/ }

/** Panels, tabs and forms whose own tests run axe: only the full form of the accessibility suite, and the pictures, have them. */
async function screensTestedApart(api: APIRequestContext): Promise<Screen[]> {
  const bloom = await merchantCalled(api, 'Bloom')
  const ofBloom = `merchant=${bloom}&_sort=created_at`
  const inView = `/psp/merchants/${bloom}:`
  const one = async (query: string): Promise<string> => {
    const [row] = await rows(api, query)
    if (!row) throw new Error(`there is none of ${query}`)
    return row.id
  }
  const [processor, settlement, middleware, routing, ruleset, mail, file, person] = await Promise.all([
    one(`processor?${ofBloom}&active=true&_limit=1`),
    settlementWithFile(api, bloom),
    one(`middleware?${ofBloom}&_limit=1`),
    one(`routing?${ofBloom}&_limit=1`),
    one(`validationruleset?action=block&${ofBloom}&_limit=1`),
    one('psp/welcomemail?_sort=created_at&_limit=1'),
    one(`psp/import?${ofBloom}&status=UPLOADED&_limit=1`),
    one(`user?_search_by=email&_search=${people.cashier.email}`),
  ])
  const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4_750, capture: false })
  const byHand = {
    ...{ item: paid.id, from_status: paid.status, to_status: 'SETTLEMENT_REQUESTED', tell: false },
    reason: 'The processor confirmed it by mail',
  }
  const update = await body<{ id: string }>(await api.post('/v1/psp/statusupdate', { data: byHand }))
  const much = await pay(api, { shop: 'Bloom Nederland', amount: 64_000, capture: false })
  const waiting = { ...byHand, item: much.id }
  const asked = await body<{ id: string }>(await api.post('/v1/psp/statusupdate', { data: waiting }))
  const program = { name: 'Till', organisation: bloom, expires_in_days: 365, roles: ['TRANSACTION_ALL'] }
  const key = await body<{ id: string }>(await api.post('/v1/apikey', { data: program }))
  const email = `${newReference().toLowerCase()}@bloom.example`
  const invited = { people: [{ email }], organisation: bloom, roles: ['TAG_LIST'], language: 'nl' }
  await body(await api.post('/v1/user', { data: invited }))
  const colleague = await one(`user?_search_by=email&_search=${email}`)
  const [shared, checked] = await Promise.all([pendingShare(api, bloom), checkedImport(api, bloom)])
  const accepted = await acceptedShare(api)
  const shop = `/paymentprofiles/${(await shopCalled(api, 'Bloom België')).id}`
  const add = /^(Regelset toevoegen|Add ruleset)$/
  return [
    provider('processor-panel', `/psp/processors/${processor}`),
    provider('processor-connection', `/psp/processors/${processor}?tab=connection`),
    provider('processor-shops', `/psp/processors/${processor}?tab=shops`),
    provider('processor-add', `${inView}/processors`, { opens: /^(Processor toevoegen|Add processor)$/ }),
    provider('processor-edit', `/psp/processors/${processor}`, edit),
    owner('processor-credentials', `/processor-credentials/${processor}`),
    provider('processor-settlement-panel', `/psp/processor-settlements/${settlement}`),
    provider('processor-settlement-files', `/psp/processor-settlements/${settlement}?tab=files`),
    provider('processor-settlement-differences', `/psp/processor-settlements/${settlement}?tab=differences`),
    provider('processor-settlement-costs', `/psp/processor-settlements/${settlement}?tab=costs`),
    provider('processor-settlement-add', `${inView}/processor-settlements`, {
      opens: /^(Processorafrekening toevoegen|Add a processor settlement)$/,
    }),
    provider('processor-settlement-edit', `/psp/processor-settlements/${settlement}`, edit),
    provider('middleware-panel', `/psp/middlewares/${middleware}`),
    provider('middleware-connection', `/psp/middlewares/${middleware}?tab=connection`),
    provider('middleware-add', `${inView}/middlewares`, { opens: /^(Middleware toevoegen|Add middleware)$/ }),
    provider('middleware-edit', `/psp/middlewares/${middleware}`, edit),
    provider('middleware-secret', `/psp/middlewares/${middleware}?tab=connection`, {
      opens: /^(Geheim vervangen|Replace secret)$/,
    }),
    provider('credential-prepare', `/psp/processors/${processor}?tab=connection`, {
      opens: /^(Nieuwe toegangsgegevens klaarzetten|Prepare new credentials)$/,
    }),
    provider('api-key-rotate', `/psp/api-keys/${key.id}`, { opens: /^(Vervangen|Replace)$/ }),
    provider('api-key-revoke', `/psp/api-keys/${key.id}`, { opens: /^(Intrekken|Revoke)$/ }),
    owner('organisations-list', '/organisations?_as=list'),
    owner('payment-profile-middleware', `${shop}?tab=middleware`),
    owner('payment-profile-routing', `${shop}?tab=routing`),
    owner('share-panel', `/share-credentials/${shared}`),
    owner('share-add', '/share-credentials', { opens: /^(Processor delen|Share a processor)$/ }),
    owner('share-accept', `/share-credentials/${shared}`, { opens: /^(Accepteren|Accept)$/ }),
    provider('share-stop', `/psp/merchants/${accepted.merchant}:/share-credentials/${accepted.id}`, {
      opens: /^(Delen stoppen|Stop sharing)$/,
    }),
    owner('share-decline', `/share-credentials/${shared}`, { opens: /^(Afwijzen|Decline)$/ }),
    provider('import-file', '/psp/imports', { opens: /^(Bestand importeren|Import a file)$/ }),
    provider('import-columns', `/psp/imports/${file}`),
    provider('import-check', `/psp/imports/${checked}`),
    provider('import-rejected', `/psp/imports/${checked}?tab=rejected`),
    provider('import-confirm', `/psp/imports/${checked}`, { opens: /^(Importeren|Import)$/ }),
    provider('status-update-add', '/psp/admin/status-updates', { opens: /^(Status wijzigen|Change a status)$/ }),
    provider('status-update-panel', `/psp/admin/status-updates/${update.id}`),
    provider('status-update-reject', `/psp/admin/status-updates/${asked.id}`, { opens: /^(Afwijzen|Reject)$/ }),
    provider('welcome-mail-panel', `/psp/welcome-mails/${mail}`),
    provider('welcome-mail-edit', `/psp/welcome-mails/${mail}`, edit),
    provider('cache-remove', '/psp/admin/cache', {
      opens: /^(Sleutel uit een cache verwijderen|Remove a key from a cache)$/,
    }),
    provider('configuration-limits', `${inView}/merchant-configuration`, {
      opens: /^(Grenzen wijzigen|Edit the limits)$/,
    }),
    provider('configuration-capturing', `${inView}/merchant-configuration`, {
      opens: /^(Incasseren wijzigen|Edit the capturing)$/,
    }),
    provider('configuration-retention', `${inView}/merchant-configuration`, {
      opens: /^(Bewaartermijnen wijzigen|Edit the retention)$/,
    }),
    provider('configuration-modules', `${inView}/merchant-configuration`, {
      opens: /^(Onderdelen wijzigen|Edit the modules)$/,
    }),
    provider('configuration-mail-sender', `${inView}/merchant-configuration`, {
      opens: /^(Mails aan betalers wijzigen|Edit the mails to payers)$/,
    }),
    provider('configuration-details', `${inView}/merchant-configuration`, {
      opens: /^(Gegevens wijzigen|Edit the details)$/,
    }),
    provider('configuration-history', `${inView}/merchant-configuration?tab=history`),
    owner('user-access', `/users/${person}?tab=access`),
    owner('user-link', `/users/${colleague}`, { opens: /^(Link kopiëren|Copy link)$/ }),
    owner('user-sign-ins', `/users/${person}?tab=events`),
    owner('role-bundles', '/users/bundles'),
    owner('role-bundle-add', '/users/bundles', { opens: /^(Pakket maken|Create bundle)$/ }),
    provider('provider-sign-on', '/psp/users', { opens: /^Single sign-on$/ }),
    provider('merchant-sign-on', `/psp/merchants/details/${bloom}?tab=security`, {
      opens: /^(Single sign-on instellen|Set up single sign-on)$/,
    }),
    provider('merchant-configuration-tab', `/psp/merchants/details/${bloom}?tab=configuration`),
    owner('routing-panel', `/intelligent-routing/view/${routing}`),
    owner('routing-new', '/intelligent-routing/new'),
    owner('routing-edit', `/intelligent-routing/${routing}`),
    provider('transaction-decision', `${inView}/transactions/${paid.id}?tab=decision`),
    owner('ruleset-risk-add', '/riskrules', { opens: add }),
    owner('ruleset-3-d-secure-add', '/3dsecure', { opens: add }),
    owner('ruleset-edit', `/riskrules/${ruleset}`, edit),
  ]
}

/** A processor settlement with a file of one payment that nobody here made. */
async function settlementWithFile(api: APIRequestContext, merchant: string): Promise<string> {
  const id = await newProcessorSettlement(merchant, 'Cards of the sandbox')
  const columns =
    'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
  const line = `9,2026-11-20T10:00:00.000Z,Payment,order-1,${id},pay-1,EUR,10000,20,8,30,10,9932`
  const headers = { 'content-type': 'text/csv', 'x-file-name': 'november.csv' }
  const data = Buffer.from(`${columns}\n${line}\n`)
  await body(await api.post(`/v1/processorsettlement/${id}/file`, { headers, data }))
  return id
}

/** A processor that the merchant offers to a part of itself. Another worker may have offered it already. */
async function pendingShare(api: APIRequestContext, merchant: string): Promise<string | undefined> {
  const [processor] = await rows(api, `processor?merchant=${merchant}&_sort=created_at&_limit=1`)
  const parts = await rows(
    api,
    `organisation?merchant=${merchant}&_sort=created_at&_limit=2`,
    ({ id }) => id !== merchant,
  )
  await api.post('/v1/share', { data: { processor: processor?.id, to_organisation: parts[0]?.id } })
  const [share] = await rows(api, `share?merchant=${merchant}&status=PENDING&_limit=1`)
  return share?.id
}

/** A processor of a merchant of its own, which a part of it uses. */
async function acceptedShare(api: APIRequestContext): Promise<{ id: string; merchant: string }> {
  const { id: merchant } = await newMerchant(api)
  const part = { name: 'Branch', country_code: 'NL', parent: merchant }
  const { id: to_organisation } = await body<{ id: string }>(await api.post('/v1/organisation', { data: part }))
  const [processor] = await rows(api, `processor?merchant=${merchant}&_limit=1`)
  const offer = { processor: processor?.id, to_organisation }
  const { id } = await body<{ id: string }>(await api.post('/v1/share', { data: offer }))
  await body(await api.post(`/v1/share/${id}/accept`, { data: {} }))
  return { id, merchant }
}

/** A file of customers that was read and not imported: one of its rows is wrong. */
async function checkedImport(api: APIRequestContext, merchant: string): Promise<string> {
  const { id } = await body<{ id: string }>(
    await api.post(`/v1/psp/import?type=customer&into=${merchant}`, {
      headers: { 'content-type': 'text/csv', 'x-file-name': 'customers.csv' },
      data: Buffer.from('reference,last_name,country_code\nS-1,Jansen,NL\n,De Vries,NL\nS-3,Peeters,Atlantis\n'),
    }),
  )
  const at = `/v1/psp/import/${id}`
  const sample = await body<Record<string, unknown>>(await api.get(`${at}/sample`))
  const { delimiter, encoding, decimal, mapping } = sample
  await body(await api.post(`${at}/check`, { data: { delimiter, encoding, decimal, mapping } }))
  await expect.poll(async () => (await body<{ task: unknown }>(await api.get(at))).task).toBe(null)
  return id
}

const filtered =
  '/transactions?status[]=SETTLEMENT_COMPLETED&status[]=DECLINED&payment_product[]=card&payment_product[]=ideal&country_code=NL&created_at>=2026-01-01&amount>=1000&currency_code=EUR&_search_by=merchant_reference&_search=BL'

interface Found {
  id: string
  tags: string[]
  customer: string | null
  status: string
  transaction: string
  evidence_count: number
}

async function rows(
  api: APIRequestContext,
  query: string,
  fits: (row: Found) => boolean = () => true,
): Promise<Found[]> {
  const found: Found[] = await (await api.get(`/v1/${query}`)).json()
  return found.filter(fits)
}

async function withCustomer(api: APIRequestContext): Promise<string | undefined> {
  const merchant = await merchantCalled(api, 'Bloom')
  const [row] = await rows(api, `transaction?merchant=${merchant}&_limit=100`, (each) => each.customer !== null)
  return row?.id
}

async function twoProcessors(api: APIRequestContext, merchant: string): Promise<string> {
  const found = await rows(api, `processor?_limit=2&merchant=${await merchantCalled(api, merchant)}`)
  return found.map(({ id }) => id).join(',')
}

async function packageCalled(api: APIRequestContext, name: string): Promise<string> {
  const [found] = await rows(api, `psp/package?name=${encodeURIComponent(name)}`)
  if (!found) throw new Error(`the demo has no package ${name}`)
  return found.id
}

async function schemeCalled(api: APIRequestContext, type: string, name: string): Promise<string> {
  const [found] = await rows(api, `psp/${type}scheme?name=${encodeURIComponent(name)}`)
  if (!found) throw new Error(`the demo has no scheme ${name}`)
  return found.id
}
