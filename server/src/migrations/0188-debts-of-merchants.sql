-- What a merchant pays of its debt, and what of a debt is given up (docs/adr/0175).

-- DEBT: the merchant paid what a settlement, its last one, carried below zero.
alter table bank_entry add column debt_of uuid, add column debt_id uuid,
  add constraint bank_entry_debt_fkey foreign key (debt_of, debt_id) references settlement (merchant_id, id);
alter table bank_entry
  drop constraint bank_entry_state_check, drop constraint bank_entry_side_check, drop constraint bank_entry_decided_check,
  add constraint bank_entry_state_check check (state in
    ('PAID', 'RETURNED', 'UNMATCHED', 'PROCESSOR', 'SWEPT', 'OWN_MONEY', 'BANK_COST', 'DEBT', 'ELSEWHERE')),
  add constraint bank_entry_debt_check check ((state = 'DEBT') = (debt_id is not null) and (debt_id is null) = (debt_of is null)),
  add constraint bank_entry_side_check check (case state when 'PAID' then amount < 0 when 'RETURNED' then amount > 0
    when 'OWN_MONEY' then amount > 0 when 'DEBT' then amount > 0 when 'BANK_COST' then amount < 0 else true end),
  add constraint bank_entry_decided_check check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (reason is null)
    and (state not in ('OWN_MONEY', 'BANK_COST', 'DEBT', 'ELSEWHERE') or decided_by is not null)
    and (state <> 'UNMATCHED' or decided_by is null));
grant update (debt_of, debt_id) on bank_entry to kontor_provider;

create or replace function keep_bank_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'UNMATCHED' or new.state in ('UNMATCHED', 'PAID', 'RETURNED')
    or (to_jsonb(new) - '{state,sweep_id,debt_of,debt_id,decided_by,decided_by_id,decided_at,reason}'::text[])
      <> (to_jsonb(old) - '{state,sweep_id,debt_of,debt_id,decided_by,decided_by_id,decided_at,reason}'::text[]) then
    raise exception 'bank statements are written once' using errcode = '42501';
  end if;
  return new;
end $$;

-- Settlements that carry a debt: few among all.
create index settlement_debts on settlement (currency_code, merchant_id) where carried < 0;

-- WRITE_OFF: the provider gives up what a merchant owes. Two persons always, and about this amount.
alter table settlement_update add column amount bigint check (amount > 0);
alter table settlement_update
  drop constraint settlement_update_kind_check,
  add constraint settlement_update_kind_check check (kind in ('HOLD', 'RELEASE', 'REORDER', 'PAID', 'WRITE_OFF')),
  add constraint settlement_update_write_off check ((kind = 'WRITE_OFF') = (amount is not null) and (kind <> 'WRITE_OFF' or needs_another));
create trigger amount_written_once before update of amount on settlement_update
  for each row execute function refuse_rewriting_settlement_update();
