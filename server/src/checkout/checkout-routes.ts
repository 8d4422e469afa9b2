import {
  checkoutViewEndpoint,
  openCheckoutEndpoint,
  payCheckoutEndpoint,
} from '@kontor/contract/checkout/checkout.endpoints'
import {
  type CheckoutOrder,
  type CheckoutView,
  checkoutViewSchemas,
  openCheckoutSchemas,
  payCheckoutSchemas,
} from '@kontor/contract/checkout/checkout.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { isCanonicalUuid } from '@kontor/contract/uuid'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sealPayer } from '../engine/outbox/asking-payer.ts'
import { atMost, type PaymentServices } from '../engine/outbox/await-outcome.ts'
import type { Limit } from '../identity/access/sign-in-settings.ts'
import { countOrRefuse, forgive } from '../identity/guessing/attempts.ts'
import { noteCall } from '../platform/audit-trail/record-request.ts'
import type { Caches } from '../platform/caches/caches.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { inCommand } from '../platform/db/in-command.ts'
import type { Locked } from '../platform/db/locked.ts'
import { route } from '../platform/http/endpoint.ts'
import { networkOf } from '../platform/http/network.ts'
import type { Payer } from '../processors/gateway.ts'
import { cardFields } from './card-field.ts'
import { type PaymentOutcome, showSession } from './checkout-view.ts'
import { designOf, type StoredDesign } from './designs/session-design.ts'
import type { CheckoutKind, CheckoutSession, SessionKey } from './kind.ts'
import { paySession } from './pay-session.ts'
import { checkoutAddress, readCheckoutToken } from './token.ts'

/** Limits on tries to pay that fail. Without them, stolen cards are tested here by the thousand (docs/adr/0061). */
export interface CheckoutLimits {
  /** Limit on failed tries for one link from one network. */
  linkNetwork: Limit
  /** Limit on failed tries for one link from all networks. */
  link: Limit
  /** Limit for one network at all links of all merchants. An office or a carrier's customers may share one address. */
  network: Limit
  /** Limit on requests with a token that does not exist. */
  unknown: Limit
  /** Limit on the returns of one payment's payer from the page of a bank. */
  back: Limit
}

export const checkoutLimits: CheckoutLimits = {
  linkNetwork: { tries: 20, window_ms: 10 * 60_000 },
  link: { tries: 300, window_ms: 10 * 60_000 },
  network: { tries: 300, window_ms: 10 * 60_000 },
  unknown: { tries: 60, window_ms: 10 * 60_000 },
  back: { tries: 60, window_ms: 10 * 60_000 },
}

export interface CheckoutServices extends PaymentServices {
  readonly publicUrl: string
  readonly fieldsUrl: string | undefined
  readonly caches: Caches
  readonly checkoutLimits: CheckoutLimits
}

/** The routes of the hosted page. Nobody signs in: everybody who has the address may see the page and pay. */
export function checkoutRoutes(app: FastifyInstance, services: CheckoutServices, kinds: readonly CheckoutKind[]) {
  const desk = checkoutDesk(services, kinds)

  route(app, services, checkoutViewEndpoint, checkoutViewSchemas, async ({ request, query }) =>
    desk.view(await desk.find(request), attemptOf(query)),
  )

  route(app, services, openCheckoutEndpoint, openCheckoutSchemas, async ({ request, query }) => {
    const found = await desk.find(request)
    await inCommand(services.databases, engineActor(found.merchant, 'payer'), async (trx) => {
      const session = await found.lock(trx)
      if (session.state === 'open') await found.kind.open(trx, session)
    })
    return desk.view(found, attemptOf(query))
  })

  route(app, services, payCheckoutEndpoint, payCheckoutSchemas, async ({ request, body, now }) => {
    const found = await desk.find(request)
    const tried = await desk.countTry(request, found.id)
    const user_agent = request.headers['user-agent']?.slice(0, 1000)
    const place = { merchant: found.merchant, record: body.attempt }
    const payer = sealPayer(services.masterKey, place, payerOf(services, request, body))
    const order = { ...body, user_agent, return_url: found.address, payer, cause: request.id }
    const held = await paySession(services, found.kind, found, order, now)
    if (held) await atMost(services.outcomeWait_ms, services.worker.perform(held))
    const { view, own } = await desk.show(found, body.attempt)
    await tried.came(own)
    return view
  })
  return desk
}

/** What the request shows of the payer. His browser may say anything. */
function payerOf(
  { publicUrl }: CheckoutServices,
  { ip, headers }: FastifyRequest,
  { language, browser, payer_name, payer_email, iban, blik_code }: CheckoutOrder,
): Payer {
  const { 'user-agent': user_agent = '', accept = '*/*' } = headers
  const seen = browser && { ...browser, user_agent: user_agent.slice(0, 1000), accept: accept.slice(0, 1000) }
  const { origin } = new URL(publicUrl)
  const read = language ?? browser?.language
  return {
    ip,
    origin,
    ...(payer_name && { name: payer_name }),
    ...(payer_email && { email: payer_email }),
    ...(iban && { iban }),
    ...(blik_code && { blik_code }),
    ...(read && { language: read }),
    ...(seen && { browser: seen }),
  }
}

const attemptOf = ({ attempt }: { attempt?: string | undefined }) =>
  attempt !== undefined && isCanonicalUuid(attempt) ? attempt : undefined

export interface FoundCheckout extends SessionKey {
  kind: CheckoutKind
  address: string
  read(trx: Trx): Promise<CheckoutSession>
  lock(trx: Trx): Promise<Locked<CheckoutSession>>
}

interface CountedTry {
  /** Takes the try back unless it failed. */
  came(to: PaymentOutcome | undefined): Promise<void>
}

function there<S extends CheckoutSession>(session: S | undefined): S {
  if (!session) throw new Refusal('not_found')
  return session
}

export type CheckoutDesk = ReturnType<typeof checkoutDesk>

function checkoutDesk(services: CheckoutServices, kinds: readonly CheckoutKind[]) {
  const { databases, clock, masterKey, checkoutLimits: limits } = services
  const cardField = cardFields(databases, services.gateways, services)
  const count = (scope: `pay.${string}`, whose: string, limit: Limit) =>
    countOrRefuse(databases.provider, scope, whose, limit, new Date())

  /** The session of a token. Undefined: there is none. A token that we did not make is rejected without a query. */
  async function look(token: string): Promise<FoundCheckout | undefined> {
    const key = readCheckoutToken(masterKey, token)
    const kind = key && kinds.find(({ name }) => name === key.kind)
    const merchant = kind && (await kind.merchantOf(databases.provider, key.id))
    if (!merchant) return undefined
    const of = { merchant, id: key.id }
    return {
      ...{ ...of, kind, address: checkoutAddress(services, key) },
      read: async (trx) => there(await kind.read(trx, of, clock.now())),
      lock: async (trx) => there(await kind.lock(trx, of, clock.now())),
    }
  }

  return {
    look,
    async find(request: FastifyRequest): Promise<FoundCheckout> {
      const found = await look((request.params as { token: string }).token)
      if (found) noteCall(request, { merchant: found.merchant })
      if (found) return found
      await count('pay.unknown', networkOf(request.ip), limits.unknown)
      throw new Refusal('not_found')
    },
    /** Counts a try before it is made, so that simultaneous tries queue. A try that its network's limit refuses is not counted for the link. */
    async countTry(request: FastifyRequest, link: string): Promise<CountedTry> {
      const network = networkOf(request.ip)
      const near = `${link} ${network}`
      await count('pay.network', network, limits.network)
      await count('pay.link_network', near, limits.linkNetwork)
      await count('pay.link', link, limits.link)
      const takeBack = (scope: `pay.${string}`, whose: string) => forgive(databases.provider, scope, whose, 1)
      return {
        async came(to) {
          if (to === undefined || to === 'failed') return
          await takeBack('pay.link_network', near)
          await takeBack('pay.link', link)
          // An undecided payment tells that the card exists, so it stays counted for the network.
          if (to === 'paid') await takeBack('pay.network', network)
        },
      }
    },
    design: (found: FoundCheckout): Promise<StoredDesign | undefined> =>
      inTransaction(databases, engineActor(found.merchant, 'payer'), async (trx) =>
        designOf(trx, await found.read(trx)),
      ),
    view: async (found: FoundCheckout, attempt: string | undefined): Promise<CheckoutView> =>
      (await show(found, attempt)).view,
    show,
  }

  async function show(found: FoundCheckout, attempt: string | undefined) {
    const shown = await inTransaction(databases, engineActor(found.merchant, 'payer'), async (trx) =>
      showSession(trx, found.kind, await found.read(trx), attempt),
    )
    const { card_processor, own } = shown
    const view: CheckoutView = {
      ...shown.view,
      card_field: card_processor ? await cardField(found.merchant, card_processor) : null,
    }
    return { view, own }
  }
}
