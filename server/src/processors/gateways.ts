import type { PayerField } from '@kontor/contract/checkout/checkout.rules'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { ProductAbilities } from '@kontor/contract/payments/product.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { ChargebackAnswer } from '@kontor/contract/processors/capabilities'
import { type ProcessorMode, processorModes } from '@kontor/contract/processors/processor.rules'
import { processorSettlementTypes } from '@kontor/contract/processors/processor-settlement.rules'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { adyenGateway } from './adyen/adyen-gateway.ts'
import type { Gateway } from './gateway.ts'
import type { CredentialField, Manifest, ProductFacts } from './manifest.ts'
import { mollieGateway } from './mollie/mollie-gateway.ts'
import { sandboxGateway } from './sandbox/sandbox-gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'

/** Every gateway. A new one is its manifest, its adapter and a line here (docs/adr/0083). */
export const gateways: Gateway[] = [sandboxGateway, adyenGateway, mollieGateway, stripeGateway]

/** True: a card's token is known to every account of the gateway. */
export const sharesTokens = (name: string): boolean => findGateway(name)?.manifest.shares_tokens === true

/** The names of what payers bring back from any gateway. */
export const namesOfReturns = (): string[] => gateways.flatMap(({ manifest }) => manifest.returned ?? [])

/** The adapter of a gateway. */
export function gatewayNamed(name: string): Gateway {
  const gateway = findGateway(name)
  if (!gateway) throw new Error(`the gateway ${name}, which nobody wrote`)
  return gateway
}

export const findGateway = (name: string): Gateway | undefined =>
  gateways.find(({ manifest }) => manifest.name === name)

/** The name that people read. */
export const labelOfGateway = (name: string): string => findGateway(name)?.manifest.label ?? name

export const takesAnswer = (
  { gateway, payment_product }: { gateway: string; payment_product: string },
  answer: ChargebackAnswer,
): boolean => answersOf(gatewayNamed(gateway).manifest, payment_product).includes(answer)

const answersOf = ({ products }: Manifest, product: string): readonly ChargebackAnswer[] =>
  // The cast is safe: a product that the manifest does not have is undefined.
  products[product as PaymentProduct]?.answers ?? []

/** The answers to a chargeback that a gateway takes, in a SELECT with its columns of gateway and payment product. */
export function answersIn(gateway: Expression<unknown>, product: Expression<unknown>): RawBuilder<ChargebackAnswer[]> {
  const cases = gateways.flatMap(({ manifest }) =>
    Object.entries(manifest.products).map(
      ([name, { answers }]) =>
        sql`when ${gateway} = ${sql.lit(manifest.name)} and ${product} = ${sql.lit(name)} then ${sql.lit(`{${answers.join(',')}}`)}::text[]`,
    ),
  )
  return sql`case ${sql.join(cases, sql` `)} else '{}'::text[] end`
}

interface ProductAt {
  gateway: string
  payment_product: string
}

const productAt = ({ gateway, payment_product }: ProductAt): ProductFacts | undefined =>
  // The cast is safe: a product that the manifest does not have is undefined.
  findGateway(gateway)?.manifest.products[payment_product as PaymentProduct]

/** What the payer of a product types, where it is not known of him. */
export const askedOfPayer = (at: ProductAt): readonly PayerField[] => productAt(at)?.asks ?? []

/** What the gateway can do with the product. Undefined: its manifest does not have it. */
export const abilitiesOf = (at: ProductAt): ProductAbilities | undefined => productAt(at)

/** True: nothing but the payer's word is needed to debit his account. */
export const isByMandate = (at: ProductAt): boolean => productAt(at)?.via === 'mandate'

/** True where the product takes the currency at the gateway, in a SELECT with columns of the three. */
export function takesCurrencyIn(
  gateway: Expression<unknown>,
  product: Expression<unknown>,
  currency: Expression<unknown>,
): RawBuilder<boolean> {
  const limited = gateways.flatMap(({ manifest }) =>
    Object.entries(manifest.products).flatMap(([name, { currencies }]) => {
      if (!currencies) return []
      const taken = sql.join(currencies.map((code) => sql.lit(code)))
      return [
        sql`when ${gateway} = ${sql.lit(manifest.name)} and ${product} = ${sql.lit(name)} then ${currency} in (${taken})`,
      ]
    }),
  )
  return limited.length === 0 ? sql`true` : sql`case ${sql.join(limited, sql` `)} else true end`
}

/** True where a gateway cancels a payment of which only our reference is known, in a SELECT with its column of gateway. */
export function cancelsReferenceIn(gateway: Expression<unknown>): RawBuilder<boolean> {
  const names = gateways.filter(({ cancelReference }) => cancelReference).map(({ manifest }) => sql.lit(manifest.name))
  return names.length === 0 ? sql`false` : sql`${gateway} in (${sql.join(names)})`
}

/**
 * The address that a processor keeps; null: its gateway's manifest has the addresses. Undefined: the gateway cannot be reached
 * in this mode.
 */
export function urlOf(
  { addresses }: Manifest,
  mode: ProcessorMode,
  sandboxUrl: string | undefined,
): string | null | undefined {
  if (addresses === 'of_installation') return mode === 'test' ? sandboxUrl : undefined
  return addresses[mode] ? null : undefined
}

interface Reached {
  /** What the processor keeps. */
  readonly url: string | null
  readonly mode: ProcessorMode
  readonly credential: Readonly<Record<string, string>>
}

/** The addresses for the calls of a processor. */
export function addressesOf({ addresses }: Manifest, { url, mode, credential }: Reached): Record<string, string> {
  if (addresses === 'of_installation') return { api: url ?? '' }
  // The pattern of the credential's field permits nothing that could name another host.
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(credential[name] ?? ''))
  return Object.fromEntries(Object.entries(addresses[mode] ?? {}).map(([name, text]) => [name, filled(text)]))
}

/** The addresses of this installation. */
interface Places {
  /** Undefined: no sandbox processor runs beside this server. */
  sandboxUrl: string | undefined
  /** The origin of the card fields. */
  fieldsUrl: string | undefined
}

const describedField = (
  { pattern, begins: _, only_live = false, where, ...field }: CredentialField,
  { fieldsUrl }: Pick<Places, 'fieldsUrl'>,
) => ({
  ...field,
  where: {
    nl: withAddress(where.nl, fieldsUrl),
    'en-US': withAddress(where['en-US'], fieldsUrl),
  },
  only_live,
  pattern: pattern ?? null,
})

const withAddress = (text: string, url: string | undefined) => text.replace('{fields_url}', url ? ` (${url})` : '')

/** What screens need to know of every gateway. */
export const describeGateways = ({ sandboxUrl, ...places }: Places): ReplyOf<typeof gatewaysEndpoint> =>
  gateways.map(({ manifest }) => ({
    name: manifest.name,
    label: manifest.label,
    modes: processorModes.filter((mode) => urlOf(manifest, mode, sandboxUrl) !== undefined),
    credential: manifest.credential.map((field) => describedField(field, places)),
    products: Object.entries(manifest.products).map(
      ([payment_product, { keeps, answers, currencies, asks: _, ...facts }]) => ({
        payment_product,
        ...facts,
        keeps: [...keeps],
        answers: [...answers],
        currencies: currencies ? [...currencies] : null,
      }),
    ),
    webhook: { set_up: manifest.webhook.set_up },
    settlement: settlementOf(manifest, places),
  }))

const settlementOf = ({ settlement }: Manifest, places: Pick<Places, 'fieldsUrl'>) =>
  settlement
    ? {
        needs: settlement.needs ?? null,
        types: processorSettlementTypes.flatMap((processor_settlement_type) => {
          const fields = settlement.credential[processor_settlement_type]
          return fields
            ? [{ processor_settlement_type, credential: fields.map((field) => describedField(field, places)) }]
            : []
        }),
      }
    : null
