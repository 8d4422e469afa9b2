-- Gateways without files of their own number their payouts by the second in which they were made, which has ten digits.
alter table processor_settlement drop constraint processor_settlement_passed_batch_check;
alter table processor_settlement add constraint processor_settlement_passed_batch_check check (passed_batch ~ '^[0-9]{1,15}$');
