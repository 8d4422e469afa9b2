-- What uses a payment profile is counted when somebody opens its form or deletes it, and every foreign key asks for it once more
-- when one is deleted. Without these indexes both read all rows of the merchant. The tables left out have few rows per merchant.

create index transaction_payment_profile on transaction (merchant_id, payment_profile_id);
create index payment_link_payment_profile on payment_link (merchant_id, payment_profile_id);
create index card_add_link_payment_profile on card_add_link (merchant_id, payment_profile_id);
create index scheduled_transaction_payment_profile on scheduled_transaction (merchant_id, payment_profile_id);
create index plan_payment_profile on plan (merchant_id, payment_profile_id);
create index subscription_payment_profile on subscription (merchant_id, payment_profile_id);
