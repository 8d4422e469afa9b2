-- compatible-with: 0210
-- A UUID, or 32 and more hexadecimal digits with a letter, is no card number: one of 2,000 that shops gave as a reference was
-- refused. contract/src/card-number.ts says the same to forms and imports.
create or replace function contains_card_number(value text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  run text;
  part text[];
  stretch text;
  digits text;
begin
  if value is null or value !~ '\d(?:[ -]?\d){12}' then
    return false;
  end if;
  value := regexp_replace(value, '(?<![0-9a-z])(?=[0-9-]{0,35}[a-f])([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|(?![0-9]{13,19}d[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3})[0-9a-f]{32,})(?![0-9a-z])', '#', 'gi');
  for run in select hit[1] from regexp_matches(value, '\d(?:[ -]?\d){12,}', 'g') hit loop
    part := regexp_split_to_array(run, '[ -]');
    for i in 1 .. cardinality(part) loop
      for j in i .. least(i + 4, cardinality(part)) loop
        stretch := array_to_string(part[i:j], '-');
        digits := replace(stretch, '-', '');
        if (i = j or stretch ~ '^\d{4}-(\d{4}-\d{4}-\d{1,4}(-\d{1,3})?|\d{6}-\d{4,5})$')
          and digits ~ '^(4(\d{12}|\d{15}|\d{18})|(5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|(6\d|5[06-9])\d{11,17})$'
          and passes_luhn(digits) then
          return true;
        end if;
      end loop;
    end loop;
  end loop;
  return false;
end $$;
