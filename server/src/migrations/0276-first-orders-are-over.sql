-- compatible-with: 0231
-- works-from: 0276
-- A discount of the first order that was given while its payer paid the whole price stayed for ever, and no other could be
-- given. Older programs end their work: their billing would end subscriptions by the rules of before (docs/adr/0247).
update subscription_discount_attached attached set active = false
  from subscription_discount discount, subscription s
  where discount.merchant_id = attached.merchant_id and discount.id = attached.subscription_discount_id
    and s.merchant_id = attached.merchant_id and s.id = attached.subscription_id
    and attached.active and discount.limit_to_first_order and s.last_paid_cycle >= 1;
