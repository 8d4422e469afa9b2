import { sql } from 'kysely'
import { type TestApp, until } from '../harness.ts'

/** The order of a payment whose payer was sent out so many hours ago, at its next turn. */
export const payerAway = ({ databases }: Pick<TestApp, 'databases'>, payment: string, hours: number) =>
  until(
    async () =>
      (
        await sql`update outbox set first_sent_at = now() - ${hours} * interval '1 hour', next_attempt_at = now()
          where id = ${payment} and acknowledged_at is not null and leased_until is null and done_at is null`.execute(
          databases.provider,
        )
      ).numAffectedRows,
    (changed) => changed === 1n,
  )
