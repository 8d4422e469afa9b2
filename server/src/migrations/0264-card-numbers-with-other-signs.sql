-- compatible-with: 0231
-- A card number is one with whatever is written between its groups: pages have other spaces and hyphens, people dots and slashes.
-- contract/src/card-number.ts says the same to forms and imports.
create or replace function contains_card_number(value text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  run text;
  part text[];
  stretch text;
  digits text;
begin
  if value is null then
    return false;
  end if;
  if octet_length(value) > length(value) then
    value := translate(value, e'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9', '01234567890123456789');
    value := normalize(translate(value, e'\u00a0\u00ad\u00b7\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u2010\u2011\u2012\u2013\u2014\u2015\u202f\u205f\u2060\u2212\u3000\ufeff', repeat(' ', 29)), nfkc);
  end if;
  value := translate(value, '._/', '   ');
  if value !~ '\d(?:[ -]{0,2}\d){12}' then
    return false;
  end if;
  value := regexp_replace(value, '(?<![0-9a-z])(?=[0-9-]{0,35}[a-f])([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|(?![0-9]{13,19}d[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3})[0-9a-f]{32,})(?![0-9a-z])', '#', 'gi');
  for run in select hit[1] from regexp_matches(value, '\d(?:[ -]{0,2}\d){12,}', 'g') hit loop
    part := regexp_split_to_array(run, '[ -]+');
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
