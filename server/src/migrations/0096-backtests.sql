-- What conditions ask of payments of the past, in SQL as in TypeScript (docs/adr/0114).

-- The lot of a payment, 0 to 9999: the first four bytes of the SHA-256 of `<transaction>/<branch or ruleset>`, modulo 10000.
-- The planner writes its expression into the statement, which takes a fifth of the time of a call: for that it has no SET, and
-- makes bytes by a cast, because convert_to is not immutable. The text has no backslash.
create function lot_of(transaction uuid, drawn_for text) returns int language sql immutable parallel safe as
  $$ select (('x' || left(encode(sha256((transaction::text || '/' || drawn_for)::bytea), 'hex'), 8))::bit(32)::bigint % 10000)::int $$;

-- An amount times above/below, rounded half to even; null beyond 2^53-1. `below` must be above zero.
create function converted_amount(amount bigint, above numeric, below numeric) returns bigint language sql immutable parallel safe as $$
  select case when rounded <= 9007199254740991 then rounded::bigint end from (
    select whole + case when 2 * rest > below or (2 * rest = below and mod(whole, 2) = 1) then 1 else 0 end as rounded
    from (select div(amount * above, below) as whole, mod(amount * above, below) as rest) as divided) as result $$;
