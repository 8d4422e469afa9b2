import { fieldOfOtherMode } from '../credentials/credential-mode.ts'
import { type Connection, type Gateway, OutcomeUnknown, type RevokeCardRequest } from '../gateway.ts'
import { adyenManifest } from './adyen.manifest.ts'
import { call, refusalOf, WRONG_ACCOUNT } from './adyen-call.ts'
import { accept, dispute } from './adyen-disputes.ts'
import { cancelReference, modify } from './adyen-modifications.ts'
import { readNotifications } from './adyen-notifications.ts'
import { authorize, resume } from './adyen-payments.ts'
import { adyenSettlements } from './adyen-settlements.ts'
import { readToken, tokenOfKept } from './adyen-tokens.ts'

/** Adyen's Checkout API and its Dispute API. Captures, voids and refunds are told by notifications. */
export const adyenGateway: Gateway = {
  manifest: adyenManifest,
  test: testCredential,
  ...{ authorize, resume, cancelReference, accept, dispute },
  capture: (connection, request) => modify(connection, { operation: 'capture', path: 'captures' }, request),
  void: (connection, request) => modify(connection, { operation: 'void', path: 'cancels' }, request),
  refund: (connection, request) => modify(connection, { operation: 'refund', path: 'refunds' }, request),
  ...{ revokeCard, tokenOfKept },
  readNotification: readNotifications,
  settlements: adyenSettlements,
}

/** Asks which methods the account has. Nothing says whether the values of the webhook are right before one arrives. */
async function testCredential(connection: Connection): ReturnType<Gateway['test']> {
  const { merchant_account: account = '' } = connection.credential
  const wrong = fieldOfOtherMode(adyenManifest, connection)
  if (wrong) return { ok: false, field: wrong.name, problem: 'wrong_mode' }
  const reply = await call(connection, {
    ...{ address: 'checkout', path: '/paymentMethods', body: { merchantAccount: account } },
  })
  const refused = refusalOf(reply)
  if (!refused) return { ok: true, account }
  if (reply.status === 401) return { ok: false, field: 'api_key', problem: 'credential_refused' }
  if (refused.code === WRONG_ACCOUNT) return { ok: false, field: 'merchant_account', problem: 'wrong_account' }
  if (reply.status === 403) return { ok: false, field: 'api_key', problem: 'not_permitted' }
  throw new OutcomeUnknown(refused.reason)
}

/** What Adyen does not have can be charged no more. */
const NO_SUCH_METHOD = '800'

async function revokeCard(
  connection: Connection,
  { card_token }: RevokeCardRequest,
): ReturnType<Gateway['revokeCard']> {
  const token = readToken(card_token)
  if (!token || !('stored' in token)) return { status: 'FAILED', reason: 'card_token_unknown' }
  const { method, shopper } = token.stored
  const { merchant_account: merchantAccount = '' } = connection.credential
  const query = new URLSearchParams({ shopperReference: shopper, merchantAccount })
  const path = `/storedPaymentMethods/${encodeURIComponent(method)}?${query}`
  const reply = await call(connection, { address: 'checkout', method: 'DELETE', path })
  const refused = refusalOf(reply)
  if (refused && refused.code !== NO_SUCH_METHOD) return { status: 'FAILED', reason: refused.reason }
  if (!refused && reply.status !== 204) throw new OutcomeUnknown(`answered ${reply.status}`)
  return { status: 'REVOKED' }
}
