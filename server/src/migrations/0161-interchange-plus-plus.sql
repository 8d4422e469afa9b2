-- Interchange++: a line of what merchants pay may pass on what the payment cost, beside a markup of its own (docs/adr/0156).

alter table scheme_line
  -- Of a REVENUE scheme: which costs are passed on, beside the line's own amount. Null: none.
  add column passes_on text check (passes_on in ('interchange', 'interchange_and_scheme_fees')),
  -- Of a COST scheme: how much of its amount is interchange, and how much the fees of the card's brand. ppm: millionths.
  add column interchange_fixed bigint not null default 0 check (interchange_fixed between 0 and 1000000000000),
  add column interchange_ppm int not null default 0 check (interchange_ppm between 0 and 1000000),
  add column scheme_fees_fixed bigint not null default 0 check (scheme_fees_fixed between 0 and 1000000000000),
  add column scheme_fees_ppm int not null default 0 check (scheme_fees_ppm between 0 and 1000000);
create index scheme_line_passing on scheme_line (version_id) where passes_on is not null;
grant update (passes_on, interchange_fixed, interchange_ppm, scheme_fees_fixed, scheme_fees_ppm) on scheme_line to kontor_provider;

alter table ledger_transfer
  -- Of a fee that consists of several: which part of it. Null: it is whole.
  add column part text;
alter table ledger_transfer
  add constraint ledger_transfer_part_check 
    check (part is null or part in ('interchange', 'scheme_fees', 'markup') and kind in (2, 19, 20)) not valid;

alter table reconciled_line
  -- What the line says of them, in minor units; null: nothing that may be passed on.
  add column interchange bigint,
  add column scheme_fees bigint,
  add constraint reconciled_line_parts check ((interchange is null) = (scheme_fees is null));
grant update (interchange, scheme_fees) on reconciled_line to kontor_provider;

/* Of what a payment costs: the interchange, and the fees of the card's brand. Together never more than the cost. passedCosts of the
   contract is the same rule. */
create function interchange_of(amount bigint, fixed bigint, ppm int, minimum bigint, maximum bigint, interchange_fixed bigint,
  interchange_ppm int) returns bigint language sql immutable parallel safe
return least(fee_of(amount, interchange_fixed, interchange_ppm, null, null), fee_of(amount, fixed, ppm, minimum, maximum));

create function scheme_fees_of(amount bigint, fixed bigint, ppm int, minimum bigint, maximum bigint, interchange_fixed bigint,
  interchange_ppm int, scheme_fees_fixed bigint, scheme_fees_ppm int) returns bigint language sql immutable parallel safe
return least(fee_of(amount, scheme_fees_fixed, scheme_fees_ppm, null, null), fee_of(amount, fixed, ppm, minimum, maximum)
  - interchange_of(amount, fixed, ppm, minimum, maximum, interchange_fixed, interchange_ppm));
