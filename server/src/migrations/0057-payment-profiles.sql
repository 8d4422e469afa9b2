-- Payment profiles are made, changed, moved and deleted by people, and so are their processors with their order
-- (docs/adr/0090).

grant insert (merchant_id, id, organisation_id, created_at, name, display_name, website, description, currency_code,
  webhook_transaction_update, webhook_refund_update, webhook_chargeback_update, webhook_failed_email, largest_payment)
  on payment_profile to kontor_merchant;
grant update (organisation_id, name, display_name, website, description, currency_code)
  on payment_profile to kontor_merchant, kontor_provider;
grant delete on payment_profile to kontor_merchant, kontor_provider;

grant insert on payment_profile_processor to kontor_merchant;
grant update (position), delete on payment_profile_processor to kontor_merchant, kontor_provider;
