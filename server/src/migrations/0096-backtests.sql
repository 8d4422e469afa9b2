-- What conditions ask of payments of the past, in SQL as in TypeScript (docs/adr/0114).

-- The lot of a payment, 0 to 9999: the first four bytes of the SHA-256 of `<transaction>/<branch or ruleset>`, modulo 10000.
create function lot_of(transaction uuid, drawn_for text) returns int language sql immutable parallel safe
  set search_path = public, pg_temp as
  $$ select (('x' || left(encode(sha256(convert_to(transaction::text || '/' || drawn_for, 'UTF8')), 'hex'), 8))::bit(32)::bigint % 10000)::int $$;

-- An amount times above/below, rounded half to even; null beyond 2^53-1. `below` must be above zero.
create function converted_amount(amount bigint, above numeric, below numeric) returns bigint language sql immutable parallel safe
  set search_path = public, pg_temp as $$
  select case when rounded <= 9007199254740991 then rounded::bigint end from (
    select whole + case when 2 * rest > below or (2 * rest = below and mod(whole, 2) = 1) then 1 else 0 end as rounded
    from (select div(amount * above, below) as whole, mod(amount * above, below) as rest) as divided) as result $$;
