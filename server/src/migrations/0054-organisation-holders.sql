-- What belongs to an organisation is counted whenever its panel opens, and every foreign key asks for it once more when one is
-- deleted. Without these indexes both read all rows of the merchant. The tables left out have few rows per merchant.

create index transaction_organisation on transaction (merchant_id, organisation_id);
create index refund_organisation on refund (merchant_id, organisation_id);
create index chargeback_organisation on chargeback (merchant_id, organisation_id);
create index customer_organisation on customer (merchant_id, organisation_id);
create index payment_link_organisation on payment_link (merchant_id, organisation_id);
create index card_add_link_organisation on card_add_link (merchant_id, organisation_id);
create index scheduled_transaction_organisation on scheduled_transaction (merchant_id, organisation_id);
create index subscription_organisation on subscription (merchant_id, organisation_id);
create index webhook_organisation on webhook (merchant_id, organisation_id);
