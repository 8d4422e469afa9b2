import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fieldOfOtherMode } from '../credentials/credential-mode.ts'
import {
  type Connection,
  type Gateway,
  type Notification,
  OutcomeUnknown,
  type RawNotification,
  type RevokeCardRequest,
} from '../gateway.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { call, idIn, isGone, refusalOf } from './mollie-call.ts'
import { find } from './mollie-find.ts'
import { changedSince, refundsMade } from './mollie-list.ts'
import { cancelReference, takePart, voidPayment } from './mollie-modifications.ts'
import { news } from './mollie-news.ts'
import { authorize, resume } from './mollie-payments.ts'
import { mollieSettlements } from './mollie-settlements.ts'
import { readStored, tokenOfKept } from './mollie-tokens.ts'

/** Mollie's API v2 with the key of a profile. What became of an order is asked for. */
export const mollieGateway: Gateway = {
  manifest: mollieManifest,
  test: testCredential,
  ...{ authorize, resume, find, cancelReference, revokeCard, tokenOfKept, readNotification, news, changedSince },
  ...{ refundsMade },
  capture: (connection, request) => takePart(connection, 'capture', request),
  refund: (connection, request) => takePart(connection, 'refund', request),
  void: voidPayment,
  accept: takesNoAnswer,
  dispute: takesNoAnswer,
  settlements: mollieSettlements,
}

/** The manifest says so, and nothing that it does not have is ordered. */
function takesNoAnswer(): never {
  throw new Error('Mollie takes no answer to a chargeback')
}

const profile = z.object({ id: z.string().regex(/^pfl_\w{1,60}$/) })

async function testCredential(connection: Connection): ReturnType<Gateway['test']> {
  const field = 'api_key'
  const { mode, credential } = connection
  if (fieldOfOtherMode(mollieManifest, connection)) return { ok: false, field, problem: 'wrong_mode' }
  const reply = await call(connection, { method: 'GET', path: '/profiles/me' })
  if (reply.status === 401) return { ok: false, field, problem: 'credential_refused' }
  if (reply.status === 403) return { ok: false, field, problem: 'not_permitted' }
  const read = profile.safeParse(reply.body).data
  if (!read) throw new OutcomeUnknown(`answered ${reply.status}`)
  if (read.id !== credential['profile_id']) return { ok: false, field: 'profile_id', problem: 'wrong_account' }
  // A profile has the same id in both modes, and the modes know nothing of each other.
  return { ok: true, account: mode === 'live' ? read.id : `${read.id} (${mode})` }
}

async function revokeCard(
  connection: Connection,
  { card_token }: RevokeCardRequest,
): ReturnType<Gateway['revokeCard']> {
  const token = readStored(card_token)
  if (!token) return { status: 'FAILED', reason: 'card_token_unknown' }
  const { customer, mandate } = token.stored
  const path = `/customers/${idIn(customer)}/mandates/${idIn(mandate)}`
  const reply = await call(connection, { method: 'DELETE', path })
  const refused = refusalOf(reply)
  // What Mollie does not have can be charged no more.
  if (isGone(reply)) return { status: 'REVOKED' }
  if (refused) return { status: 'FAILED', reason: refused.reason }
  if (reply.status !== 204) throw new OutcomeUnknown(`answered ${reply.status}`)
  return { status: 'REVOKED' }
}

/**
 * Mollie says that there is news of a payment, and no more. Nothing proves it but the secret address, so it changes nothing by
 * itself. Each is news of its own: the next one about the same payment must not count as its repetition. What names no payment is
 * kept for a person, once: a refusal would only be repeated.
 */
function readNotification(_: Connection, { body }: RawNotification): Notification[] {
  const payment_id = new URLSearchParams(body).get('id') ?? ''
  if (!/^tr_\w{1,60}$/.test(payment_id))
    return [{ id: createHash('sha256').update(body).digest('hex'), about: 'unknown', type: 'names no payment' }]
  return [{ id: `${payment_id}:${randomUUID()}`, about: 'payment', payment_id }]
}
