import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { fixed } from '../db/kept-plans.ts'

export interface Claimed {
  merchant_id: string
  id: string
  url: string
  payload: object
  /** The number of attempts, including this one. */
  attempts: number
  tries: number
  /** Its address has failed so often that only one webhook at a time tests it. */
  is_failing: boolean
}

interface Room {
  /**
   * The number of webhooks to begin. `failing` is the part for failing addresses, which are slow and must not hold up
   * others.
   */
  slots: number
  failing: number
  lease_ms: number
}

const atAddress = 16
const failuresOfFailing = 5
// More webhooks are read than are taken, because a few wait behind an earlier one of the same item.
const lookedAt = 2 * atAddress

/**
 * Claims due webhooks: the oldest of each item, and for each address no more than it can take. A webhook behind another
 * of its item is put off until that one's turn, so that it is not read again and again. One that waits for an address that is switched
 * off holds up none: those behind it go to another address. Two workers never take the same one.
 */
export async function claim(db: Reader, { slots, failing, lease_ms }: Room): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`${fixed}
    with recursive place as (
      (select merchant_id, address_key from webhook where done_at is null order by merchant_id, address_key limit 1)
      union all
      select n.merchant_id, n.address_key from place p cross join lateral (
        select w.merchant_id, w.address_key from webhook w
        where w.done_at is null and (w.merchant_id, w.address_key) > (p.merchant_id, p.address_key)
        order by w.merchant_id, w.address_key limit 1) n
    ), address as (
      select p.merchant_id, p.address_key, coalesce(a.failures, 0) >= ${failuresOfFailing} as is_failing,
        case when a.failures >= ${failuresOfFailing} then 1 else ${atAddress}::int end
          - (select count(*) from webhook f where f.merchant_id = p.merchant_id and f.address_key = p.address_key
              and f.leased_until > now()) as room
      from place p left join webhook_address a on a.merchant_id = p.merchant_id and a.address_key = p.address_key
      where a.switched_off_at is null
    ), due as (
      select d.*, a.is_failing, a.room from address a cross join lateral (
        select w.merchant_id, w.id, w.address_key, w.next_attempt_at,
          (select e.next_attempt_at from webhook e where w.in_line and e.merchant_id = w.merchant_id
            and e.item_id = w.item_id and e.done_at is null and e.in_line and e.seq < w.seq
            and not exists (select from webhook_address o where o.merchant_id = e.merchant_id
              and o.address_key = e.address_key and o.switched_off_at is not null)
            order by e.seq limit 1) as behind
        from webhook w
        where w.merchant_id = a.merchant_id and w.address_key = a.address_key and w.done_at is null
          and w.next_attempt_at <= now() and w.payload is not null
        order by w.next_attempt_at limit ${lookedAt}) d
      where a.room > 0
    ), free as (
      select d.*, row_number() over (partition by merchant_id, address_key order by next_attempt_at, id) as at_address
      from due d where behind is null
    ), fitting as (
      select f.*, row_number() over (partition by is_failing order by next_attempt_at, id) as of_kind
      from free f where at_address <= room
    ), taken as (
      select merchant_id, id, is_failing from fitting
      where not is_failing or of_kind <= ${failing} order by is_failing, next_attempt_at, id limit ${slots}
    ), wanted as (
      select merchant_id, id, is_failing, null::timestamptz as behind from taken
      union all select merchant_id, id, is_failing, behind from due where behind is not null
    ), locked as materialized (
      -- Webhooks that another worker has locked or just taken are skipped.
      select w.merchant_id, w.id, wanted.is_failing, wanted.behind from wanted
      join webhook w on w.merchant_id = wanted.merchant_id and w.id = wanted.id
      where w.done_at is null and w.next_attempt_at <= now() for update of w skip locked
    ), put_off as (
      update webhook w set next_attempt_at = greatest(l.behind, now() + interval '1 second')
      from locked l where l.behind is not null and w.merchant_id = l.merchant_id and w.id = l.id
    )
    update webhook w set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${lease_ms / 1000}),
      next_attempt_at = now() + make_interval(secs => ${lease_ms / 1000})
    from locked l where l.behind is null and w.merchant_id = l.merchant_id and w.id = l.id
    returning w.merchant_id, w.id, w.url, w.payload, w.attempts, w.tries, l.is_failing`.execute(db)
  return rows
}
