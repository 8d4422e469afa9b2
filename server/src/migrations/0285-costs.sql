-- compatible-with: 0231
-- works-from: 0285
-- A line of costs may be of one gateway (docs/adr/0253). A program before this one would expect costs by a line of another gateway.
alter table scheme_line add column gateway text check (length(gateway) between 1 and 40);
grant update (gateway) on scheme_line to kontor_provider;

-- What processors charged by a line of costs, the newest first.
create index reconciled_line_charged on reconciled_line (scheme_line, decided_on) where charged_cost is not null;
