-- compatible-with: 0231
-- The order of a payment that was taken was open until the money was paid out, which not every gateway tells: it was asked for again
-- and again, and stood on the desk as overdue or parked. It has its outcome, so it is over, like each one from now on.
update outbox o set done_at = clock_timestamp(), leased_until = null, request_sealed = null, asker = null,
  overdue_at = case when o.parked_at is not null then o.overdue_at end, payload = o.payload - '{card_token,agreement_token}'::text[]
from transaction t
where t.merchant_id = o.merchant_id and t.created_at = o.transaction_created_at and t.id = o.transaction_id
  and o.done_at is null and coalesce(o.leased_until < clock_timestamp(), true)
  and t.status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
  and (o.topic = 'processor.capture' and t.capture_id = o.id
    or o.topic = 'processor.authorize' and t.capture_id is null and exists (
      select from payment_attempt a where a.merchant_id = t.merchant_id and a.transaction_created_at = t.created_at
        and a.transaction_id = t.id and a.id = o.id and a.processor_id = t.processor_id));
