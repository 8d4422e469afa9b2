import { type DocumentSource, openDocument } from './documents.ts'

const answers = { '4XX': 'checkout.ServiceError' }
const modification = (path: string, request: string, reply: string) => ({
  ...{ address: 'checkout', method: 'POST', path },
  ...{ request: `checkout.${request}`, answers: { '201': `checkout.${reply}`, ...answers } },
})
const dispute = (path: string, request: string, reply: string) => ({
  ...{ address: 'disputes', method: 'POST', path },
  ...{ request: `disputes.${request}`, answers: { '200': `disputes.${reply}`, '4XX': 'disputes.ServiceError' } },
})

const source: DocumentSource = {
  file: 'adyen.json',
  paths: (file: Record<'checkout' | 'disputes', never>) => ({ checkout: file.checkout, disputes: file.disputes }),
  types: {
    package: '@adyen/api-library',
    imports: [
      "import type * as checkout from '@adyen/api-library/lib/src/typings/checkout/models.js'",
      "import type * as disputes from '@adyen/api-library/lib/src/typings/disputes/models.js'",
    ].join('\n'),
  },
  operations: [
    {
      ...{ address: 'checkout', method: 'POST', path: '/paymentMethods', request: 'checkout.PaymentMethodsRequest' },
      answers: { '200': 'checkout.PaymentMethodsResponse', ...answers },
    },
    {
      ...{ address: 'checkout', method: 'POST', path: '/payments', request: 'checkout.PaymentRequest' },
      // The file names neither its method nor its number.
      isLeftOut: (body) => (body as { paymentMethod?: { type?: string } }).paymentMethod?.type === 'blik',
      answers: { '200': 'checkout.PaymentResponse', ...answers },
    },
    {
      ...{ address: 'checkout', method: 'POST', path: '/payments/details', request: 'checkout.PaymentDetailsRequest' },
      answers: { '200': 'checkout.PaymentDetailsResponse', ...answers },
    },
    modification('/payments/{paymentPspReference}/captures', 'PaymentCaptureRequest', 'PaymentCaptureResponse'),
    modification('/payments/{paymentPspReference}/cancels', 'PaymentCancelRequest', 'PaymentCancelResponse'),
    modification('/payments/{paymentPspReference}/refunds', 'PaymentRefundRequest', 'PaymentRefundResponse'),
    modification('/cancels', 'StandalonePaymentCancelRequest', 'StandalonePaymentCancelResponse'),
    {
      ...{ address: 'checkout', method: 'DELETE', path: '/storedPaymentMethods/{storedPaymentMethodId}' },
      query: [
        { name: 'shopperReference', required: true },
        { name: 'merchantAccount', required: true },
      ],
      answers: { '204': undefined, ...answers },
    },
    dispute('/acceptDispute', 'AcceptDisputeRequest', 'AcceptDisputeResponse'),
    dispute('/retrieveApplicableDefenseReasons', 'DefenseReasonsRequest', 'DefenseReasonsResponse'),
    dispute('/supplyDefenseDocument', 'SupplyDefenseDocumentRequest', 'SupplyDefenseDocumentResponse'),
    dispute('/defendDispute', 'DefendDisputeRequest', 'DefendDisputeResponse'),
  ],
}

export const adyenDocument = openDocument(source)

interface AdyenFile {
  checkout: {
    '/payments': { post: { responses: { 200: { content: { 'application/json': { schema: PaymentSchema } } } } } }
  }
  webhooks: Record<string, { schema: object; examples: object[] }>
}
interface PaymentSchema {
  properties: { resultCode: { enum: string[] } }
}

/** Undefined: only the types of the package are here, which say nothing of these. */
const file = adyenDocument.file as AdyenFile | undefined

export const documentedEvents = file?.webhooks
export const documentedResultCodes =
  file?.checkout['/payments'].post.responses[200].content['application/json'].schema.properties.resultCode.enum
