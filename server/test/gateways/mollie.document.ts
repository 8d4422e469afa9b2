import { type DocumentedOperation, type DocumentSource, openDocument } from './documents.ts'
import { schemasFromTypes } from './schemas-from-types.ts'

/** What the library takes for itself, and never sends in the body. */
const local = "'testmode' | 'idempotencyKey' | 'include' | 'paymentId'"
const refusal = '{ status: number; title: string; detail: string; field?: string; _links?: object }'
const answers = { '4XX': refusal }
const at = (method: string, path: string) => ({ address: 'api', method, path })
const optional = (...names: string[]) => names.map((name) => ({ name, required: false }))
const types = '@mollie/api-client/dist/types'

const listOf = (name: string, type: string) =>
  `{ count: number; _embedded: { ${name}: ${type}[] }; _links: Links & { next: Url | null; previous: Url | null } }`
/** The types of a chargeback say that it always has been reversed. */
const chargebackType = `(Omit<ChargebackData, 'reversedAt'> & { reversedAt?: string | null })`
const settlementLists = [
  {
    ...at('GET', '/settlements'),
    query: optional('limit', 'from'),
    answers: { '200': listOf('settlements', 'SettlementData'), ...answers },
  },
  ...(
    [
      ['payments', 'PaymentData'],
      ['captures', 'CaptureData'],
      ['refunds', 'RefundData'],
      ['chargebacks', chargebackType],
    ] as const
  ).map(([name, type]) => ({
    ...at('GET', `/settlements/{settlementId}/${name}`),
    query: optional('limit', 'from', ...(name === 'payments' ? [] : ['embed'])),
    answers: { '200': listOf(name, type), ...answers },
  })),
]

// Mollie's own document may not be used in a product that is sold.
const source: DocumentSource = {
  types: {
    package: '@mollie/api-client',
    imports: [
      `import type { CreateParameters as CreatePayment } from '${types}/binders/payments/parameters.js'`,
      `import type { CreateParameters as CreateCapture } from '${types}/binders/payments/captures/parameters.js'`,
      `import type { CreateParameters as CreateRefund } from '${types}/binders/payments/refunds/parameters.js'`,
      `import type { CreateParameters as CreateCustomer } from '${types}/binders/customers/parameters.js'`,
      `import type { PaymentData, PaymentStatus } from '${types}/data/payments/data.js'`,
      `import type { CaptureData, CaptureStatus } from '${types}/data/payments/captures/data.js'`,
      `import type { RefundData, RefundStatus } from '${types}/data/refunds/data.js'`,
      `import type { CustomerData } from '${types}/data/customers/Customer.js'`,
      `import type { MandateData } from '${types}/data/customers/mandates/data.js'`,
      `import type { SettlementData } from '${types}/data/settlements/data.js'`,
      `import type { ChargebackData } from '${types}/data/chargebacks/Chargeback.js'`,
      `import type { ProfileData } from '${types}/data/profiles/data.js'`,
      `import type { CardFailureReason, CardLabel, Links, Url } from '${types}/data/global.js'`,
    ].join('\n'),
  },
  operations: [
    {
      ...{ ...at('POST', '/payments'), request: `Omit<CreatePayment, ${local}>` },
      answers: { '201': 'PaymentData', ...answers },
    },
    {
      ...at('GET', '/payments'),
      query: optional('limit', 'from', 'sort'),
      answers: {
        '200': `{ count: number; _embedded: { payments: PaymentData[] }; _links: Links & { next: Url | null; previous: Url | null } }`,
        ...answers,
      },
    },
    {
      ...at('GET', '/refunds'),
      query: optional('limit', 'from'),
      answers: { '200': listOf('refunds', 'RefundData'), ...answers },
    },
    {
      ...at('GET', '/chargebacks'),
      query: optional('limit', 'from'),
      answers: { '200': listOf('chargebacks', chargebackType), ...answers },
    },
    {
      ...{ ...at('GET', '/payments/{paymentId}'), query: optional('embed') },
      answers: { '200': 'PaymentData', ...answers },
    },
    { ...at('DELETE', '/payments/{paymentId}'), answers: { '200': 'PaymentData', ...answers } },
    { ...at('POST', '/payments/{paymentId}/release-authorization'), answers: { '202': undefined, ...answers } },
    {
      ...{ ...at('POST', '/payments/{paymentId}/captures'), request: `Omit<CreateCapture, ${local}>` },
      answers: { '201': 'CaptureData', ...answers },
    },
    {
      ...{ ...at('POST', '/payments/{paymentId}/refunds'), request: `Omit<CreateRefund, ${local}>` },
      answers: { '201': 'RefundData', ...answers },
    },
    {
      ...{ ...at('POST', '/customers'), request: `Omit<CreateCustomer, ${local}>` },
      answers: { '201': 'CustomerData', ...answers },
    },
    { ...at('GET', '/customers/{customerId}/mandates/{mandateId}'), answers: { '200': 'MandateData', ...answers } },
    { ...at('DELETE', '/customers/{customerId}/mandates/{mandateId}'), answers: { '204': undefined, ...answers } },
    ...settlementLists,
    { ...at('GET', '/profiles/me'), answers: { '200': 'ProfileData', ...answers } },
    { ...at('GET', '/profiles/{profileId}'), answers: { '200': 'ProfileData', ...answers } },
  ],
}

export const mollieDocument: { from: string; operations: readonly DocumentedOperation[]; file: unknown } =
  openDocument(source)

const words = ['PaymentStatus', 'CaptureStatus', 'RefundStatus', 'CardFailureReason', 'CardLabel'] as const

/** The words that types permit, by the type. */
export const typedWords = (): Readonly<Record<(typeof words)[number], string[]>> => {
  const schemas = schemasFromTypes(source.types, words)
  const of = (type: string) => /"enum":(\[[^\]]*\])/.exec(JSON.stringify(schemas.get(type)))?.[1] ?? '[]'
  const entries = words.map((type) => [type, JSON.parse(of(type))] as const)
  return Object.fromEntries(entries) as Record<(typeof words)[number], string[]>
}
