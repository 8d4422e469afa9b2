import type { ReadBody } from '@kontor/contract/endpoint'
import type { matchBankEntryEndpoint } from '@kontor/contract/payouts/entries/bank-entry.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { chosen } from './candidates.ts'
import { decideEntry } from './decide-bank-entry.ts'
import { requireOpen } from './locked-entry.ts'
import { receiveFiles } from './receive-files.ts'

/** Says which files of processors an entry pays, for a reason, and books what came. */
export async function matchBankEntry(
  trx: Trx,
  actor: Actor,
  id: string,
  { files: asked, reason }: ReadBody<typeof matchBankEntryEndpoint>,
  now: Date,
): Promise<void> {
  const entry = await requireOpen(trx, id)
  if (entry.kind !== 'CLIENT_MONEY') throw new Refusal('entry_not_client_money')
  const wanted = [...new Set(asked)]
  const files = await chosen(trx, entry, wanted)
  if (files.length < wanted.length || files.some(({ net }) => net === null))
    throw new Refusal('invalid_request', { 'body.files': 'not_found' })
  if (files.some(({ is_received }) => is_received)) throw new Refusal('file_received')
  if (!files.every(({ is_decided }) => is_decided)) throw new Refusal('lines_not_decided')
  await receiveFiles(trx, entry, files, now)
  await decideEntry(trx, actor, entry, { state: 'PROCESSOR', reason }, now)
}
