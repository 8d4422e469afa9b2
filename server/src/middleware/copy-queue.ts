import type { MiddlewareOutcome } from '@kontor/contract/middleware/middleware.message'
import { timeLimit_ms } from '@kontor/contract/middleware/middleware.rules'
import { type Selectable, sql } from 'kysely'
import type { Databases, Trx } from '../platform/db/database.ts'
import { fixed, isAny } from '../platform/db/kept-plans.ts'
import { inTurn } from '../platform/db/locked.ts'
import { type Queue, startQueue } from '../platform/jobs/queue.ts'
import type { Attempted } from '../platform/outgoing/post-signed.ts'
import { maskedUrl, storableBody } from '../platform/secrets/mask.ts'
import { type Outcome, outcomeOf } from '../platform/webhooks/outcome-of.ts'
import { retryWaits_ms, waitAfter } from '../platform/webhooks/schedule.ts'
import type { Middleware } from '../schema.ts'
import type { TellMiddleware } from './ask-middleware.ts'
import { copyProblem } from './copy-problem.ts'
import { noteHealth } from './note-health.ts'

export interface CopySettings {
  databases: Databases
  tell: TellMiddleware
  poll_ms: number
  /** The waits after the first failure, the second, and so on, in milliseconds: those of webhooks. */
  waits_ms?: readonly number[]
  onError: (error: unknown) => void
}

/** A copy that this process sends now, with its middleware and its payment. */
type Claimed = Selectable<Middleware> & {
  copy: { at: string; status: string; status_reason: string | null; attempts: number }
  payment: Omit<MiddlewareOutcome['data'], 'status' | 'status_reason'>
}

const atOnce = 32
/** One slow service must not hold up the others. All processes together send so many to one. */
const each = 4
const lease = sql`make_interval(secs => ${(4 * timeLimit_ms.most) / 1000})`

/** Tells middleware the outcomes of payments, as often as webhooks are tried. A paused or inactive one is told later. */
export function startCopyQueue(settings: CopySettings): Pick<Queue<Claimed>, 'nudge' | 'stop'> {
  const { databases, poll_ms, onError } = settings
  return startQueue<Claimed>({
    total: atOnce,
    poll_ms,
    gather_ms: 20,
    claim: ({ free }) => claim(databases, free),
    perform: (claimed) => send(settings, claimed),
    aboutOf: ({ id, merchant_id, payment }) => ({ middleware: id, merchant: merchant_id, transaction: payment.id }),
    endMakesDue: true,
    onError,
  })
}

/** In turn: two claims at once would each count the copies in hand before the other has taken more. */
async function claim({ provider }: Databases, slots: number): Promise<Claimed[]> {
  if (!(await isAny(provider, sql`from middleware_copy where done_at is null and next_attempt_at <= now()`))) return []
  return provider.transaction().execute(async (trx) => {
    await inTurn(trx, 'middleware_copy')
    return take(trx, slots)
  })
}

/** A copy without its payment. */
type Taken = Omit<Claimed, 'payment'> & { transaction_created_at: string; transaction_id: string }

async function take(trx: Trx, slots: number): Promise<Claimed[]> {
  const claimed: Claimed[] = []
  for (const { transaction_created_at, transaction_id, ...taken } of await takeCopies(trx, slots)) {
    const payment = await paymentOf(trx, taken.merchant_id, transaction_created_at, transaction_id)
    if (payment) claimed.push({ ...taken, payment })
  }
  return claimed
}

async function takeCopies(trx: Trx, slots: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`${fixed}
    with due as materialized (
      select c.* from middleware m cross join lateral (
        select ${each} - count(*) as free from middleware_copy h
        where h.merchant_id = m.merchant_id and h.middleware_id = m.id and h.done_at is null and h.leased_until > now()) h
      cross join lateral (
        select c.merchant_id, c.middleware_id, c.transaction_created_at, c.transaction_id, c.next_attempt_at
        from middleware_copy c
        where c.merchant_id = m.merchant_id and c.middleware_id = m.id and c.done_at is null and c.next_attempt_at <= now()
        order by c.next_attempt_at limit greatest(h.free, 0)) c
      where m.kind = 'after' and m.active and coalesce(m.paused_until <= clock_timestamp(), true)
    ), locked as materialized (
      select c.merchant_id, c.middleware_id, c.transaction_created_at, c.transaction_id from due
      join middleware_copy c using (merchant_id, transaction_created_at, transaction_id, middleware_id)
      where c.done_at is null and c.next_attempt_at <= now()
      order by c.next_attempt_at limit ${slots} for update of c skip locked
    ), taken as (
      update middleware_copy c set attempts = attempts + 1, next_attempt_at = now() + ${lease}, leased_until = now() + ${lease}
      from locked l where c.merchant_id = l.merchant_id and c.middleware_id = l.middleware_id
        and c.transaction_created_at = l.transaction_created_at and c.transaction_id = l.transaction_id
      returning c.*
    )
    select m.*, json_build_object('at', c.at, 'status', c.status, 'status_reason', c.status_reason, 'attempts', c.attempts) as copy,
      c.transaction_created_at, c.transaction_id
    from taken c join middleware m on m.merchant_id = c.merchant_id and m.id = c.middleware_id`.execute(trx)
  return rows
}

/** Read apart from the claim: one statement over all months of payments is planned for as long as ten payments take. */
async function paymentOf(
  trx: Trx,
  merchant: string,
  created_at: string,
  id: string,
): Promise<Claimed['payment'] | undefined> {
  const { rows } = await sql<{ payment: Claimed['payment'] }>`${fixed}
    select json_build_object('id', t.id, 'created_at', t.created_at, 'payment_profile', t.payment_profile_id,
        'organisation', t.organisation_id, 'amount', t.amount, 'currency_code', t.currency_code,
        'payment_product', t.payment_product, 'merchant_reference', t.merchant_reference, 'recurring_type', t.recurring_type,
        'customer', t.customer_id, 'country_code', t.country_code, 'platform', t.platform, 'browser', t.browser,
        'payment_link', t.payment_link_id, 'subscription', t.subscription_id, 'terminal', t.terminal_id) as payment
    from transaction t where t.merchant_id = ${merchant} and t.created_at = ${created_at} and t.id = ${id}`.execute(trx)
  return rows[0]?.payment
}

async function send({ databases, tell, waits_ms = retryWaits_ms }: CopySettings, claimed: Claimed): Promise<void> {
  const { id, payment, copy } = claimed
  const outcome = messageOf(claimed)
  const attempted = await tell(claimed, `${payment.id}:${id}`, outcome)
  const ended = outcomeOf({ attempts: copy.attempts, tries: waits_ms.length + 1 }, attempted)
  await databases.provider.transaction().execute(async (trx) => {
    await noteHealth(trx, claimed, copyProblem(attempted))
    await note(trx, claimed, outcome, attempted, ended, waits_ms)
  })
}

function messageOf({ copy: { at, status, status_reason }, payment }: Claimed): MiddlewareOutcome {
  const timestamp = new Date(at).toISOString()
  const created_at = new Date(payment.created_at).toISOString()
  // A CHECK allows the contract's statuses only.
  const data = { ...payment, created_at, status, status_reason } as MiddlewareOutcome['data']
  return { type: 'payment.outcome', timestamp, data }
}

async function note(
  trx: Trx,
  { merchant_id, id, url, copy, payment }: Claimed,
  outcome: MiddlewareOutcome,
  attempted: Attempted,
  ended: Outcome,
  waits_ms: readonly number[],
): Promise<void> {
  const wait_ms = waitAfter({ attempts: copy.attempts, retryAfter_ms: attempted.retryAfter_ms }, waits_ms)
  await trx
    .updateTable('middleware_copy')
    .set({
      ...(ended
        ? { done_at: sql<string>`engine_now()`, outcome: ended }
        : { next_attempt_at: sql<string>`now() + make_interval(secs => ${wait_ms / 1000})` }),
      leased_until: null,
      ...{ url: maskedUrl(url), problem: copyProblem(attempted), response_code: attempted.status },
      request_body: storableBody(JSON.stringify(outcome)),
      ...{ response_body: storableBody(attempted.body), duration_ms: attempted.duration_ms },
    })
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', payment.created_at)
    .where('transaction_id', '=', payment.id)
    .where('middleware_id', '=', id)
    // Another process took it over after the lease of this one.
    .where('attempts', '=', copy.attempts)
    .where('done_at', 'is', null)
    .execute()
}
