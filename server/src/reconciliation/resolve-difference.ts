import type { ReadBody } from '@kontor/contract/endpoint'
import type { resolveDifferenceEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import { mayResolve } from '@kontor/contract/reconciliation/reconciliation.rules'
import { Refusal } from '@kontor/contract/refusal'
import { book } from '../ledger/book.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import { linkLine } from './link-line.ts'
import { changeDifference, lockDifference, type StoredDifference } from './locked-difference.ts'
import { resolving } from './movements.ts'
import { passOnCosts } from './pass-on-costs.ts'

type Resolution = ReadBody<typeof resolveDifferenceEndpoint>

/**
 * Decides what becomes of a difference, and books it. What is above the bound and is to be written off waits for another person, with
 * the name of the one who wants it.
 */
export async function resolveDifference(
  trx: Trx,
  actor: Actor,
  id: string,
  { difference, status, reason, subject }: Resolution & { difference: string },
  now: Date,
): Promise<void> {
  const before = await lockDifference(trx, actor, id, { difference })
  if (before.type === 'LATE' || !mayResolve[status](before)) throw new Refusal('difference_over')
  if (status === 'WRITTEN_OFF' && before.needs_another) {
    await changeDifference(trx, before, {
      ...{ reason, proposed_at: now.toISOString(), proposed_by: actor.name, proposed_by_id: actor.id },
    })
    return
  }
  if (status === 'LINKED') await linkLine(trx, before, subject, now)
  await resolveAs(trx, actor, before, { status, reason })
}

const noProposal = { proposed_at: null, proposed_by: null, proposed_by_id: null }

/** Books what follows and keeps who decided it. Nobody approves afterwards what was wanted before another decision. */
export async function resolveAs(
  trx: Trx,
  actor: Actor,
  before: Locked<StoredDifference>,
  { status, reason }: Pick<Resolution, 'status' | 'reason'>,
): Promise<void> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  await book(trx, resolving(before, { from: before.status, to: status }, { actor: by, reason }))
  await changeDifference(trx, before, {
    ...{ status, reason, resolved_by: actor.name, resolved_by_id: actor.id },
    ...(status !== 'WRITTEN_OFF' && noProposal),
  })
  // Fees that are claimed are no longer what the payment cost.
  if (before.type === 'COST' && before.subject_id !== null)
    await passOnCosts(trx, before.merchant_id, [before.subject_id])
}
