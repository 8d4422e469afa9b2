-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select s.id, s.created_at, s.name, s.frequency, s.weekdays, s.month_day, s.shift, s."default",
  (select count(*) from settlement_profile p where p.schedule_id = s.id)::int as profiles,
  last.through as last_settled, case when last.through is not null then (
  -- An index has those of a schedule by their time, and a run takes no week.
  select count(*) from settlement t where t.schedule_id = s.id and t.created_at > last.created_at - interval '7 days'
  and upper(t.covers) - 1 = last.through)::int end as last_count
  from settlement_schedule s
  left join lateral (select upper(t.covers) - 1 as through, t.created_at from settlement t where t.schedule_id = s.id
  order by t.created_at desc limit 1) last on true) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $5) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  select s.id, s.created_at, s.name, s.frequency, s.weekdays, s.month_day, s.shift, s."default",
  (select count(*) from settlement_profile p where p.schedule_id = s.id)::int as profiles,
  last.through as last_settled, case when last.through is not null then (
  -- An index has those of a schedule by their time, and a run takes no week.
  select count(*) from settlement t where t.schedule_id = s.id and t.created_at > last.created_at - interval '7 days'
  and upper(t.covers) - 1 = last.through)::int end as last_count
  from settlement_schedule s
  left join lateral (select upper(t.covers) - 1 as through, t.created_at from settlement t where t.schedule_id = s.id
  order by t.created_at desc limit 1) last on true) as row where "row"."created_at" >= ($1::date::timestamp at time zone $2) and "row"."created_at" <= (($3::date + 1)::timestamp at time zone $4) - interval '1 millisecond';
