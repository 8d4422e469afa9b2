-- Subscriptions that were past due for a final reason when final_decline came (0038): their card or agreement must not be
-- asked once more. As for later ones, their payer has five days after the first failure (docs/adr/0071).
-- The owner of the tables may be subject to row-level security.
alter table subscription no force row level security;
alter table subscription_cycle no force row level security;
alter table transaction no force row level security;
update subscription s set final_decline = s.status_reason, act_on = greatest(s.act_on, c.first_failed_on + 5)
  from subscription_cycle c left join transaction t on t.merchant_id = c.merchant_id
    and t.created_at = c.transaction_created_at and t.id = c.transaction_id
  where c.merchant_id = s.merchant_id and c.subscription_id = s.id and c.cycle = s.billing_cycle
    and s.status = 'PAST_DUE' and s.final_decline is null and c.living = 0 and c.first_failed_on is not null
    -- Another card that its payer tried on the page says nothing of the agreed one. Our own refusals asked no card.
    and (s.status_reason in ('card_revoked', 'no_stored_card', 'no_agreement')
      or (s.status_reason in ('stolen_card', 'lost_card', 'expired_card', 'unknown_card', 'account_closed', 'unknown_agreement')
        and (t.card_id = s.card_id or t.agreement_id = s.agreement_id)));
alter table subscription force row level security;
alter table subscription_cycle force row level security;
alter table transaction force row level security;
