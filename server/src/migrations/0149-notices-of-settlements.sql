-- Who is told that a settlement closed, and that its payout was paid or came back (docs/adr/0149).
alter table settlement_profile
  add column webhook_url text check (webhook_url ~ '^https?://' and length(webhook_url) <= 2000),
  add column recipients text[] not null default '{}'
    check (cardinality(recipients) <= 10 and octet_length(recipients::text) <= 4000),
  -- Of the mails; null: that of the merchant.
  add column language text check (language in ('nl', 'en-US'));
grant update (webhook_url, recipients, language) on settlement_profile to kontor_provider;

alter table settlement
  -- It is to be mailed to the recipients of its profile.
  add column mail_due boolean not null default false,
  -- Somebody asked for the mail once more.
  add column mailed_again_at timestamptz(3);
create index settlement_mail_due on settlement (created_at, id) where mail_due;
grant update (mail_due, mailed_again_at) on settlement to kontor_provider;
update recorded_table set noise = noise || '{mail_due}' where name = 'settlement';

-- Merchants read when they were paid, and the reference to look for at their bank.
grant select (merchant_id, id, paid_on, bank_reference) on payout to kontor_merchant;

alter table webhook drop constraint webhook_type_check, add constraint webhook_type_check check (type in
  ('transaction', 'refund', 'chargeback', 'validationruleset', 'cardlink', 'paymentlink', 'subscription', 'settlement'));

-- In the transaction that closes it. What people do with it before it is paid is not told.
create function tell_settlement() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare address text;
begin
  select webhook_url into address from settlement_profile p
    where p.merchant_id = new.merchant_id and p.id = new.settlement_profile_id;
  if address is not null then
    perform tell_status('settlement', to_jsonb(new), address);
  end if;
  return null;
end $$;
create trigger w_tell after insert on settlement for each row when (new.settlement_profile_id is not null)
  execute function tell_settlement();
create trigger w_tell_payout after update of status on settlement for each row
  when (new.settlement_profile_id is not null and new.status in ('PAID', 'RETURNED') and new.status is distinct from old.status)
  execute function tell_settlement();
