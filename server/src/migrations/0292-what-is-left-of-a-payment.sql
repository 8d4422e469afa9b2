-- compatible-with: 0231
-- A contradiction about a chargeback that goes on says what is left of the payment now, and not what was left when it was first told.
grant update (our_amount) on contradiction to kontor_merchant, kontor_provider;
