import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'

export async function tagValues(trx: Trx, { text, color, description }: ReadBody<typeof updateTagEndpoint>) {
  await refuseCardNumber(trx, 'body.description', description ?? undefined)
  return { text, color, description: description || null }
}

/** The unique index detects a taken text, also when two ask for the same at once. */
export function refuseTakenText(error: unknown): never {
  if (violatedConstraint(error) !== 'tag_text') throw error
  throw new Refusal('tag_text_taken', { 'body.text': 'taken' })
}
