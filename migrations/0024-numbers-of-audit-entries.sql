-- As before (migrations/0022), and a number of 16 digits is accepted where JavaScript writes it shorter than PostgreSQL does: PostgreSQL
-- does not take a decimal that lies exactly half-way between two floating-point numbers, JavaScript does.
create or replace function app.has_plain_numbers(p_value jsonb) returns boolean
  language sql immutable parallel safe
  return not exists (
    select from jsonb_path_query(p_value, 'strict $.** ? (@.type() == "number")') as n (value)
     where n.value::text <> trim_scale(n.value::numeric)::text
        or (n.value::numeric <> n.value::text::float8::text::numeric
            and length(trim(both '0' from translate(n.value::text, '-.', '')))
                >= length(trim(both '0' from translate(n.value::text::float8::text::numeric::text, '-.', '')))));
