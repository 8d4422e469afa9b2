-- Subscriptions that were past due for a final reason when final_decline came (0038): their card or agreement must not be
-- asked once more. Their payers were told nothing, because that mail came with 0038 too: on the day of the next try they are,
-- and have five days from then (docs/adr/0071).
-- The owner of the tables may be subject to row-level security.
alter table subscription no force row level security;
alter table subscription_cycle no force row level security;
alter table transaction no force row level security;
with mended as (update subscription s set final_decline = s.status_reason
  from subscription_cycle c left join transaction t on t.merchant_id = c.merchant_id
    and t.created_at = c.transaction_created_at and t.id = c.transaction_id
  where c.merchant_id = s.merchant_id and c.subscription_id = s.id and c.cycle = s.billing_cycle
    and s.status = 'PAST_DUE' and s.final_decline is null and c.living = 0 and c.first_failed_on is not null
    -- Another card that its payer tried on the page says nothing of the agreed one. Our own refusals asked no card.
    and (s.status_reason in ('card_revoked', 'no_stored_card', 'no_agreement')
      or (s.status_reason in ('stolen_card', 'lost_card', 'expired_card', 'unknown_card', 'account_closed', 'unknown_agreement')
        and (t.card_id = s.card_id or t.agreement_id = s.agreement_id)))
  returning s.merchant_id, s.id, s.billing_cycle)
update subscription_cycle c set first_failed_on = null from mended m
  where c.merchant_id = m.merchant_id and c.subscription_id = m.id and c.cycle = m.billing_cycle;
alter table subscription force row level security;
alter table subscription_cycle force row level security;
alter table transaction force row level security;
