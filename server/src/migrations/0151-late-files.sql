-- compatible-with: 0146
-- A file of a processor that is late is told once: by the instant at which it was expected (docs/adr/0150).
alter table processor_settlement add column told_late_at timestamptz(3);
grant update (told_late_at) on processor_settlement to kontor_provider;
update recorded_table set noise = noise || '{told_late_at}'::text[] where name = 'processor_settlement';
