-- compatible-with: 0210
-- Which parts a merchant has (docs/adr/0196), in whose name its payers get mails (docs/adr/0197), and how long some of its data
-- is kept (docs/adr/0198).
alter table merchant
  add column has_collecting boolean not null default true,
  add column has_subscriptions boolean not null default true,
  add column has_terminals boolean not null default true,
  -- Null: the installation's own name, no address for answers, the merchant's language.
  add column mail_name text check (length(mail_name) between 1 and 100 and mail_name !~ '[[:cntrl:]<>@]'),
  add column mail_reply_to text check (length(mail_reply_to) between 3 and 254 and mail_reply_to !~ '[[:cntrl:][:space:]<>,;]'),
  add column mail_language text check (mail_language in ('nl', 'en-US')),
  -- Null: as long as the installation keeps it. The least days are those of the installation's bounds (docs/adr/0180).
  add column keep_webhooks_days int check (keep_webhooks_days between 7 and 36500),
  add column keep_notification_contents_days int check (keep_notification_contents_days between 30 and 36500),
  add column keep_link_events_days int check (keep_link_events_days between 90 and 36500),
  add column keep_terminal_requests_days int check (keep_terminal_requests_days between 7 and 36500),
  add column keep_import_files_days int check (keep_import_files_days between 1 and 36500);
grant update (has_collecting, has_subscriptions, has_terminals, mail_name, mail_reply_to, mail_language, keep_webhooks_days,
  keep_notification_contents_days, keep_link_events_days, keep_terminal_requests_days, keep_import_files_days)
  on merchant to kontor_provider;

-- As before, and of a merchant with days of its own what is older than these; the CHECK above is their bound.
create or replace function forget_link_events(until timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  perform refuse_younger(until, interval '90 days');
  delete from link_event e using (
    select o.* from merchant m cross join lateral (
      -- By the key, because there is no index by time: the first rows of a merchant are its oldest.
      select x.* from (select merchant_id, id, at from link_event where merchant_id = m.id order by id limit most) x
      where x.at < greatest(until, engine_now() - make_interval(days => m.keep_link_events_days))) o
    limit most) old
  where e.merchant_id = old.merchant_id and e.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;
