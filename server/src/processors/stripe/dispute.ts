import { z } from 'zod'
import type { ChargebackRequest, Connection, DisputeRequest, EvidenceFile, NotDone, Report } from '../gateway.ts'
import { FailureKept, NotSent, OutcomeUnknown } from '../gateway.ts'
import { call, exchange, type Form, keyed, Refusal } from './client.ts'
import { ANY_EVIDENCE, disputeStatuses, evidenceFields } from './words.ts'

const disputeObject = z.object({
  object: z.literal('dispute'),
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).catch({}),
})

type Answer = 'accept' | 'dispute'

export const accept = (connection: Connection, request: ChargebackRequest): Promise<Report> =>
  answer(connection, 'accept', request, `${pathOf(request)}/close`, {})

/** Stripe takes one submission. Until then nothing has begun, whatever became of the files. */
export async function dispute(connection: Connection, request: DisputeRequest): Promise<Report> {
  const places = placesOf(request.evidence)
  if (!places) return said('dispute', request, { ...tooMany })
  const { reference } = request
  const evidence: Form = {}
  for (const [field, file] of places) {
    const handed = await handIn(connection, file, request.key?.slice(reference.length) ?? '')
    if (handed instanceof Refusal) return said('dispute', request, handed.outcome)
    evidence[field] = handed
  }
  const { explanation } = request
  const form: Form = {
    evidence: { ...evidence, uncategorized_text: explanation },
    submit: true,
    metadata: { kontor: reference },
  }
  return answer(connection, 'dispute', request, pathOf(request), form)
}

const tooMany: NotDone = { is: 'not_done', by: 'gateway', reason: 'more_files_than_fields' }

/**
 * The field of each file, by the words in its name. Undefined: more files than fields for them. A file in a field of another
 * kind would mislead the bank that reads it.
 */
export function placesOf(evidence: readonly EvidenceFile[]): Map<string, EvidenceFile> | undefined {
  const places = new Map<string, EvidenceFile>()
  for (const file of evidence) {
    const kinds = evidenceFields.filter(([, words]) => words.test(file.name)).map(([field]) => field)
    const free = [...kinds, ANY_EVIDENCE].find((field) => !places.has(field))
    if (free === undefined) return undefined
    places.set(free, file)
  }
  return places
}

/**
 * The id of the file at Stripe. Its own reference is the key, so that a second try does not hand it in twice; one that Stripe failed
 * at has another one (`after`).
 */
async function handIn(connection: Connection, file: EvidenceFile, after: string): Promise<string | Refusal> {
  const { reference, name, content_type } = file
  const content = await file.read()
  // The boundary belongs to the body, which a repetition has to repeat.
  const boundary = `kontor-${reference}`
  const safeName = name.replaceAll(/[^\w. -]/g, '_')
  const head = [
    ...[`--${boundary}`, 'content-disposition: form-data; name="purpose"', '', 'dispute_evidence'],
    ...[`--${boundary}`, `content-disposition: form-data; name="file"; filename="${safeName}"`],
    ...[`content-type: ${content_type}`, '', ''],
  ].join('\r\n')
  const body = new Uint8Array(Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]))
  const sent = {
    method: 'POST',
    url: `${connection.addresses['files']}/v1/files`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...keyed(`${reference}${after}`) },
    ...{ body, noted: JSON.stringify({ name, content_type, size: content.length }) },
  }
  const reply = await exchange(connection, sent).catch((error: unknown) => {
    // Under this key it is never handed in.
    if (error instanceof FailureKept) throw error
    if (error instanceof OutcomeUnknown) throw new NotSent('a file of the evidence was not handed in', { cause: error })
    throw error
  })
  if (reply instanceof Refusal) return reply
  const read = z.object({ id: z.string().min(1) }).safeParse(reply)
  if (!read.success) throw new NotSent('a file of the evidence has no id')
  return read.data.id
}

async function answer(
  connection: Connection,
  operation: Answer,
  request: ChargebackRequest,
  path: string,
  form: Form,
): Promise<Report> {
  const { reference, key = reference } = request
  const body = await call(connection, { method: 'POST', path, form, key })
  if (body instanceof Refusal) {
    const isDone = request.key !== undefined && (await wasDone(connection, operation, request))
    return said(operation, request, isDone ? { is: 'done', status: doneAs[operation] } : body.outcome)
  }
  const read = disputeObject.safeParse(body)
  if (read.data?.id !== request.chargeback_id) throw new OutcomeUnknown('the reply is about no such dispute')
  const status = disputeStatuses[read.data.status]
  if (status !== doneAs[operation]) throw new OutcomeUnknown(`a dispute is ${read.data.status} after ${operation}`)
  return said(operation, request, { is: 'done', status })
}

const doneAs = { accept: 'LOST', dispute: 'IN_DISPUTE' } as const

/** True: an earlier try, at which Stripe failed, has done it. Evidence is ours where its dispute has our reference. */
async function wasDone(connection: Connection, operation: Answer, request: ChargebackRequest): Promise<boolean> {
  const asked = await call(connection, { method: 'GET', path: pathOf(request) })
  const read = disputeObject.safeParse(asked).data
  if (read?.id !== request.chargeback_id) throw new OutcomeUnknown('the dispute does not say what became of it')
  const status = disputeStatuses[read.status] ?? ''
  if (operation === 'accept') return status === 'LOST'
  return read.metadata['kontor'] === request.reference && ['IN_DISPUTE', 'WON', 'LOST'].includes(status)
}

function said(operation: Answer, request: ChargebackRequest, outcome: Report['outcome']): Report {
  const { reference, chargeback_id, payment, amount, currency_code } = request
  const money = { amount, currency_code }
  return { reference, operation, id: chargeback_id, payment_id: payment.id, money, outcome }
}

const pathOf = ({ chargeback_id }: ChargebackRequest) => `/v1/disputes/${encodeURIComponent(chargeback_id)}`
