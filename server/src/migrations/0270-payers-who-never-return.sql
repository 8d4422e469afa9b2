-- compatible-with: 0231
-- Payments whose payer was sent to a page of his bank waited for ever where the gateway cannot be asked. Their orders are looked
-- at again, and end a day after they were sent (docs/adr/0242). A process of the version before leaves them as they are.
update outbox o set next_attempt_at = greatest(o.acknowledged_at + interval '1 day', now() + interval '1 hour')
  from transaction t
  where o.done_at is null and o.topic = 'processor.authorize' and o.acknowledged_at is not null and o.parked_at is null
    and o.next_attempt_at = '9999-12-31T00:00:00Z'
    and t.merchant_id = o.merchant_id and t.created_at = o.transaction_created_at and t.id = o.transaction_id
    and t.status in ('INITIATED', 'UNKNOWN') and t.redirect_url is not null;
