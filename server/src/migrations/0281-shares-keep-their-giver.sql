-- compatible-with: 0231
-- A share keeps the organisation that gave it, also after its processor went to another one. A trigger fills it, so that
-- processes of the version before need not.
update recorded_table set noise = noise || '{from_organisation_id}' where name = 'share';
alter table share add column from_organisation_id uuid;
update share set from_organisation_id = p.organisation_id
  from processor p where p.merchant_id = share.merchant_id and p.id = share.processor_id;
alter table share add foreign key (merchant_id, from_organisation_id) references organisation (merchant_id, id);
create index share_from on share (merchant_id, from_organisation_id);

create function keep_giver() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.from_organisation_id := (select p.organisation_id from processor p
    where p.merchant_id = new.merchant_id and p.id = new.processor_id);
  return new;
end $$;
grant create on schema public to kontor_engine;
alter function keep_giver() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger a_giver before insert on share for each row execute function keep_giver();
