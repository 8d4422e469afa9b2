import { z } from 'zod'
import {
  type ChargebackRequest,
  type Connection,
  type DisputeRequest,
  type EvidenceFile,
  NotSent,
  type Outcome,
  OutcomeUnknown,
  type Report,
} from '../gateway.ts'
import { type Reply, readAs } from '../http.ts'
import { knownWords } from '../reading/known-words.ts'
import { call, refusalOf } from './adyen-call.ts'

/** A refusal is a reply of 200 as well, with `success: false`. */
const result = z.object({ success: z.boolean(), errorMessage: z.string().optional() })
const resultReply = z.object({ disputeServiceResult: result })
const reasonsReply = resultReply.extend({
  defenseReasons: z
    .array(
      z.object({
        defenseReasonCode: z.string().min(1),
        satisfied: z.boolean(),
        defenseDocumentTypes: z
          .array(z.object({ defenseDocumentTypeCode: z.string().min(1), requirementLevel: z.string() }))
          .default([]),
      }),
    )
    .optional(),
})
type DefenseReason = NonNullable<z.infer<typeof reasonsReply>['defenseReasons']>[number]

const megabyte = 1024 * 1024
/** The files that Adyen takes, and up to which size. */
export const evidenceFiles: Readonly<Record<string, number>> = knownWords({
  'application/pdf': 2 * megabyte,
  'image/jpeg': 10 * megabyte,
  'image/tiff': 10 * megabyte,
})

export async function accept(connection: Connection, request: ChargebackRequest): Promise<Report> {
  const reply = await ask(connection, '/acceptDispute', request)
  return { ...basicsOf('accept', request), outcome: outcomeOf(reply, 'LOST') }
}

/**
 * Asks which defenses are possible, hands in the files, and then defends. Until the last step nothing is decided, and all of it
 * may be done again, so a lost reply before it means that the order was not begun.
 */
export async function dispute(connection: Connection, request: DisputeRequest): Promise<Report> {
  const prepared = await orNotBegun(prepare(connection, request))
  if ('is' in prepared) return { ...basicsOf('dispute', request), outcome: prepared }
  const reply = await ask(connection, '/defendDispute', request, { defenseReasonCode: prepared.defenseReasonCode })
  return { ...basicsOf('dispute', request), outcome: outcomeOf(reply, 'IN_DISPUTE') }
}

async function orNotBegun<T>(prepared: Promise<T>): Promise<T> {
  try {
    return await prepared
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new NotSent(error.message, { cause: error })
    throw error
  }
}

type Refused = Extract<Outcome, { is: 'not_done' }>

const evidenceRefused: Refused = { is: 'not_done', by: 'gateway', reason: 'evidence_refused' }

/** The defense that the files are for, which Adyen has all of. */
async function prepare(connection: Connection, request: DisputeRequest): Promise<DefenseReason | Refused> {
  if (request.evidence.some(({ content_type }) => !evidenceFiles[content_type])) return evidenceRefused
  const asked = await ask(connection, '/retrieveApplicableDefenseReasons', request)
  const refused = refusedBy(asked)
  if (refused) return refused
  const { defenseReasons } = readAs(reasonsReply, asked.body)
  if (!defenseReasons) throw new OutcomeUnknown('the reply does not say which defenses are possible')
  const reason = mostSuitable(defenseReasons, request.evidence.length)
  if (!reason) return { is: 'not_done', by: 'gateway', reason: 'not_possible_now' }
  for (const [place, file] of request.evidence.entries()) {
    const handed = await handIn(connection, request, file, typeOf(reason, place))
    if (handed) return handed
  }
  return reason
}

/** The defense whose files we have: one without a gap first, and among those the one that wants the most of them. */
function mostSuitable(reasons: readonly DefenseReason[], files: number): DefenseReason | undefined {
  const required = ({ defenseDocumentTypes }: DefenseReason) =>
    defenseDocumentTypes.filter(({ requirementLevel }) => requirementLevel === 'Required').length
  const possible = reasons.filter((reason) => reason.satisfied || required(reason) <= files)
  return possible.toSorted((one, other) => required(other) - required(one))[0]
}

/** The kind under which a file is handed in: each kind once, in Adyen's order, and the last one for all further files. */
const typeOf = ({ defenseDocumentTypes }: DefenseReason, place: number): string =>
  (defenseDocumentTypes[place] ?? defenseDocumentTypes.at(-1))?.defenseDocumentTypeCode ?? 'DefenseMaterial'

/** Undefined: it was taken. The same kind a second time takes the place of the first. */
async function handIn(
  connection: Connection,
  request: DisputeRequest,
  { read, content_type, name }: EvidenceFile,
  defenseDocumentTypeCode: string,
): Promise<Refused | undefined> {
  const content = await read()
  if (content.length > (evidenceFiles[content_type] ?? 0)) return evidenceRefused
  const document = { content: content.toString('base64'), contentType: content_type, defenseDocumentTypeCode }
  const noted = JSON.stringify({ name, content_type, size: content.length, defenseDocumentTypeCode })
  return refusedBy(await ask(connection, '/supplyDefenseDocument', request, { defenseDocuments: [document] }, noted))
}

const ask = (
  connection: Connection,
  path: string,
  { chargeback_id }: ChargebackRequest,
  more: object = {},
  noted?: string,
): Promise<Reply> => {
  const { merchant_account: merchantAccountCode } = connection.credential
  const body = { disputePspReference: chargeback_id, merchantAccountCode, ...more }
  return call(connection, { address: 'disputes', path, body, ...(noted !== undefined && { noted }) })
}

const basicsOf = (operation: 'accept' | 'dispute', request: ChargebackRequest) => ({
  ...{ reference: request.reference, operation, id: request.chargeback_id, payment_id: request.payment.id },
  money: { amount: request.amount, currency_code: request.currency_code },
})

const outcomeOf = (reply: Reply, status: 'LOST' | 'IN_DISPUTE'): Outcome => refusedBy(reply) ?? { is: 'done', status }

/** Undefined: it was done. */
function refusedBy(reply: Reply): Refused | undefined {
  const refused = refusalOf(reply)
  if (refused) {
    const { code: _, ...outcome } = refused
    return outcome
  }
  const { success, errorMessage } = readAs(resultReply, reply.body).disputeServiceResult
  return success ? undefined : { is: 'not_done', by: 'gateway', reason: errorMessage || 'refused' }
}
