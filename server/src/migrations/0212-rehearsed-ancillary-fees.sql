-- compatible-with: 0200
-- Rehearsals price authorisations, declines, payouts and months as well, and say what they leave out (docs/adr/0191).

alter table scheme_rehearsal_part drop constraint scheme_rehearsal_part_event_check;
alter table scheme_rehearsal_part add constraint scheme_rehearsal_part_event_check check (event in ('capture', 'refund', 'chargeback',
  'chargeback_reversed', 'authorisation', 'decline', 'payout', 'month'));

-- Events of which a month was not priced, because what is known of them was removed by then. Those from before left all of these out.
alter table scheme_rehearsal add column left_out text[] not null default '{authorisation,decline,payout,month}';
alter table scheme_rehearsal alter column left_out set default '{}';
grant update (left_out) on scheme_rehearsal to kontor_provider;
